--- A house rule to learn: walls wait for some turns.
return lesson "late-walls-first-turns" {
  title = "Walls wait: the first turns",
  game  = "tak+late-walls",
  options = { turn = 4 },
  level = 4,
  steps = {
    {
      say   = "Under this house rule walls may not be placed in the first turns. White is in its third turn.",
      moves = "a1 e5 c3 b3",
      facts = { illegal = "Sd4", why = "walls wait" },
    },
    {
      ask     = "Try something that the house rule forbids.",
      moves   = "a1 e5 c3 b3",
      accept  = illegal("late-walls"),
      refused = { Sd3 = "Every wall is refused until turn 4." },
      wrong   = { d3 = "A flat is allowed." },
      hints   = { "A wall is written with an S: Sd3." },
      right   = "Refused, with the rule's own words. From turn 4 on it would be allowed.",
    },
    {
      ask    = "Now play beside your flat in the middle, so that two of your flats touch.",
      moves  = "a1 e5 c3 b3",
      accept = function(before, after)
        local own = 0
        for _, cell in ipairs(after:neighbours("c3")) do
          local piece, seat = after:top(cell)
          if piece == "flat" and seat == before.seat then own = own + 1 end
        end
        if own > 0 and after:top("c3") == "flat" then return true end
        return false, "No white flat lies beside c3."
      end,
      hints  = { "c3 touches b3, d3, c2 and c4." },
      wrong  = { d4 = "d4 touches c3 at a corner only." },
      reply  = { d3 = "d2", c2 = "b2", c4 = "b4" },
    },
  },
}
