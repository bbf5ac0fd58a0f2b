--- A loop doubles, but it cannot grow: do not let a short line bite its own tail.
return lesson "tantrix-small-loops" {
  title = "Small loops to avoid",
  game  = "tantrix",
  level = 7,
  steps = {
    {
      say      = "A loop counts double, and yet a small one is a sad sight. This red loop is worth six, and games are often won with more than twenty.",
      position = "2@0,0:3 16@-1,0:3 26@0,-1:5 | hands 8,20,21,22,23,24/31,32,33,34,35,36 | bag 30",
      marks    = { "0,0", "-1,0", "0,-1" },
      ask      = "How many open ends does the loop have, where you could lay the next tile?",
      choices  = { "none", "one", "two" },
      accept   = "none",
      facts    = { score = { red = 6 } },
      hints    = { "Follow the red track with your finger.", "You come back to where you began." },
      wrong    = { one = "Where is it? Red runs round and round.", two = "A line has two ends. A loop has none." },
      right    = "None. It is closed for good: it cannot grow, and you begin anew from nothing.",
    },
    {
      say      = "Here your line has three tiles, and its ends look into A and B. A lies next to B. Take care: if both ends look into the same space, any tile laid there closes a loop.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 | hands 8,12,16,20,43,46/10,17,18,19,21,22 | bag 30",
      ask      = "Make red four long, and keep its two ends apart.",
      labels   = { A = "-1,1", B = "-1,2" },
      accept   = all_of { makes_line(4), function(before, after)
        -- A track that comes back to itself over a forced space is longer by that space.
        return after:track("red").indirect == 4, "Both ends look into one space now."
      end },
      hints    = { "Lay a tile with red on B, but do not let its other red edge look into A.", "Tile 8 or tile 12 on B, turned the right way.", "`8@-1,2:2` leads red off to the left." },
      wrong    = {
        ["20@-1,2:4"] = "Four long, but both ends look into A: the next tile closes a loop of five.",
        ["12@-1,2:4"] = "Four long, but both ends look into A: the next tile closes a loop of five.",
        ["43@2,0:1"]  = "Tile 43 has no red.",
      },
      right    = "Four long, two ends, free to grow.",
    },
    {
      say      = "Suppose you had played tile 20 so that both ends look into A. A is forced and asks for r b r. It is yellow's turn, and tile 10 fits.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 | hands 8,12,16,20,43,46/10,17,18,19,21,22 | bag 30",
      moves    = "20@-1,2:4",
      ask      = "What does yellow do with your loop?",
      labels   = { A = "-1,1" },
      choices  = { "close it", "keep away" },
      accept   = "close it",
      facts    = { score = { red = 4 }, count = 1, legal = "10@-1,1:1" },
      hints    = { "A forced space, and a tile that fits.", "Then there is no choice, not even for yellow." },
      wrong    = { ["keep away"] = "Yellow may not: what fits a forced space goes there." },
      right    = "Yellow has to, and does it with pleasure: ten points, and no more to come from these tiles.",
    },
    {
      say      = "In the last moments it is another matter: nothing grows any more, so double counts. The bag is empty, and this is your last tile.",
      position = "2@0,0:3 16@-1,0:3 | hands 26/8 | bag 0",
      ask      = "Get the most points.",
      labels   = { A = "0,-1" },
      accept   = scores(6),
      facts    = { score = { red = 2 } },
      hints    = { "You have a line of two. One tile more makes a line of three, or a loop of three.", "Both ends look into A, which asks for r r.", "Tile 26 to A." },
      wrong    = { ["26@1,-1:2"] = "Your line stays at two points. Look at A." },
      right    = "Six points in place of two. Early, let it grow; late, close it.",
    },
  },
}
