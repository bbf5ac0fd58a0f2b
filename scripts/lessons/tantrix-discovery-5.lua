--- Discovery with five tiles: do not close the loop too early.
return lesson "tantrix-discovery-5" {
  title  = "Discovery 5: not too early",
  game   = "discovery-5",
  course = "discovery",
  level  = 3,
  steps  = {
    {
      say      = "Five tiles, red again. Four of them you know: 2 and 3 are corners, 1 and 4 curves, together a full circle. Tile 5 reads b b R y y R.",
      position = "1@0,0:0 2@1,0:2",
      ask      = "What is red on tile 5?",
      choices  = { "corner", "curve", "straight" },
      accept   = "straight",
      facts    = { outcome = "open" },
      hints    = { "Count the letters between the two R.", "Two on either side: red goes straight across." },
      wrong    = { corner = "The two R are not side by side.", curve = "Two letters are between them, not one." },
      right    = "Straight does not turn at all. The circle of four stays the same; tile 5 only makes it longer.",
    },
    {
      say     = "Tiles 1 and 2 lie. Red leaves tile 2 downwards to A, and tile 1 to C.",
      ask     = "Lay a tile on A, so that all five can still join in.",
      labels  = { A = "0,1", B = "-1,2", C = "-1,1" },
      accept  = all_of { fills("A"), keeps_alive(2) },
      hints   = {
        "If red turned to C now, the loop would close with four tiles and leave one out.",
        "So red has to pass C by, and go on to B.",
        "Straight on: tile 5, `5@0,1:4`.",
      },
      wrong   = {
        ["4@0,1:5"] = "That leads red to C: with tile 3 there you have a loop of four, and tile 5 is left out.",
        ["5@0,1:5"] = "The right tile, but colours clash: tile 2 shows red to A.",
      },
      right   = "Straight past C. Now it has to come back.",
    },
    {
      ask     = "Now B, at the lower end: red comes from A and has to turn up to C.",
      labels  = { A = "0,1", B = "-1,2", C = "-1,1" },
      accept  = all_of { fills("B"), keeps_alive(1) },
      hints   = {
        "It comes in at the upper right of B. C is at the upper left of B.",
        "Two edges side by side: a corner.",
        "Tile 3, with r r on top: `3@-1,2:1`.",
      },
      wrong   = {
        ["3@-1,2:2"] = "Red comes in, but goes on to the right. Turn the corner the other way.",
        ["4@-1,2:5"] = "Red comes in, but a curve misses C.",
      },
      right   = "Both ends look into C now.",
    },
    {
      ask     = "The last tile, for C. Mind the blue edge of tile 5.",
      labels  = { C = "-1,1" },
      accept  = wins_in(1),
      hints   = { "C has three neighbours: tile 1 above it, tile 5 on the right, tile 3 below.", "Clockwise it asks for r b r. Tile 4 has it: b-R-y-b-y-R, read round the end.", "`4@-1,1:1`" },
      wrong   = { ["4@-1,1:5"] = "Red closes on one side only. Turn it on." },
      right   = "Solved: the loop of four, made one longer.",
    },
  },
}
