--- A loop wins for its own colour, whoever closes it; a house rule that's kinder.
return lesson "trax-own-goal" {
  title = "Own goals",
  game  = "trax",
  level = 3,
  steps = {
    {
      say   = "White played the tile on the lower left, and that forced the tile beside it. Together they closed a loop, but it's a red one. A loop wins for its own colour, whoever closes it. So red has won in white's turn.",
      moves = [[@0/ B1\ A2\]],
      marks = { "A1", "B1", "A2", "B2" },
      facts = { outcome = "red wins by loop" },
    },
    {
      say    = "To learn to spot this, do it once on purpose. You're white.",
      moves  = [[@0/ B1\]],
      ask    = "Score an own goal: close red's loop.",
      labels = { P = "A2", Q = "B2" },
      accept = function(before, after)
        if after.winner == "red" then return true end
        return false, "Red hasn't won yet. Lead red from P to Q, or from Q to P."
      end,
      wrong  = { ["A2+"] = "That's a good defence. For once, we want a bad turn!" },
      hints  = { "Red's ends point into P and Q. Join them.", [[Red comes into P from above. Lead it to the right: A2\.]] },
      right  = "That was easy, and it's just as easy to do by mistake.",
    },
    {
      say    = "In a real game it's harder to see. You're white.",
      moves  = [[@0/ A0\ @1\ A2/ @1+ C3\]],
      ask    = "Two of your turns would close a loop for red at once. Play at P or Q, but don't let red have a loop, now or next turn.",
      labels = { P = "D2", Q = "D3" },
      accept = all_of { prevents(wins_in(1)), function(before, after)
        -- The first of the tiles is the one that was played, the others followed by force.
        if after.laid[1] == "D2" or after.laid[1] == "D3" then return true end
        return false, "Play at P or at Q."
      end },
      wrong  = {
        [ [[D2\]] ] = "Red comes into P from the left, and you lead it down into Q, where the other red end is waiting. An own goal!",
        ["D3/"] = "Red comes into Q from the left, and you lead it up into P, where the other red end is waiting. An own goal!",
      },
      hints  = { "Red's ends point right, into P and Q. Lead one of them away from the other.", "At P, go straight on or up. At Q, go straight on or down." },
      right  = "Before you play a tile, ask two things: what does it force, and whose loop could that close?",
    },
    {
      say     = "Some people find own goals too harsh. Under the house rule `own-tracks`, you can win only in your own turn. Here are the turns from the start of this lesson, under that rule.",
      game    = "trax+own-tracks",
      moves   = [[@0/ B1\ A2\]],
      ask     = "White has closed red's loop. Who wins?",
      choices = { "red", "white", "nobody" },
      accept  = "nobody",
      wrong   = {
        red   = "Under the usual rules, yes. Here a red loop counts only if red closes it.",
        white = "It's a red loop, so it never wins for white.",
      },
      hints   = { "Whose turn was it? And whose loop is it?" },
      right   = "Nobody. The game goes on, and the loop counts for nothing.",
      facts   = { outcome = "open" },
    },
  },
}
