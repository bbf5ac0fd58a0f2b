--- Discovery with three tiles: one yellow loop through all of them.
return lesson "tantrix-discovery-3" {
  title  = "Discovery 3: the first loop",
  game   = "discovery-3",
  course = "discovery",
  level  = 1,
  steps  = {
    {
      say      = "A puzzle for one. Tiles 1, 2 and 3 are to form one yellow loop, and all edges that touch have to match. Why yellow? It is the colour on the back of tile 3. Tile 1 lies already.",
      moves    = "1@0,0:0",
      marks    = { "0,0" },
      facts    = { outcome = "open" },
    },
    {
      say     = "A track can join two edges side by side, a corner; or leave one edge between, a curve; or go straight across. Read the letters: tile 1 is b r b r y y, tile 2 b r r b y y, tile 3 b b y y r r.",
      ask     = "What are the yellow tracks of these three tiles?",
      choices = { "corners", "curves", "straight" },
      accept  = "corners",
      hints   = { "Find the two y of each tile. Are they side by side?", "`y y`, on every one of them." },
      wrong   = {
        curves   = "Then a letter would stand between the two y.",
        straight = "Then two letters would stand between the two y.",
      },
      right   = "Three corners. A corner turns by a third of a circle, so three of them close the smallest loop.",
    },
    {
      ask    = "Yellow leaves tile 1 to the left and to the upper left. Lay a tile on A, so that the loop can still be closed with the last one.",
      labels = { A = "-1,0", B = "0,-1" },
      accept = all_of { fills("A"), keeps_alive(1) },
      hints  = {
        "Yellow has to come in from tile 1, on the right of A. Where should it go out?",
        "Out to the upper right, into B, for there it must meet the other end.",
        "Tile 2 can do it, `2@-1,0:2`, and so can tile 3.",
      },
      wrong  = {
        ["2@-1,0:3"] = "Yellow comes in, but goes out downwards, away from B.",
        ["2@-1,0:0"] = "Here the edges clash: tile 1 shows yellow. The puzzle lets you try, but look for the `#`.",
        ["3@0,-1:0"] = "A good place, too, but the question is about A.",
      },
      right  = "Both ends of yellow now look into B.",
    },
    {
      ask    = "One tile is left. Close the loop on B.",
      labels = { B = "0,-1" },
      accept = wins_in(1),
      hints  = { "Both y of the last tile have to look down: one to the lower left, one to the lower right.", "Turn it until `y y` are at the bottom. Type its number and B to see what matches." },
      right  = "Solved! Three tiles, one loop.",
    },
    {
      say      = "Often all tiles lie well but for one that is turned. Edges that clash are shown by a `#`.",
      position = "1@0,0:0 2@-1,0:2 3@0,-1:1",
      ask      = "Turn tile 3 until it is right: `turn 3 2` turns it to its position 2, and there are 0 to 5.",
      accept   = wins_in(1),
      facts    = { outcome = "open" },
      hints    = { "Which of its edges look at tiles 1 and 2? Both should be yellow.", "It is one step too far: go back by one.", "`turn 3 0`" },
      wrong    = { ["turn:3:2"] = "Further away. Try the other direction." },
      right    = "And that is all there is to it. Now with four tiles.",
    },
  },
}
