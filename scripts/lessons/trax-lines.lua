--- The second way to win: a track from one side of the tiles to the other, eight columns or rows apart.
return lesson "trax-lines" {
  title = "Lines: eight across",
  game  = "trax",
  level = 4,
  steps = {
    {
      say   = "There's a second way to win. When the tiles are eight columns wide, a track of your colour wins if one end points out on the far left and the other on the far right. This is called a line. You can also make a line from top to bottom, over eight rows. Here, red has made one.",
      moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+",
      facts = { outcome = "red wins by line" },
    },
    {
      say    = "Seven columns aren't enough. You're red.",
      moves  = "@0+ B1+ C1+ D1+ E1+ F1+ G1+",
      ask    = "Win with a line.",
      labels = { P = "@1", Q = "H1" },
      accept = wins_in { 1, by = "line" },
      wrong  = {
        ["H1/"] = "Now there are eight columns, but red turns away at Q and doesn't point out on the right.",
        ["A2+"] = "The tiles are still only seven columns wide.",
      },
      hints  = { "You need one more column, on either side: P or Q.", "Red must go straight through the new tile: @1+ or H1+." },
      right  = "Eight columns, and red points out on both sides.",
      facts  = { outcome = "open" },
    },
    {
      say     = "A line doesn't have to be straight. Here red steps down from row 1 to row 2 along the way, and the tiles are six columns wide. You're red. You need two turns, and white gets one in between.",
      moves   = [[@0+ B1+ C1+ D1\ D2\ E2+ F2+]],
      ask     = "Win in two turns.",
      accept  = wins_in(2),
      wrong   = {
        ["F1+"] = "Your red track leaves row 1 at column D and goes on in row 2. On the right, row 1 leads nowhere.",
        ["G2/"] = "Red turns up at the end. You don't threaten a line, so white has time.",
      },
      refused = { touch = { ["G1+"] = "G1 touches no tile. Besides, red goes on in row 2." } },
      hints   = { "Follow red from the far left. Where does it come out on the right?", "In row 2. Go straight on at either end of the track.", "@1+ or G2+" },
      reply   = [[H2\]],
      right   = "Seven columns. Now white must do something.",
    },
    {
      say     = "White turned the right end down. Now there are eight columns, and red points down at the bottom of column H.",
      ask     = "Win with a line anyway.",
      accept  = wins_in { 1, by = "line" },
      wrong   = { ["H3+"] = "Red goes straight down. It must point out on the right." },
      hints   = { "Red points down from H2. Turn it outwards.", "In H3, from the top to the right." },
      right   = "Turned away and turned back: it still counts. White could have turned either end, up or down, and you'd have won just the same. At seven columns it's too late to stop a line like this, so act earlier.",
    },
    {
      say    = "Sometimes other tiles can help, though. You're white. The line is seven columns wide, and there's a tile below its right end.",
      moves  = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ G2+",
      ask    = "Stop the red line.",
      labels = { P = "H1", Q = "H2" },
      accept = prevents(wins_in(1)),
      wrong  = {
        ["H1/"] = "Red goes up, then red turns it outwards again in the row above: a line.",
        ["H1+"] = "That completes red's line: an own goal.",
        ["@1/"] = "Red turns the left end outwards again in the next row.",
      },
      hints  = {
        "Red points right into both P and Q. What if these two ends were joined?",
        "Lead red from P down to Q, or from Q up to P.",
        [[H1\ or H2/]],
      },
      right  = "The forced tile turned red around. The track runs back along the row below, so it no longer points out on the right.",
    },
  },
}
