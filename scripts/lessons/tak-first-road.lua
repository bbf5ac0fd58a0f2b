--- What a road is, how to finish one and how to stop one.
return lesson "tak-first-road" {
  title   = "The first road",
  game    = "tak",
  options = { size = 5 },
  level   = 1,
  steps   = {
    {
      say   = "A road connects two opposite edges of the board with flats and capstones of one colour. Its squares must touch by their edges: corners don't count. Here, white has four of the five squares in row 2.",
      position = "x5/x5/2,2,x3/1,1,x,1,1/2,2,x3 1 6",
      marks = { "a2", "b2", "d2", "e2" },
      facts = { outcome = "open", legal = "c2" },
    },
    {
      say    = "You're white.",
      position = "x5/x5/2,2,x3/1,1,x,1,1/2,2,x3 1 6",
      ask    = "Finish the road.",
      labels = { X = "c2", Z = "c3" },
      accept = wins_in { 1, by = "road" },
      hints  = { "Which square of row 2 is empty?", "It's X." },
      wrong  = {
        c3 = "Z isn't in row 2, and corners don't count.",
        Sc2 = "A wall is never part of a road, not even for its owner.",
      },
      refused = { occupied = { b2 = "There's already a piece there." } },
      right  = { c2 = "There's your road.", Cc2 = "A capstone is part of a road, so this wins too." },
    },
    {
      say    = "Now it's black's turn, and white threatens to finish the same road.",
      position = "x5/x5/2,2,x3/1,1,x,1,1/2,2,x3 2 6",
      ask    = "Does black have more than one way to stop it?",
      choices = { "yes", "no" },
      accept = "yes",
      wrong  = { no = "Black can choose what to place on c2: a flat, a wall or a capstone." },
      hints  = { "White needs c2. What can black place there?" },
      right  = "Yes: a flat, a wall or a capstone on c2. Black can also cover one of the white flats.",
      facts  = { legal = { "c2", "Sc2", "Cc2", "a1+" } },
    },
    {
      ask    = "You're black. Stop the road.",
      accept = prevents(wins_in(1)),
      hints  = { "Place something on c2." },
      wrong  = { c3 = "White plays c2 and has a road." },
      reply  = best(),
    },
    {
      say     = "A wall is a safer block than a flat: nothing can cover it, and only a capstone can crush it.",
      ask     = "It's your turn again. Type `score` to count the flats.",
      accept  = types("score"),
    },
  },
}
