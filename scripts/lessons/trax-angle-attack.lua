--- An attack that builds an L behind it: a win in three turns.
return lesson "trax-angle-attack" {
  title = "The angle attack: a win in three",
  game  = "trax",
  level = 8,
  steps = {
    {
      say    = "Here comes the longest plan of this course. You are red. You need a threat that white has to answer, and a forced tile that prepares an L somewhere else. First only the threat: red already points to the right out of row 2.",
      moves  = [[@0/ A0\ @1\ A2/ @1+]],
      labels = { X = "C3" },
      ask    = "Lay a tile at X after which you threaten a loop.",
      accept = all_of { fills("X"), threatens { 1, by = "loop" } },
      wrong  = {
        ["C3+"] = "Red goes straight down from X: its two ends point right and down, and do not meet in one turn.",
        ["C3/"] = "Red turns to the left at X, away from its other end.",
      },
      hints  = { "At X red comes in from above. The other end of that track points to the right, in row 2.", "Bend red to the right at X, so that the ends are neighbours." },
      right  = "A narrow attack on the right, in rows 2 and 3.",
    },
    {
      say    = [[Now look at what that turn did on the other side: beside it a tile was forced. Count again from the start.]],
      moves  = [[@0/ A0\ @1\ A2/ @1+]],
      labels = { Y = "B3" },
      ask    = "Win in three turns.",
      accept = wins_in(3),
      wrong  = { ["C3+"] = "No threat, so white has a free turn." },
      hints  = { "The turn you have just found.", [[C3\ threatens on the right, and the tile forced at Y gives red an end that points to the left.]] },
      reply  = "D2+",
      right  = "White had to answer on the right. On the left, meanwhile, red points into column A from the right, in rows 2 and 3.",
    },
    {
      say    = "White is out of danger on the right. But on the left red points into Y and into X.",
      labels = { X = "A3", Y = "A2" },
      ask    = "Win in two turns.",
      accept = wins_in(2),
      wrong  = { ["A3+"] = "That makes one threat, on the left. White answers it.", ["A2+"] = "That makes one threat, on the left. White answers it." },
      hints  = {
        "You want two half loops: one that points to the left, and one that points down.",
        "The tile at Y should be forced and take red straight on to the left.",
        "At X bend red down: A3/.",
      },
      reply  = "A4+",
      right  = "The corner is turned: one pair of red ends points to the left, the other down.",
    },
    {
      say    = "White has answered below.",
      ask    = "Close the other loop.",
      accept = wins_in { 1, by = "loop" },
      hints  = { "The other pair of red ends points to the left, in rows 1 and 2.", "Lay a bend in column @ that leads one to the other." },
      right  = "An attack, an L, a loop. If you found this by yourself you are no beginner any more.",
    },
  },
}
