--- One turn that threatens two loops: your opponent can stop only one of them.
return lesson "trax-double-attack" {
  title = "The double attack",
  game  = "trax",
  level = 6,
  steps = {
    {
      say    = "Your opponent can answer one threat. But if one turn makes two threats, there's no time to answer both. For that, you need forced tiles to work for you. You're red. X, P and Q are the empty spaces in row 1.",
      moves  = "@0/ B1+ @1/ @1+ D0/",
      labels = { X = "A1", P = "B1", Q = "C1" },
      ask    = "First make a single threat: play a turn so that you could close a loop next, in one place only.",
      accept = all_of { threatens { 1, by = "loop" }, avoids(threatens { 1, places = 2 }), keeps_alive(1) },
      wrong  = {
        ["E2/"] = "Nice, but where would you close a loop next turn?",
        ["A1+"] = "That makes two threats, which is the answer to the next question. For now, make just one.",
        ["B1+"] = "You threaten a loop, but white closes one first.",
      },
      hints  = { "Red points up into P and left into Q. If P and Q are both filled, red has half a loop there.", [[For example, B1\ does it.]] },
      right  = "That's a threat, but white will answer it. Let's look for more.",
    },
    {
      say    = "The same position. This time, find a turn that gives you half loops in two different places.",
      moves  = "@0/ B1+ @1/ @1+ D0/",
      labels = { X = "A1", P = "B1", Q = "C1" },
      ask    = "You're red. Win in two turns.",
      accept = wins_in(2),
      wrong  = {
        [ [[B1\]] ] = "That's one threat, on top. White answers it and is safe.",
        [ [[A1\]] ] = "That's one threat, on top. White answers it and is safe.",
      },
      hints  = {
        [[You want the threat on top, and a second one on the left, where red points out of column A.]],
        "Play at X, and let tiles be forced at P and Q.",
        "Red must go straight across X: A1+.",
      },
      reply  = "C0+",
      right  = "Now red has two pairs of ends: one pair points up, the other left.",
      shows  = threatens { 1, by = "loop", places = 2 },
    },
    {
      say    = "White answered on top and led red astray there. But you made two threats, and white had only one turn.",
      ask    = "Close the other loop.",
      accept = wins_in { 1, by = "loop" },
      hints  = { "On the left, two red ends still point out of column A, side by side.", "Play a bend in column @ that leads one of them to the other." },
      right  = "That's the double attack. Look for it in every game!",
    },
    {
      say    = "Here's one for the other side. You're white, and there are no threats yet.",
      moves  = [[@0+ B1\ C1+ A0+ B1/ B0\]],
      labels = { X = "C1", P = "C2" },
      ask    = "Win in two turns.",
      accept = wins_in(2),
      wrong  = {
        ["C1+"] = "That makes one threat, on the right, and red answers it.",
        ["C2+"] = "That makes one threat, on the right, and red answers it.",
      },
      hints  = {
        "White points up out of column B and right out of column C. Give each of these ends a neighbour.",
        "Play at X, so that a tile is forced at P that takes white straight on.",
        "Turn white up at X.",
      },
      reply  = "D2+",
      right  = "Two pairs again: one points up, the other right.",
      shows  = threatens { 1, by = "loop", places = 2 },
    },
    {
      say    = "Red answered on the right.",
      ask    = "Close the other loop.",
      accept = wins_in { 1, by = "loop" },
      hints  = { "Which pair of white ends did red leave alone?", "The pair on top, above columns B and C." },
      right  = "Well done.",
    },
  },
}
