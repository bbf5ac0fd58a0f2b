--- Close a loop, stop one, and make two threats at once.
return lesson "trax-loop-attack" {
  title = "Loops: attack and defence",
  game  = "trax",
  level = 2,
  steps = {
    {
      say    = "You're red. Here red makes half a loop over two tiles, and both ends point down, into P and Q.",
      moves  = [[@0/ B1\ @1/]],
      ask    = "Win this turn.",
      labels = { P = "B2", Q = "C2" },
      accept = wins_in(1),
      hints  = {
        "You have to play only one tile. The other is forced.",
        "Lead red from P to Q, or from Q to P.",
      },
      wrong  = {
        ["B2/"] = "That leads red away to the left.",
      },
      right  = "The loop is closed: the last tile was forced.",
    },
    {
      say    = "Now the other side. You're white, and red threatens a loop.",
      moves  = [[@0/ B1\]],
      ask    = "Stop it.",
      accept = prevents(wins_in(1)),
      hints  = { "Play below one of the two tiles and lead red away.", "Column A or B, row 2." },
      wrong  = { [ [[A2\]] ] = "That closes red's loop, and a loop wins for its own colour, whoever closes it." },
    },
    {
      say    = "One turn can't stop two threats. You're red.",
      moves  = [[@0/ B1+ @1/ @1+ D0/]],
      ask    = "Win in two turns.",
      accept = wins_in(2),
      hints  = { "One tile can make two threats: look at the top and at the left.", "Play at the upper left, so that two more tiles are forced: A1+." },
      reply  = best(),
      right  = "Now you threaten a loop in two places, and white has only one turn.",
    },
    {
      say    = "White stopped one of the two.",
      ask    = "Close the other loop.",
      accept = wins_in(1),
      hints  = { "Look for two red ends that still point the same way, side by side." },
      right  = "A double attack wins.",
    },
  },
}
