--- Discovery with four tiles: two corners and two curves make a loop.
return lesson "tantrix-discovery-4" {
  title  = "Discovery 4: corners and curves",
  game   = "discovery-4",
  course = "discovery",
  level  = 2,
  steps  = {
    {
      say     = "Four tiles now, and the back of tile 4 is red. So you need a red loop through all four. Look only at red: tile 1 is b R b R y y, tile 2 is b R R b y y, tile 3 is b b y y R R, and tile 4 is b R y b y R.",
      moves   = "1@0,0:0",
      ask     = "Which tiles have a red corner, with the two r side by side?",
      choices = { "1 and 2", "2 and 3", "3 and 4" },
      accept  = "2 and 3",
      facts   = { outcome = "open" },
      hints   = { "A corner is R R. A curve has one letter in between. Remember that the letters form a ring." , "Tile 1 has a b in between. So has tile 4, if you read around the end." },
      wrong   = { ["1 and 2"] = "On tile 1 there's a b between the two r, so that's a curve.", ["3 and 4"] = "Read tile 4 around the end: R b R. There's a b in between, so that's a curve." },
      right   = "Two corners and two curves. A corner turns 120 degrees and a curve 60, so two of each make 360: a full circle.",
    },
    {
      say    = "So all four must turn the same way. Tile 1 is in place. Its red link points into P at one end and into X at the other, and Q is between the two.",
      ask    = "Play a tile on P that leads red on to Q, so that you can still finish the loop.",
      labels = { P = "1,0", Q = "0,1", X = "-1,1" },
      accept = all_of { fills("P"), keeps_alive(2) },
      hints  = {
        "Red comes into P from the left. Q is to the lower left of P, so those two edges are side by side.",
        "Side by side means a corner.",
        "Tile 2 or tile 3, with r r facing left and lower left: `2@1,0:2`.",
      },
      wrong  = {
        ["2@1,0:3"] = "The corner turns the wrong way: red goes out to the upper left.",
        ["4@1,0:3"] = "A curve misses Q: red goes out to the lower right.",
        ["2@1,0:0"] = "The colours clash here: tile 1 has a red edge.",
      },
      right  = "That's the first corner.",
    },
    {
      ask    = "Now fill Q. Red comes from P and must go on to X.",
      labels = { P = "1,0", Q = "0,1", X = "-1,1" },
      accept = all_of { fills("Q"), keeps_alive(1) },
      hints  = {
        "Red comes in at the upper right of Q and goes out to the left. How many edges are between those two?",
        "One edge: a curve. Tile 4 is the only curve left.",
        "`4@0,1:5`",
      },
      wrong  = { ["4@0,1:1"] = "Red comes in, but it goes out to the lower right. Turn the curve the other way." },
      right  = "Only the corner on X is missing.",
    },
    {
      ask    = "Close the loop on X.",
      labels = { X = "-1,1" },
      accept = wins_in(1),
      hints  = { "The last tile is a corner, with one r to the upper right and one to the right.", "Type its number and X to see which rotations match." },
      right  = "Solved! On average, people take about 40 seconds.",
    },
  },
}
