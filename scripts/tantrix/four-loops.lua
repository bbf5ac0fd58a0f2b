--- Four loops: place all 56 tiles; the score is the sum of the longest loops of the four colours.
return variant "four-loops" {
  base  = "puzzle",
  game  = true,
  title = "Four loops",
  options = {
    wanted = { default = 129, min = 1, max = 168, says = "target sum; people have reached 129" },
    tiles  = { fixed = true, says = "all 56 tiles are used" },
    goal   = { fixed = true, says = "the loops of all four colours count" },
    colour = { fixed = true, says = "the loops of all four colours count" },
    form   = { fixed = true, says = "only loops count" },
    shape  = { fixed = true, says = "the tiles may form any shape" },
  },
  rules = function(o)
    return {
      supply = { pool { tiles = {} } },
      finish = { goal { colours = {}, longest = "loop", at_least = o.wanted } },
    }
  end,
  tests = {
    { title = "136 is more than 129",
      position = "1@8,3:2 2@9,0:4 3@10,1:1 4@4,6:4 5@5,4:1 6@6,7:1 7@7,8:4 8@5,5:4 9@7,7:2 10@4,5:1 11@6,4:4 12@5,7:5 "
        .. "13@7,5:1 14@6,6:1 15@6,3:4 16@9,7:3 17@8,7:5 18@6,9:5 19@4,7:4 20@9,3:5 21@0,9:0 22@5,8:1 23@8,8:0 "
        .. "24@4,9:1 25@9,5:4 26@1,9:2 27@6,8:1 28@3,6:0 29@3,7:2 30@2,7:1 31@8,2:0 32@6,5:0 33@9,6:0 34@8,6:2 "
        .. "35@7,4:5 36@3,8:1 37@7,2:4 38@1,8:4 39@5,6:2 40@2,8:5 41@5,9:4 42@4,8:0 43@9,9:2 44@9,2:1 45@7,6:4 "
        .. "46@9,4:2 47@9,8:0 48@3,9:4 49@7,9:2 50@8,5:4 51@7,3:1 52@9,1:2 53@2,9:5 54@8,4:5 55@8,9:2 56@8,1:4",
      outcome = "solved", score = { player = 136 } },
    { title = "three tiles are not enough", position = "1@0,0:0 2@-1,0:2 3@0,-1:0", outcome = "open",
      score = { player = 3 } },
  },
}
