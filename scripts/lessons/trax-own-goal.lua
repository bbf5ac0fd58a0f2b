--- A loop wins for its colour, whoever closes it; a house rule that is kinder.
return lesson "trax-own-goal" {
  title = "Own goals",
  game  = "trax",
  level = 3,
  steps = {
    {
      say   = "It was white who laid the tile in brackets, and the forced tile beside it closed a loop. But it is a red loop. A loop wins for the side whose colour it has, whoever closed it: red has won in white's turn.",
      moves = [[@0/ B1\ A2\]],
      marks = { "A1", "B1", "A2", "B2" },
      facts = { outcome = "red wins by loop" },
    },
    {
      say    = "To learn to see it, do it once on purpose. You are white.",
      moves  = [[@0/ B1\]],
      ask    = "Score an own goal: close red's loop.",
      labels = { X = "A2", Y = "B2" },
      accept = function(before, after)
        if after.winner == "red" then return true end
        return false, "Red has not won yet. Lead red from X to Y, or from Y to X."
      end,
      wrong  = { ["A2+"] = "That is a good defence. For once a bad turn is wanted." },
      hints  = { "Red's ends point into X and Y. Join them.", [[X has red on top; lead it to the right. That is A2\.]] },
      right  = "That was easy, and it happens just as easily by mistake.",
    },
    {
      say    = "In a real game it is less plain. You are white here.",
      moves  = [[@0/ A0\ @1\ A2/ @1+ C3\]],
      ask    = "Two of your turns give red a loop at once. Play at X or Y, but so that red has no loop, neither now nor in the next turn.",
      labels = { X = "D2", Y = "D3" },
      accept = all_of { prevents(wins_in(1)), function(before, after)
        -- The first of the tiles is the one that was played, the others followed by force.
        if after.laid[1] == "D2" or after.laid[1] == "D3" then return true end
        return false, "Play at X or at Y."
      end },
      wrong  = {
        [ [[D2\]] ] = "Red comes into X from the left and you lead it down into Y, where the other red end waits: own goal.",
        ["D3/"] = "Red comes into Y from the left and you lead it up into X, where the other red end waits: own goal.",
      },
      hints  = { "Red's ends point to the right, into X and Y. Lead one of them away from the other.", "At X: straight on, or up. At Y: straight on, or down." },
      right  = "Before you let go of a tile, ask twice: what does it force, and whose loop is that?",
    },
    {
      say     = "Some tables find own goals too harsh. Under the house rule `own-tracks` only the side that has just moved can win in a turn. These are the turns of the first picture again, under that rule.",
      game    = "trax+own-tracks",
      moves   = [[@0/ B1\ A2\]],
      ask     = "White has closed red's loop. Who has won?",
      choices = { "red", "white", "nobody" },
      accept  = "nobody",
      wrong   = {
        red   = "Under the usual rules, yes. Here a loop of red counts only when red closes it.",
        white = "It is a red loop: white never wins with that.",
      },
      hints   = { "Who has just moved? And whose loop is it?" },
      right   = "Nobody: the game goes on, and the loop lies there for nothing.",
      facts   = { outcome = "open" },
    },
  },
}
