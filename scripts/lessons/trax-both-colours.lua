--- One turn closes a loop of each colour: whose is it?
return lesson "trax-both-colours" {
  title = "Both colours at once",
  game  = "trax",
  level = 5,
  steps = {
    {
      say     = "A turn may close a white loop and a red one together: A, B and C are all that is missing to both. It is white's turn.",
      moves   = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\]],
      labels  = { A = "B1", B = "A2", C = "B2" },
      ask     = "White closes both. Who do you think has won?",
      choices = { "white", "red", "nobody" },
      accept  = "white",
      wrong   = {
        red    = "Red's loop is closed, but white moved, and white has one too.",
        nobody = "It is no draw. There is a rule for it, and it favours one of them.",
      },
      hints   = { "One of the two made the turn." },
      right   = "White. If the side that moves has a loop or a line at the end of its turn, it wins, whatever else was closed.",
    },
    {
      say    = "Now do it.",
      moves  = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\]],
      labels = { A = "B1", B = "A2", C = "B2" },
      ask    = "You are white. Win at once.",
      accept = wins_in { 1, by = "loop" },
      wrong  = {
        ["B1+"] = "White goes straight on to the left. It should turn down at A.",
        [ [[A2\]] ] = "At B red has to turn from the bottom to the right.",
      },
      hints  = {
        "White comes into A from the right and should come down through C.",
        "Red comes up into B and should go right through C. At C the two cross.",
        "Any of the three spaces will do; C is the clearest: B2+.",
      },
      right  = "Both loops are closed, and white, who moved, has won.",
    },
    {
      say   = "This is how it looks: a red loop and a white one, crossing four times.",
      moves = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\ B2+]],
      facts = { outcome = "white wins by loop" },
    },
    {
      say    = "Only the side that moves may rely on it. In this game white played far away on the right instead, and now you are red.",
      moves  = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\ E2+]],
      labels = { A = "B1", B = "A2", C = "B2" },
      ask    = "Win for red.",
      accept = wins_in { 1, by = "loop" },
      wrong  = { ["B1+"] = "Nothing is closed yet. What would white have played here?" },
      hints  = { "What was good for white is good for you now.", "A, B and C are still empty. Let the two tracks cross at C." },
      right  = "The same tiles, the same two loops, and this time red has won. A position like this belongs to whoever is to move.",
    },
    {
      say   = "A house rule for peaceful tables is `shared-ends`: both at once is a draw. The same turns under that rule:",
      game  = "trax+shared-ends",
      moves = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\ B2+]],
      facts = { outcome = "draw" },
    },
  },
}
