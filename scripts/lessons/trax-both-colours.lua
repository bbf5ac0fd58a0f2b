--- One turn closes a loop of each colour: who wins?
return lesson "trax-both-colours" {
  title = "Both colours at once",
  game  = "trax",
  level = 5,
  steps = {
    {
      say     = "One turn can close a white loop and a red loop together. Here both loops are complete except for P, Q and X. It's white's turn.",
      moves   = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\]],
      labels  = { P = "B1", Q = "A2", X = "B2" },
      ask     = "White closes both loops. Who do you think wins?",
      choices = { "white", "red", "nobody" },
      accept  = "white",
      wrong   = {
        red    = "Red's loop is closed, but so is white's, and it was white's turn.",
        nobody = "It isn't a draw. There's a rule for this, and it favours one of them.",
      },
      hints   = { "Only one of them made the move." },
      right   = "White. If you complete a loop or a line of your colour in your own turn, you win, whatever else that turn completes.",
    },
    {
      say    = "Now do it.",
      moves  = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\]],
      labels = { P = "B1", Q = "A2", X = "B2" },
      ask    = "You're white. Win this turn.",
      accept = wins_in { 1, by = "loop" },
      wrong  = {
        ["B1+"] = "White goes straight on to the left. At P it should turn down.",
        [ [[A2\]] ] = "At Q, red should come in from below and turn right.",
      },
      hints  = {
        "White comes into P from the right and should turn down through X.",
        "Red comes up into Q and should go right, through X. The two cross at X.",
        "You can play in any of the three spaces. X is the easiest: B2+.",
      },
      right  = "Both loops are closed. It was white's turn, so white wins.",
    },
    {
      say   = "Here's the result: a red loop and a white one, crossing four times.",
      moves = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\ B2+]],
      facts = { outcome = "white wins by loop" },
    },
    {
      say    = "The rule helps whoever's turn it is. In this game white played far away on the right instead, and now you're red.",
      moves  = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\ E2+]],
      labels = { P = "B1", Q = "A2", X = "B2" },
      ask    = "Win this turn.",
      accept = wins_in { 1, by = "loop" },
      wrong  = { ["B1+"] = "That doesn't close anything. What should white have played last turn?" },
      hints  = { "What was good for white is good for you now.", "P, Q and X are still empty. Let the two tracks cross at X." },
      right  = "The same tiles and the same two loops, but this time red wins. A position like this belongs to whoever moves next.",
    },
    {
      say   = "There's a friendlier house rule, `shared-ends`: both loops at once make a draw. Here are the same turns under that rule.",
      game  = "trax+shared-ends",
      moves = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\ B2+]],
      facts = { outcome = "draw" },
    },
  },
}
