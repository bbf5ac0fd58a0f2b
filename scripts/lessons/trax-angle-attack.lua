--- An attack that sets up an L behind it: a win in three turns.
return lesson "trax-angle-attack" {
  title = "The angle attack: a win in three",
  game  = "trax",
  level = 8,
  steps = {
    {
      say    = "This is the longest plan of the course. You're red. You'll make a threat that white must answer, and the same turn will force a tile that sets up an L somewhere else. Start with just the threat. One red end already points right, out of row 2.",
      moves  = [[@0/ A0\ @1\ A2/ @1+]],
      labels = { X = "C3" },
      ask    = "Play a tile at X that makes you threaten a loop.",
      accept = all_of { fills("X"), threatens { 1, by = "loop" } },
      wrong  = {
        ["C3+"] = "Red goes straight down from X. Now one end points right and the other down, so they can't meet in one turn.",
        ["C3/"] = "Red turns left at X, away from its other end.",
      },
      hints  = { "Red comes into X from above. The other end of that track points right, in row 2.", "Turn red to the right at X, so that the two ends are neighbours." },
      right  = "A narrow attack on the right, in rows 2 and 3.",
    },
    {
      say    = [[Now look at what that turn does on the left: it forces a tile at Z. Think again from the start.]],
      moves  = [[@0/ A0\ @1\ A2/ @1+]],
      labels = { Z = "B3" },
      ask    = "Win in three turns.",
      accept = wins_in(3),
      wrong  = { ["C3+"] = "That's no threat, so white has a free turn." },
      hints  = { "Play the turn you've just found.", [[C3\ threatens on the right, and the tile forced at Z gives red an end that points left.]] },
      reply  = "D2+",
      right  = "White had to answer on the right. Meanwhile, two red ends on the left point into column A, in rows 2 and 3.",
    },
    {
      say    = "White is safe on the right. But on the left, red points into P and Q.",
      labels = { P = "A3", Q = "A2" },
      ask    = "Win in two turns.",
      accept = wins_in(2),
      wrong  = { ["A3+"] = "That makes one threat, on the left, and white answers it.", ["A2+"] = "That makes one threat, on the left, and white answers it." },
      hints  = {
        "You want two half loops: one with its ends pointing left, one with its ends pointing down.",
        "Let a tile be forced at Q that takes red straight on to the left.",
        "Turn red down at P: A3/.",
      },
      reply  = "A4+",
      right  = "You've turned the corner: one pair of red ends points left, the other points down.",
    },
    {
      say    = "White answered at the bottom.",
      ask    = "Close the other loop.",
      accept = wins_in { 1, by = "loop" },
      hints  = { "The other pair of red ends points left, in rows 1 and 2.", "Play a bend in column @ that leads one end to the other." },
      right  = "An attack, then an L, then a loop. If you found that on your own, you're no beginner any more!",
    },
  },
}
