--- A loop counts double, but it can't grow: don't let a short line close on itself.
return lesson "tantrix-small-loops" {
  title = "Small loops to avoid",
  game  = "tantrix",
  level = 7,
  steps = {
    {
      say      = "A loop counts double, but a small one is a disappointment. This red loop is worth six points, and it often takes more than twenty to win.",
      position = "2@0,0:3 16@-1,0:3 26@0,-1:5 | hands 8,20,21,22,23,24/31,32,33,34,35,36 | bag 30",
      marks    = { "0,0", "-1,0", "0,-1" },
      ask      = "How many open ends does the loop have, where you could play the next tile?",
      choices  = { "none", "one", "two" },
      accept   = "none",
      facts    = { score = { red = 6 } },
      hints    = { "Follow the red track with your finger.", "You come back to where you started." },
      wrong    = { one = "Where is it? Red goes around and around.", two = "A line has two ends. A loop has none." },
      right    = "None. It's closed for good. It can't grow, so you have to start again from nothing.",
    },
    {
      say      = "Here your red line has three tiles, and its ends point into P and Q, which are neighbours. Be careful: if both ends point into the same space, any tile played there closes a loop.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 | hands 8,12,16,20,43,46/10,17,18,19,21,22 | bag 30",
      ask      = "Make red four tiles long, and keep its two ends apart.",
      labels   = { P = "-1,1", Q = "-1,2" },
      accept   = all_of { makes_line(4), function(before, after)
        -- A track that comes back to itself over a forced space is longer by that space.
        return after:track("red").indirect == 4, "Now both ends point into the same space."
      end },
      hints    = { "Play a tile with red on Q, but don't let its other red edge point into P.", "Tile 8 or tile 12 on Q, in the right rotation.", "`8@-1,2:2` leads red away to the left." },
      wrong    = {
        ["20@-1,2:4"] = "Four tiles, but both ends point into P. The next tile there closes a loop of five.",
        ["12@-1,2:4"] = "Four tiles, but both ends point into P. The next tile there closes a loop of five.",
        ["43@2,0:1"]  = "Tile 43 has no red.",
      },
      right    = "Four tiles, two separate ends, and room to grow.",
    },
    {
      say      = "Suppose you had played tile 20 so that both ends point into X. Now X is forced and needs r b r. It's yellow's turn, and tile 10 fits.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 | hands 8,12,16,20,43,46/10,17,18,19,21,22 | bag 30",
      moves    = "20@-1,2:4",
      ask      = "What does yellow do about your loop?",
      labels   = { X = "-1,1" },
      choices  = { "close it", "keep away" },
      accept   = "close it",
      facts    = { score = { red = 4 }, count = 1, legal = "10@-1,1:1" },
      hints    = { "There's a forced space, and a tile that fits it.", "So yellow has no choice." },
      wrong    = { ["keep away"] = "Yellow isn't free to do that: a tile that fits a forced space must go there." },
      right    = "Yellow has to close it, and is glad to. You get ten points, and these tiles will never score more.",
    },
    {
      say      = "At the very end it's different. Lines have no time left to grow, so counting double is what matters. You're red, the bag is empty, and this is your last tile.",
      position = "2@0,0:3 16@-1,0:3 | hands 26/8 | bag 0",
      ask      = "Get as many points as you can.",
      labels   = { X = "0,-1" },
      accept   = scores(6),
      facts    = { score = { red = 2 } },
      hints    = { "You have a line of two. One more tile could make a line of three, or a loop of three.", "Both ends point into X, which needs r r.", "Play tile 26 on X." },
      wrong    = { ["26@1,-1:2"] = "Your line is still worth two points. Look at X." },
      right    = "Six points instead of two. Early in the game, let your line grow. Late in the game, close it.",
    },
  },
}
