--- Four lines: place all 56 tiles; the score is the sum of the longest lines of the four colours.
return variant "four-lines" {
  base  = "puzzle",
  game  = true,
  title = "Four lines",
  options = {
    wanted = { default = 139, min = 1, max = 168, says = "target sum; people have reached 139" },
    tiles  = { fixed = true, says = "all 56 tiles are used" },
    goal   = { fixed = true, says = "the lines of all four colours count" },
    colour = { fixed = true, says = "the lines of all four colours count" },
    form   = { fixed = true, says = "only lines count" },
    shape  = { fixed = true, says = "the tiles may form any shape" },
  },
  rules = function(o)
    return {
      supply = { pool { tiles = {} } },
      finish = { goal { colours = {}, longest = "line", at_least = o.wanted } },
    }
  end,
  tests = {
    { title = "145 is more than 139",
      position = "1@6,-1:1 2@1,7:1 3@1,3:2 4@5,2:4 5@0,3:4 6@2,6:4 7@3,0:4 8@4,2:1 9@3,1:0 10@3,7:5 11@6,5:3 12@7,4:0 "
        .. "13@5,1:4 14@2,1:4 15@5,-1:2 16@3,3:3 17@2,4:4 18@7,2:3 19@6,0:0 20@3,4:2 21@2,2:1 22@5,5:3 23@7,3:0 "
        .. "24@3,6:5 25@4,7:4 26@0,6:0 27@0,5:5 28@2,7:4 29@4,5:4 30@4,0:2 31@6,3:5 32@2,5:1 33@1,2:4 34@4,-1:0 "
        .. "35@6,1:1 36@4,3:1 37@5,4:3 38@4,6:1 39@4,1:5 40@2,3:0 41@6,2:4 42@5,0:2 43@1,5:3 44@5,6:0 45@6,4:1 "
        .. "46@0,7:1 47@3,5:1 48@7,0:5 49@4,4:0 50@1,6:4 51@7,-1:2 52@0,4:2 53@7,1:3 54@3,2:3 55@1,4:5 56@5,3:3",
      outcome = "solved", score = { player = 145 } },
    { title = "three tiles are not enough", position = "1@0,0:0 2@-1,0:2 3@0,-1:0", outcome = "open",
      score = { player = 2 } },
  },
}
