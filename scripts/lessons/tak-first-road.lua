--- What a road is, how one is finished and how one is stopped.
return lesson "tak-first-road" {
  title   = "The first road",
  game    = "tak",
  options = { size = 5 },
  level   = 1,
  steps   = {
    {
      say   = "A road joins two opposite edges of the board, over flats and capstones of one colour. Squares touch by their edges, never by corners. Four of the five squares in row 2 are white.",
      position = "x5/x5/2,2,x3/1,1,x,1,1/2,2,x3 1 6",
      marks = { "a2", "b2", "d2", "e2" },
      facts = { outcome = "open", legal = "c2" },
    },
    {
      position = "x5/x5/2,2,x3/1,1,x,1,1/2,2,x3 1 6",
      ask    = "Finish the road.",
      labels = { A = "c2", B = "c3" },
      accept = wins_in { 1, by = "road" },
      hints  = { "Which square is missing in row 2?", "It is A." },
      wrong  = {
        c3 = "B is not in row 2, and corners do not count.",
        Sc2 = "A wall is no part of a road, not even for its own side.",
      },
      refused = { occupied = { b2 = "Something lies there already." } },
      right  = { c2 = "There it is.", Cc2 = "A capstone is part of a road, so this wins too." },
    },
    {
      say    = "Now black is to move, and white threatens the same road.",
      position = "x5/x5/2,2,x3/1,1,x,1,1/2,2,x3 2 6",
      ask    = "Is there more than one way for black to save the game?",
      choices = { "yes", "no" },
      accept = "yes",
      wrong  = { no = "A flat, a wall or a capstone on c2 all hold for the moment." },
      hints  = { "One square decides. What may black put there?" },
      right  = "Yes: a flat, a wall or a capstone on c2 all hold for the moment.",
      facts  = { legal = { "c2", "Sc2", "Cc2" } },
    },
    {
      ask    = "Save it.",
      accept = prevents(wins_in(1)),
      hints  = { "Put something on c2." },
      wrong  = { c3 = "White plays c2 and has a road." },
      reply  = best(),
    },
    {
      say     = "A wall holds longer than a flat: nothing may cover it, and only a capstone may crush it.",
      ask     = "Your turn again. Type `score` to see how the flats stand.",
      accept  = types("score"),
    },
  },
}
