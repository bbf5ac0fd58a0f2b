--- Two loops threatened by one turn: only one of them can be stopped.
return lesson "trax-double-attack" {
  title = "The double attack",
  game  = "trax",
  level = 6,
  steps = {
    {
      say    = "One threat can be answered. Two threats made by one turn cannot, for a turn stops only one of them. To make them you need forced tiles to work for you. You are red, and in row 1, above the tiles, the open spaces are A, B and C.",
      moves  = "@0/ B1+ @1/ @1+ D0/",
      labels = { A = "A1", B = "B1", C = "C1" },
      ask    = "First make one threat: a turn after which you would win, in one place, if white passed.",
      accept = all_of { threatens { 1, by = "loop" }, avoids(threatens { 1, places = 2 }), keeps_alive(1) },
      wrong  = {
        ["E2/"] = "Nice, but where would you close a loop next turn?",
        ["A1+"] = "That is two threats already, and the answer to the next question. For now make a single one.",
        ["B1+"] = "You threaten a loop, but white is quicker and closes one first.",
      },
      hints  = { "Red points up into B and to the left into C. If B and C are both filled, red makes half a loop there.", [[B1\ is one that does it.]] },
      right  = "That is a threat, but white will answer it. Let us look for more.",
    },
    {
      say    = "The same position. This time make a turn that leaves you two half loops in two different places.",
      moves  = "@0/ B1+ @1/ @1+ D0/",
      labels = { A = "A1", B = "B1", C = "C1" },
      ask    = "You are red. Win in two turns.",
      accept = wins_in(2),
      wrong  = {
        [ [[B1\]] ] = "One threat, on top. White answers it and is out of danger.",
        [ [[A1\]] ] = "One threat, on top. White answers it and is out of danger.",
      },
      hints  = {
        [[You want the threat on top, and a second one on the left, where red points out of column A.]],
        "Lay the tile at A, and let B and C follow by force.",
        "Red has to go straight across A: A1+.",
      },
      reply  = "C0+",
      right  = "Two pairs of red ends: one pair points up, the other to the left.",
      shows  = threatens { 1, by = "loop", places = 2 },
    },
    {
      say    = "White has answered on top, and there red is led astray now. That was one turn, and there were two threats.",
      ask    = "Close the other loop.",
      accept = wins_in { 1, by = "loop" },
      hints  = { "On the left two red ends still point out of column A, side by side.", "Lay a bend in column @ that leads one of them to the other." },
      right  = "That is the double attack: look for it in every game.",
    },
    {
      say    = "One more, for the other side: you are white, and nothing is threatened yet.",
      moves  = [[@0+ B1\ C1+ A0+ B1/ B0\]],
      labels = { X = "C1", Y = "C2" },
      ask    = "Win in two turns.",
      accept = wins_in(2),
      wrong  = {
        ["C1+"] = "That makes one threat, on the right, and red answers it.",
        ["C2+"] = "That makes one threat, on the right, and red answers it.",
      },
      hints  = {
        "White points up out of column B and to the right out of column C. Give each of these ends a neighbour.",
        "Lay the tile at X, so that Y follows by force and takes white straight on.",
        "At X lead white up.",
      },
      reply  = "D2+",
      right  = "Again two pairs: one points up, the other to the right.",
      shows  = threatens { 1, by = "loop", places = 2 },
    },
    {
      say    = "Red has answered on the right.",
      ask    = "Close the other loop.",
      accept = wins_in { 1, by = "loop" },
      hints  = { "Which pair of white ends did red leave alone?", "The pair on top, above columns B and C." },
      right  = "Well done.",
    },
  },
}
