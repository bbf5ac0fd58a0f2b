--- A house rule: roads can cross corners.
return lesson "tak-diagonal-roads" {
  title = "A house rule: diagonal roads",
  game  = "tak+diagonal-roads",
  level = 5,
  steps = {
    {
      say      = "A house rule changes one thing and leaves the rest alone. This one lets roads cross corners. You're white, and your flats run from corner to corner.",
      position = "x,2,2,x,1/x,2,x,1,x/x5/x,1,x2,2/1,x4 1 6",
      labels   = { X = "c3" },
      ask      = "Finish the road.",
      accept   = wins_in { 1, by = "road" },
      wrong    = { Sc3 = "A wall is never part of a road, not even under this rule.", c4 = "c4 touches d4, but it doesn't connect to b2." },
      hints    = { "Which square touches both b2 and d4, even if only at a corner?", "X." },
      right    = {
        c3  = "Five flats from corner to corner, and no two of them share an edge.",
        Cc3 = "Four flats and the capstone from corner to corner, and no two of them share an edge. A flat would have done too.",
      },
    },
    {
      say      = "Under the usual rules, the same flats don't make a road.",
      game     = "tak",
      position = "x,2,2,x,1/x,2,x,1,x/x5/x,1,x2,2/1,x4 1 6",
      moves    = "c3",
      facts    = { outcome = "open" },
    },
    {
      say      = "Back to the house rule. You're black, and white threatens to place a piece at X.",
      game     = "tak+diagonal-roads",
      position = "x,2,2,x,1/x,2,x,1,x/x5/x,1,x2,2/1,x4 2 6",
      labels   = { X = "c3" },
      ask      = "Stop the road.",
      accept   = prevents(wins_in(1)),
      wrong    = {
        c4 = "White plays at X and slips past your flat, corner to corner.",
        d3 = "White plays at X and slips past your flat, corner to corner.",
      },
      hints    = { "A piece beside the diagonal doesn't stop it. You need a piece on it.", "Fill X yourself." },
      right    = "Right: only a piece on the diagonal stops a diagonal road.",
    },
    {
      say     = "Now think about how this changes the game.",
      game    = "tak+diagonal-roads",
      ask     = "When roads can cross corners, is it easier or harder to block them?",
      choices = { "easier", "harder" },
      accept  = "harder",
      wrong   = { easier = "Each square now has up to eight neighbours instead of four, so there are more ways around a piece." },
      hints   = { "How many squares share an edge with c3? And how many touch it at an edge or a corner?" },
      right   = "Harder, so walls are worth more. Is the game still fair? The program can find out: see the lessons on Houserule.",
    },
  },
}
