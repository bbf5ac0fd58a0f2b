--- Discovery with four tiles: two corners and two curves make a loop.
return lesson "tantrix-discovery-4" {
  title  = "Discovery 4: corners and curves",
  game   = "discovery-4",
  course = "discovery",
  level  = 2,
  steps  = {
    {
      say     = "Four tiles, and the back of tile 4 is red: a red loop through all four. Read red only: tile 1 is b R b R y y, tile 2 b R R b y y, tile 3 b b y y R R, tile 4 b R y b y R.",
      moves   = "1@0,0:0",
      ask     = "Which tiles have a red corner, two r side by side?",
      choices = { "1 and 2", "2 and 3", "3 and 4" },
      accept  = "2 and 3",
      facts   = { outcome = "open" },
      hints   = { "A corner: R R. A curve: one letter between. Remember that the letters are a ring." , "Tile 1 has b between, and tile 4, read round, has b between, too." },
      wrong   = { ["1 and 2"] = "On tile 1 a b stands between the two r: a curve.", ["3 and 4"] = "On tile 4, read round the end, a b stands between: R b R, a curve." },
      right   = "Two corners, two curves. A corner turns by 120 degrees, a curve by 60: two of each make 360, a full circle.",
    },
    {
      say    = "So all of them turn the same way round. Tile 1 lies, and its red leads to A on one side and to C on the other. B is between the two.",
      ask    = "Lay the tile on A that leads red on to B, such that the rest will work out.",
      labels = { A = "1,0", B = "0,1", C = "-1,1" },
      accept = all_of { fills("A"), keeps_alive(2) },
      hints  = {
        "Red comes in from the left. B is at the lower left of A: those two edges are side by side.",
        "Side by side: it takes a corner.",
        "Tile 2 or tile 3, turned so that r r look left and lower left: `2@1,0:2`.",
      },
      wrong  = {
        ["2@1,0:3"] = "The corner goes the wrong way: red leaves to the upper left.",
        ["4@1,0:3"] = "A curve passes B by: red goes down to the right.",
        ["2@1,0:0"] = "Here colours clash: tile 1 shows red.",
      },
      right  = "Round the first corner.",
    },
    {
      ask    = "Now B. Red comes from A, and has to go on to C.",
      labels = { A = "1,0", B = "0,1", C = "-1,1" },
      accept = all_of { fills("B"), keeps_alive(1) },
      hints  = {
        "It comes in at the upper right of B and goes out to the left. How many edges are between them?",
        "One edge: a curve, and tile 4 is the only curve left.",
        "`4@0,1:5`",
      },
      wrong  = { ["4@0,1:1"] = "Red comes in, but goes out at the lower right. Turn the curve the other way." },
      right  = "Only the corner to C is missing.",
    },
    {
      ask    = "Close the loop on C.",
      labels = { C = "-1,1" },
      accept = wins_in(1),
      hints  = { "The last tile is a corner: one r to the upper right, one to the right.", "Type its number and C: what matches is listed." },
      right  = "Solved. People take about 40 seconds for this one, at first.",
    },
  },
}
