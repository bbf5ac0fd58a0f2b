--- A loop is won in one turn where only one gap is left; how to see it, how to stop it, how to make two at once.
return lesson "trax-loop-attack" {
  title = "Loops: attack and defence",
  game  = "trax",
  level = 2,
  steps = {
    {
      say    = "Red bends over two tiles here, and both of its ends point down, at X and at Y. Red is to move.",
      moves  = [[@0/ B1\ @1/]],
      ask    = "Win for red at once.",
      labels = { X = "B2", Y = "C2" },
      accept = wins_in(1),
      hints  = {
        "Only one tile has to be laid; the rest follows by force.",
        "Lead red from X to Y, or from Y to X.",
      },
      wrong  = {
        ["B2/"] = "That leads red away to the left.",
      },
      right  = "The loop is closed: the last tile came by force.",
    },
    {
      say    = "The same from the other side: red threatens a loop, and it is white's turn.",
      moves  = [[@0/ B1\]],
      ask    = "Prevent it.",
      accept = prevents(wins_in(1)),
      hints  = { "Lay a tile below one of the two, so that red is led away.", "Column A or B, row 2." },
      wrong  = { [ [[A2\]] ] = "That closes red's loop, and a loop wins for its colour, whoever closes it." },
    },
    {
      say    = "Two threats at once cannot both be stopped. Red is to move.",
      moves  = [[@0/ B1+ @1/ @1+ D0/]],
      ask    = "Win in two turns.",
      accept = wins_in(2),
      hints  = { "One tile may make two threats: look on top and on the left.", "Lay it at the upper left, so that two more tiles follow by force: A1+." },
      reply  = best(),
      right  = "Now red threatens a loop in two places, and white has one turn.",
    },
    {
      say    = "White has stopped one of the two.",
      ask    = "Close the other loop.",
      accept = wins_in(1),
      hints  = { "Look for two red ends that still point the same way, side by side." },
      right  = "A double attack wins.",
    },
  },
}
