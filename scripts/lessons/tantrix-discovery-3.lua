--- Discovery with three tiles: one yellow loop through all of them.
return lesson "tantrix-discovery-3" {
  title  = "Discovery 3: the first loop",
  game   = "discovery-3",
  course = "discovery",
  level  = 1,
  steps  = {
    {
      say      = "Here's a puzzle for one. Make one yellow loop through tiles 1, 2 and 3. Wherever two tiles touch, their colours must match. Why yellow? It's the colour on the back of tile 3. Tile 1 is already in place.",
      moves    = "1@0,0:0",
      marks    = { "0,0" },
      facts    = { outcome = "open" },
    },
    {
      say     = "Each colour on a tile makes one link, and links come in three shapes. A corner joins two neighbouring edges. A curve skips one edge. A straight link goes right across. Read clockwise, tile 1 is b r b r y y, tile 2 is b r r b y y, and tile 3 is b b y y r r.",
      ask     = "What are the yellow links of these three tiles?",
      choices = { "corners", "curves", "straight" },
      accept  = "corners",
      hints   = { "Find the two y in each tile. Are they side by side?", "`y y`, on all three tiles." },
      wrong   = {
        curves   = "In a curve, there'd be one letter between the two y.",
        straight = "In a straight link, there'd be two letters between the two y.",
      },
      right   = "Three corners. Each corner turns a third of a circle, so three of them make the smallest loop.",
    },
    {
      ask    = "Yellow leaves tile 1 to the left and to the upper left. Play a tile on P so that the last tile can still close the loop.",
      labels = { P = "-1,0", Q = "0,-1" },
      accept = all_of { fills("P"), keeps_alive(1) },
      hints  = {
        "Yellow comes into P from tile 1, on the right. Where should it go out?",
        "To the upper right, into Q. That's where it must meet the other end.",
        "Tile 2 can do it: `2@-1,0:2`. So can tile 3.",
      },
      wrong  = {
        ["2@-1,0:3"] = "Yellow comes in, but it goes out downwards, away from Q.",
        ["2@-1,0:0"] = "These edges clash: tile 1 is yellow there. The puzzle lets you try it, but the board marks edges that don't match.",
        ["3@0,-1:0"] = "A good space too, but the question is about P.",
      },
      right  = "Now both ends of yellow point into Q.",
    },
    {
      ask    = "One tile is left. Close the loop on Q.",
      labels = { Q = "0,-1" },
      accept = wins_in(1),
      hints  = { "Both yellow edges of the last tile must face down: one to the lower left, one to the lower right.", "Rotate it until `y y` is at the bottom. Type its number and Q to see which rotations match." },
      right  = "Solved! Three tiles, one loop.",
    },
    {
      say      = "Sometimes every tile is in the right space, but one of them is rotated wrongly. The board marks the edges that clash.",
      position = "1@0,0:0 2@-1,0:2 3@0,-1:1",
      ask      = "Rotate tile 3 until everything matches. Positions go from 0 to 5, and `turn 3 2` puts tile 3 in position 2.",
      accept   = wins_in(1),
      facts    = { outcome = "open" },
      hints    = { "Which edges of tile 3 touch tiles 1 and 2? Both should be yellow.", "Tile 3 is in position 1, one step too far. Go back by one.", "`turn 3 0`" },
      wrong    = { ["turn:3:2"] = "That's further away. Try the other direction." },
      right    = "And that's all there is to it. Next, try four tiles.",
    },
  },
}
