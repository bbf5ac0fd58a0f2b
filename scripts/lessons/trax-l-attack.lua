--- Two ends round a corner, and one tile that makes two threats of them.
return lesson "trax-l-attack" {
  title = "The L attack",
  game  = "trax",
  level = 7,
  steps = {
    {
      say     = "Look at X and Y, two spaces side by side. Red comes into X from below and into Y from the right: the two ends stand like the strokes of a letter L. Nothing is threatened yet, but whoever owns such a corner should look closely.",
      moves   = "@0/ B1+ C1/ @1/ C0/",
      labels  = { X = "A1", Y = "B1" },
      ask     = "Say red comes into X from below and you bend it to the left. Red then points out of column A twice, in rows 1 and 2. What is that?",
      choices = { "a narrow attack", "a wide attack", "nothing" },
      accept  = "a narrow attack",
      wrong   = {
        ["a wide attack"] = "A wide attack has one space between its ends. Rows 1 and 2 are neighbours.",
        nothing = "Two red ends, side by side, pointing the same way, on one track: you have met this before.",
      },
      hints   = { "Are the two ends neighbours, or is there a space between them?" },
      right   = "Yes: a half loop whose ends are neighbours.",
    },
    {
      say    = "That is one threat. The tile at Y, if it is forced, may give you another.",
      moves  = "@0/ B1+ C1/ @1/ C0/",
      labels = { X = "A1", Y = "B1" },
      ask    = "You are red. Win in two turns.",
      accept = wins_in(2),
      wrong  = {
        ["A1/"] = "Red bends to the right at X and meets the other end at Y: you have joined the two ends, and no threat is left.",
        ["A1+"] = "Red goes up. That makes one threat on top, and white can answer it.",
        ["B1+"] = "Red goes straight on from Y to X and is joined there. No threat is left.",
      },
      hints  = {
        "Bend red to the left at X, and see what is forced at Y.",
        [[Bottom with left is \.]],
      },
      reply  = best(),
      right  = "Red was bent to the left at X, and the forced tile at Y bent the other end upwards: two narrow attacks at once.",
    },
    {
      say    = "White has answered one of them.",
      ask    = "Close the other.",
      accept = wins_in { 1, by = "loop" },
      hints  = { "One pair of ends points to the left, one points up.", "Lay a bend that leads one end of the open pair to the other." },
      right  = "One tile in the corner of an L, and the game is over.",
    },
    {
      say    = "An L may be longer. Here red comes into X from below and into Z from the right, and Y lies between them.",
      moves  = "@0+ @1/ @1/ D1+ D0/",
      labels = { X = "A1", Y = "B1", Z = "C1" },
      ask    = "You are red. Win in two turns.",
      accept = wins_in(2),
      wrong  = { ["A1/"] = "Red runs along the row towards its own other end. Bend it away from the corner instead." },
      hints  = { "The same idea: bend red outwards at the foot of the L.", "At X, to the left. Y and Z follow by force." },
      reply  = best(),
      right  = "On the left a narrow attack, on top a wide one.",
    },
    {
      ask    = "Finish it.",
      accept = wins_in { 1, by = "loop" },
      hints  = { "Which of the two did white leave alone?", "If it is the wide one: straight across the gap." },
      right  = "L attacks are hard to see coming. Now you know where to look: an end from below and an end from the side, in one row of empty spaces.",
    },
  },
}
