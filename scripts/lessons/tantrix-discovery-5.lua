--- Discovery with five tiles: don't close the loop too early.
return lesson "tantrix-discovery-5" {
  title  = "Discovery 5: not too early",
  game   = "discovery-5",
  course = "discovery",
  level  = 3,
  steps  = {
    {
      say      = "Five tiles, and a red loop again. You know four of them: 2 and 3 are corners, 1 and 4 are curves, and together they make a full circle. Tile 5 is b b R y y R.",
      position = "1@0,0:0 2@1,0:2",
      ask      = "What's the red link on tile 5?",
      choices  = { "corner", "curve", "straight" },
      accept   = "straight",
      facts    = { outcome = "open" },
      hints    = { "Count the letters between the two R.", "There are two on either side, so red goes right across." },
      wrong    = { corner = "The two R aren't side by side.", curve = "There are two letters between them, not one." },
      right    = "A straight link doesn't turn at all. The circle of four stays the same, and tile 5 only makes it longer.",
    },
    {
      say     = "Tiles 1 and 2 are in place. Red leaves tile 2 downwards into P, and tile 1 into X.",
      ask     = "Play a tile on P so that the loop can still use all five tiles.",
      labels  = { P = "0,1", Q = "-1,2", X = "-1,1" },
      accept  = all_of { fills("P"), keeps_alive(2) },
      hints   = {
        "If red turned to X now, the loop would close with four tiles and leave one out.",
        "So red must go past X, to Q.",
        "Straight on: tile 5, `5@0,1:4`.",
      },
      wrong   = {
        ["4@0,1:5"] = "That leads red to X. Tile 3 would close a loop of four there and leave tile 5 out.",
        ["5@0,1:5"] = "The right tile, but the colours clash: tile 2 has a red edge towards P.",
      },
      right   = "Straight past X. Now it has to come back.",
    },
    {
      ask     = "Now fill Q, at the bottom. Red comes from P and must turn up to X.",
      labels  = { P = "0,1", Q = "-1,2", X = "-1,1" },
      accept  = all_of { fills("Q"), keeps_alive(1) },
      hints   = {
        "Red comes in at the upper right of Q. X is to the upper left of Q.",
        "The two edges are side by side, so you need a corner.",
        "Tile 3, with r r at the top: `3@-1,2:1`.",
      },
      wrong   = {
        ["3@-1,2:2"] = "Red comes in, but it goes out to the right. Turn the corner the other way.",
        ["4@-1,2:5"] = "Red comes in, but a curve misses X.",
      },
      right   = "Now both ends point into X.",
    },
    {
      ask     = "Play the last tile on X. Mind the blue edge of tile 5.",
      labels  = { X = "-1,1" },
      accept  = wins_in(1),
      hints   = { "X has three neighbours: tile 1 to the upper right, tile 5 to the right, tile 3 to the lower right.", "Read clockwise, X needs r b r. Tile 4 has it: b-R-y-b-y-R, if you read around the end.", "`4@-1,1:1`" },
      wrong   = { ["4@-1,1:5"] = "Red joins on one side only. Rotate it further." },
      right   = "Solved: the loop of four, with one more tile.",
    },
  },
}
