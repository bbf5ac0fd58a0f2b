--- A house rule to learn: no walls in the first turns.
return lesson "late-walls-first-turns" {
  title = "Walls wait: the first turns",
  game  = "tak+late-walls",
  options = { turn = 4 },
  level = 4,
  steps = {
    {
      say   = "This house rule forbids walls in the first turns. Here, you can place them from turn 4 on. It's white's third turn.",
      moves = "a1 e5 c3 b3",
      facts = { illegal = "Sd4", why = "walls wait" },
    },
    {
      ask     = "You're white. Try something that the house rule forbids.",
      moves   = "a1 e5 c3 b3",
      accept  = illegal("late-walls"),
      refused = { Sd3 = "You can't place a wall until turn 4." },
      wrong   = { d3 = "That's a flat, so it's allowed." },
      hints   = { "A wall starts with S. For example, Sd3." },
      right   = "Not allowed, and you see the rule's own words. From turn 4 on, you could place it.",
    },
    {
      ask    = "Now place a flat beside your flat in the middle, so that the two touch.",
      moves  = "a1 e5 c3 b3",
      accept = function(before, after)
        local own = 0
        for _, cell in ipairs(after:neighbours("c3")) do
          local piece, seat = after:top(cell)
          if piece == "flat" and seat == before.seat then own = own + 1 end
        end
        if own > 0 and after:top("c3") == "flat" then return true end
        return false, "There's no white flat beside c3."
      end,
      hints  = { "c3 touches b3, d3, c2 and c4." },
      wrong  = { d4 = "d4 touches c3 only at a corner." },
      reply  = { d3 = "d2", c2 = "b2", c4 = "b4" },
      right  = "Two flats that touch: the start of a road.",
    },
  },
}
