--- A line is blocked where no remaining tile fits the space it points into.
return lesson "tantrix-blocking" {
  title = "Blocking a line",
  game  = "tantrix",
  level = 8,
  steps = {
    {
      say      = "This time you're yellow, and red's line of four is getting too long. A line can't grow any further into a space that no remaining tile fits. The bag is empty. Red has one tile, 20, and you have one, 43. Red's ends point into P and Q.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 10@-1,1:5 | hands 20/43 | bag 0 | seat yellow",
      labels   = { P = "-2,1", Q = "-1,2" },
      marks    = { "0,0", "1,0", "0,1", "-1,1" },
      facts    = { score = { red = 4 } },
    },
    {
      say     = "Before you move, put yourself in red's place. Q needs y r, read clockwise: yellow from tile 10, then red from tile 5. P needs only r. Tile 20 is g r r y g y.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 10@-1,1:5 | hands 20/43 | bag 0 | seat red",
      ask     = "Where could red play tile 20 to make the line longer?",
      labels  = { P = "-2,1", Q = "-1,2" },
      choices = { "P", "Q", "P and Q" },
      accept  = "P",
      facts   = { legal = { "20@-2,1:0", "20@-2,1:5" }, illegal = { "20@-1,2:0", "20@-1,2:1", "20@-1,2:2", "20@-1,2:3", "20@-1,2:4", "20@-1,2:5" } },
      hints   = { "Look for y r in g r r y g y. Remember that the last letter joins the first.", "There's no y r: after each y comes g. Is there an r?" },
      wrong   = { Q = "In tile 20, g always comes after y, never r.", ["P and Q"] = "P, yes. But Q needs y r, and tile 20 doesn't have it." },
      right   = "Only P. One end is blocked already, so you have just one left to block.",
    },
    {
      say     = "Now it's your move. P has one neighbour. Give it another, with a colour that never comes right after r in tile 20. You can do that from X, because X touches P.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 10@-1,1:5 | hands 20/43 | bag 0 | seat yellow",
      ask     = "You're yellow. Block red, so that the line can't reach five.",
      labels  = { P = "-2,1", X = "-2,2" },
      accept  = prevents(makes_line(5)),
      hints   = {
        "Clockwise around P, the edge towards tile 10 comes first, then the edge towards X.",
        "P will need r and then your colour. In tile 20, r is followed by r or y. Which colour does your tile have besides yellow?",
        "Blue towards P, yellow towards tile 10: tile 43 on X, `43@-2,2:4`.",
      },
      wrong   = {
        ["43@-2,2:3"] = "The right space, but you gave P a yellow edge, and tile 20 has r y.",
        ["43@2,0:1"]  = "That's too far away. Red plays tile 20 on P and has five.",
      },
      right   = "No tile fits P, and none fits Q. Red's line stays at four for good.",
    },
    {
      say      = "While there are tiles in the bag, you need to count. Red's line runs through tiles 1, 12, 2 and 4. One end points into P, which needs r y so far. With a blue edge from X, it would need r y b. Of all 56 tiles, five have r y b: 4, 8, 9, 12 and 13.",
      position = "1@1,-1:0 2@1,0:5 4@2,0:5 12@2,-1:2 9@3,-2:3 13@2,-2:3 8@3,-3:1 | hands 14,15,16/3,25,43,46 | bag 30 | seat yellow",
      ask      = "How many of the five could still be played on P?",
      labels   = { P = "0,0", X = "0,1" },
      marks    = { "2,0", "3,-3", "3,-2", "2,-1", "2,-2" },
      choices  = { "none", "one", "two" },
      accept   = "none",
      facts    = { score = { red = 4 }, legal = "3@0,1:4" },
      hints    = { "Look for the five numbers on the board.", "They're marked." },
      wrong    = { one = "Look again. Which one isn't on the board?", two = "Look again. Which two aren't on the board?" },
      right    = "None: all five have been played.",
    },
    {
      ask    = "You're yellow. Block red at P.",
      labels = { P = "0,0", X = "0,1" },
      accept = function(before, after)
        assert(#before:track("red").blocked == 0)
        for _, cell in ipairs(after:track("red").blocked) do
          if cell == "0,0" then return true end
        end
        return false, "Some remaining tile still fits P."
      end,
      hints  = { "X touches P. Play a tile there with a blue edge towards P.", "Yellow to tile 2, blue to P: tile 3 on X.", "`3@0,1:4`" },
      wrong  = { ["3@0,1:3"] = "The right space. But now P needs r y y, and some tiles have that." },
      right  = "Blocked for the rest of the game, even with a bag full of tiles. Your own end there is blocked too, but your line was short.",
    },
    {
      say      = "Once the bag is empty, there's a sure way: point three ends of one colour into the same space. Red points into P from tiles 1 and 2, and hopes to fill it. Tile 14 would fit.",
      position = "1@1,-1:0 2@1,0:2 | hands 14/3 | bag 0 | seat yellow",
      ask      = "You're yellow. Keep red from making a line of three.",
      labels   = { P = "0,0", X = "0,1" },
      accept   = all_of { prevents(makes_line(3)), function(before, after)
        assert(before:track("red").indirect == 1)
        return after:track("red").line < 3, "Red has three tiles already."
      end },
      facts    = { legal = { "3@0,1:1", "3@0,0:2" } },
      hints    = { "No tile has three red edges.", "X touches P. Play a tile there with a red edge towards P.", "`3@0,1:1`" },
      wrong    = {
        ["3@0,0:2"] = "You've joined the two red ends yourself. That's three tiles.",
        ["3@0,1:2"] = "Now P needs r r y, and tile 14 has that.",
        ["3@2,0:1"] = "Red plays tile 14 on P and has three.",
      },
      right    = {
        ["3@0,1:1"]  = "Three red ends: nothing will ever fit P. That's why you can't do this while there are tiles in the bag.",
        ["3@0,-1:4"] = "Three red ends: nothing will ever fit P. That's why you can't do this while there are tiles in the bag.",
        ["3@0,-1:5"] = "That works too: now P needs y r r, and tile 14 has b r r. Three red ends would have been even safer.",
      },
    },
    {
      say    = "You don't have to work all this out yourself: `look` lists every space where a colour is blocked. Here three red ends point into P.",
      position = "1@1,-1:0 2@1,0:2 | hands 14/3 | bag 0 | seat yellow",
      moves  = "3@0,1:1",
      ask    = "Type `look` and find P in the last column.",
      labels = { P = "0,0" },
      accept = types("look"),
      hints  = { "It's just one word: look." },
      right  = "Red is blocked at 0,0, which is P.",
    },
  },
}
