--- A line is blocked where no tile that is left fits the space it looks into.
return lesson "tantrix-blocking" {
  title = "Blocking a line",
  game  = "tantrix",
  level = 8,
  steps = {
    {
      say      = "You are yellow for once, and red is too long for your taste: four tiles. A line ends for good where no tile that is left fits the space it looks into. The bag is empty; red has one tile, 20, and you have one, 43. Red's ends look into X and Y.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 10@-1,1:5 | hands 20/43 | bag 0 | seat yellow",
      labels   = { X = "-2,1", Y = "-1,2" },
      marks    = { "0,0", "1,0", "0,1", "-1,1" },
      facts    = { score = { red = 4 } },
    },
    {
      say     = "Before you move, think for red. Y asks for y r: yellow from tile 10, then red from tile 5. X asks for r only. Tile 20 reads g r r y g y.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 10@-1,1:5 | hands 20/43 | bag 0 | seat red",
      ask     = "Where could red go on with tile 20?",
      labels  = { X = "-2,1", Y = "-1,2" },
      choices = { "X", "Y", "X and Y" },
      accept  = "X",
      facts   = { legal = { "20@-2,1:0", "20@-2,1:5" }, illegal = { "20@-1,2:0", "20@-1,2:1", "20@-1,2:2", "20@-1,2:3", "20@-1,2:4", "20@-1,2:5" } },
      hints   = { "Look for y r in the ring g r r y g y.", "There is no y r, for after y comes g. And r alone?" },
      wrong   = { Y = "After y, tile 20 always has g, never r.", ["X and Y"] = "X, yes. But look for y r in tile 20: it is not there." },
      right   = "Only X. One end is blocked already: one is left.",
    },
    {
      say     = "Your move. X has one neighbour. Give it another, with a colour that tile 20 never has right after r. A is the place for it: it touches X.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 10@-1,1:5 | hands 20/43 | bag 0 | seat yellow",
      ask     = "Block red: leave it no way to five.",
      labels  = { X = "-2,1", A = "-2,2" },
      accept  = prevents(makes_line(5)),
      hints   = {
        "Going clockwise around X, the edge towards tile 10 comes first, then the edge towards A.",
        "X will ask for r and then your colour. In tile 20, r is followed by r or y. What does your tile have besides yellow?",
        "Blue towards X, yellow towards tile 10: tile 43 on A, `43@-2,2:4`.",
      },
      wrong   = {
        ["43@-2,2:3"] = "The right place, but you show yellow to X, and tile 20 has r y.",
        ["43@2,0:1"]  = "Far away. Red plays tile 20 to X and has five.",
      },
      right   = "No tile fits X, none fits Y: four it is, for ever.",
    },
    {
      say      = "While the bag has tiles, a block needs counting. Red's line runs over 1, 12, 2 and 4, and one end looks into A, which asks for r y so far. With blue from B it would ask for r y b. In the whole set five tiles have r y b: 4, 8, 9, 12 and 13.",
      position = "1@1,-1:0 2@1,0:5 4@2,0:5 12@2,-1:2 9@3,-2:3 13@2,-2:3 8@3,-3:1 | hands 14,15,16/3,25,43,46 | bag 30 | seat yellow",
      ask      = "How many of the five could still come to A?",
      labels   = { A = "0,0", B = "0,1" },
      marks    = { "2,0", "3,-3", "3,-2", "2,-1", "2,-2" },
      choices  = { "none", "one", "two" },
      accept   = "none",
      facts    = { score = { red = 4 }, legal = "3@0,1:4" },
      hints    = { "Look for the five numbers on the board.", "They are marked." },
      wrong    = { one = "Look again: which one is not on the board?", two = "Look again: which two are not on the board?" },
      right    = "None: all five lie there already.",
    },
    {
      ask    = "Then block red at A.",
      labels = { A = "0,0", B = "0,1" },
      accept = function(before, after)
        assert(#before:track("red").blocked == 0)
        for _, cell in ipairs(after:track("red").blocked) do
          if cell == "0,0" then return true end
        end
        return false, "A tile may still come that fits A."
      end,
      hints  = { "B touches A. Show blue to A from there.", "Yellow to tile 2, blue to A: tile 3 on B.", "`3@0,1:4`" },
      wrong  = { ["3@0,1:3"] = "The right place. But A asks for r y y now, and some tiles have that." },
      right  = "Blocked for the rest of the game, with a bag full of tiles. Your own end there is blocked as well, but yours was short.",
    },
    {
      say      = "In the endgame there is a sure way: three of one colour into one space. Red looks into A from tile 1 and from tile 2, and hopes for a tile there: tile 14 fits.",
      position = "1@1,-1:0 2@1,0:2 | hands 14/3 | bag 0 | seat yellow",
      ask      = "You are yellow. Keep red from a line of three.",
      labels   = { A = "0,0", B = "0,1" },
      accept   = all_of { prevents(makes_line(3)), function(before, after)
        assert(before:track("red").indirect == 1)
        return after:track("red").line < 3, "Red has three tiles already."
      end },
      facts    = { legal = { "3@0,1:1", "3@0,0:2" } },
      hints    = { "No tile has three red edges.", "B touches A. Show a third red to A from there.", "`3@0,1:1`" },
      wrong    = {
        ["3@0,0:2"] = "You have just joined the reds yourself: three tiles.",
        ["3@0,1:2"] = "A still asks for r r and yellow, which tile 14 has.",
        ["3@2,0:1"] = "Red plays tile 14 to A and has three.",
      },
      right    = {
        ["3@0,1:1"]  = "Three reds: A is dead, nothing will ever fit it. That is why it is forbidden while the bag has tiles.",
        ["3@0,-1:4"] = "Three reds: A is dead, nothing will ever fit it. That is why it is forbidden while the bag has tiles.",
        ["3@0,-1:5"] = "That holds, too: A asks for y r r now, and tile 14 has b r r. Three reds would have been even surer.",
      },
    },
    {
      say    = "You need not keep all that in your head: `look` names every space where a colour is blocked. Here three reds look into A.",
      position = "1@1,-1:0 2@1,0:2 | hands 14/3 | bag 0 | seat yellow",
      moves  = "3@0,1:1",
      ask    = "Type `look` and find A in the last column.",
      labels = { A = "0,0" },
      accept = types("look"),
      hints  = { "Just the word: look." },
      right  = "Red is blocked at 0,0: that is A.",
    },
  },
}
