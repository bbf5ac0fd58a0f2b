--- A house rule: roads may go across corners.
return lesson "tak-diagonal-roads" {
  title = "A house rule: roads across corners",
  game  = "tak+diagonal-roads",
  level = 5,
  steps = {
    {
      say      = "A house rule changes one thing and leaves the rest. In this one roads may step across corners. You are white, and your flats lie on a line from corner to corner.",
      position = "x,2,2,x,1/x,2,x,1,x/x5/x,1,x2,2/1,x4 1 6",
      labels   = { X = "c3" },
      ask      = "Finish the road.",
      accept   = wins_in { 1, by = "road" },
      wrong    = { Sc3 = "A wall is no part of a road, under this rule either.", c4 = "c4 touches d4, but nothing leads from there to b2." },
      hints    = { "Which square touches both b2 and d4, be it by a corner?", "X." },
      right    = {
        c3  = "Five flats from corner to corner, and none of them touches the next by an edge.",
        Cc3 = "Four flats and the capstone from corner to corner, and none of them touches the next by an edge. A flat would have done.",
      },
    },
    {
      say      = "Under the usual rules the same flats are worth nothing.",
      game     = "tak",
      position = "x,2,2,x,1/x,2,x,1,x/x5/x,1,x2,2/1,x4 1 6",
      moves    = "c3",
      facts    = { outcome = "open" },
    },
    {
      say      = "Back to the house rule. You are black, and white threatens X.",
      game     = "tak+diagonal-roads",
      position = "x,2,2,x,1/x,2,x,1,x/x5/x,1,x2,2/1,x4 2 6",
      labels   = { X = "c3" },
      ask      = "Stop the road.",
      accept   = prevents(wins_in(1)),
      wrong    = {
        c4 = "White places at X and goes across the corners, past your stone.",
        d3 = "White places at X and goes across the corners, past your stone.",
      },
      hints    = { "Stones beside the line do not hold: corners are open. Something must be on the line.", "Fill X yourself." },
      right    = "Right: only a stone on the line stops a line across corners.",
    },
    {
      say     = "Think of the table for a moment.",
      game    = "tak+diagonal-roads",
      ask     = "With roads that may turn corners, is it easier or harder to block?",
      choices = { "easier", "harder" },
      accept  = "harder",
      wrong   = { easier = "Every square has up to eight neighbours now in place of four, so there are more ways around a stone." },
      hints   = { "How many squares touch c3 by an edge? And how many by an edge or a corner?" },
      right   = "Harder, so walls are worth more here. Whether the game is still fair, the program can tell you: the lessons on Houserule show how.",
    },
  },
}
