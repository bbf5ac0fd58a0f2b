--- The second way to win: a track from one edge of the tiles to the opposite one, eight columns or rows apart.
return lesson "trax-lines" {
  title = "Lines: eight across",
  game  = "trax",
  level = 4,
  steps = {
    {
      say   = "There is a second way to win. If the tiles reach over eight columns, a track of your colour that leads out on the far left at one end and on the far right at the other is a line, and a line wins. The same goes for eight rows, from top to bottom. Here red has done it.",
      moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+",
      facts = { outcome = "red wins by line" },
    },
    {
      say    = "Seven columns are not enough. Red is to move.",
      moves  = "@0+ B1+ C1+ D1+ E1+ F1+ G1+",
      ask    = "Win with a line.",
      labels = { X = "@1", Y = "H1" },
      accept = wins_in { 1, by = "line" },
      wrong  = {
        ["H1/"] = "Now there are eight columns, but at Y red turns up or down and no longer leads out on the right.",
        ["A2+"] = "The tiles still reach over seven columns only.",
      },
      hints  = { "One more column is needed, on either side: X or Y.", "And red must go straight through the new tile: @1+ or H1+." },
      right  = "Eight columns, and red leads out at both edges.",
      facts  = { outcome = "open" },
    },
    {
      say     = "A line need not be straight. Here red steps down from row 1 to row 2 on its way, and the tiles reach over six columns. You are red, and this takes two turns; white has one in between.",
      moves   = [[@0+ B1+ C1+ D1\ D2\ E2+ F2+]],
      ask     = "Win in two turns.",
      accept  = wins_in(2),
      wrong   = {
        ["F1+"] = "Red leaves row 1 at column D and goes on in row 2. Row 1 leads nowhere on the right.",
        ["G2/"] = "Red turns up at the end: no line is threatened, and white has time.",
      },
      refused = { touch = { ["G1+"] = "G1 touches no tile. Besides, red goes on in row 2." } },
      hints   = { "Follow red from the far left. Where does it come out on the right?", "In row 2. Lengthen it at one of its two ends, straight on.", "@1+ or G2+" },
      reply   = [[H2\]],
      right   = "Seven columns. White has to do something at once.",
    },
    {
      say     = "White has bent the right end down, and there are eight columns now: red ends at the bottom of column H.",
      ask     = "Win with a line all the same.",
      accept  = wins_in { 1, by = "line" },
      wrong   = { ["H3+"] = "Red goes straight on, downwards. It has to come out on the right." },
      hints   = { "Red points down from H2. Bend it outwards.", "In H3, from the top to the right." },
      right   = "Bent aside and bent back: it counts. Whichever end white bends, up or down, it is the same, so at seven columns it was too late. Bend a line aside well before that.",
    },
    {
      say    = "But sometimes other tiles help. You are white, seven columns are full, and a tile lies below the right end of the row.",
      moves  = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ G2+",
      ask    = "Stop the red line.",
      labels = { X = "H1", Y = "H2" },
      accept = prevents(wins_in(1)),
      wrong  = {
        ["H1/"] = "Red goes up, and in the row above red bends it outwards again: a line.",
        ["H1+"] = "That is red's line: own goal.",
        ["@1/"] = "Red bends the left end outwards again in the next row.",
      },
      hints  = {
        "Red points to the right into X, and into Y as well. What if these two ends were joined?",
        "Lead red from X down to Y, or from Y up to X.",
        [[H1\ or H2/]],
      },
      right  = "The forced tile turned red round: it runs back into the row below, and its right end is gone.",
    },
  },
}
