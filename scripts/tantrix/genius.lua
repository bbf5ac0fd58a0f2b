--- Genius: form lines of two colours at once, red and yellow or red and blue, through every tile with the colour.
return variant "genius" {
  base  = "puzzle",
  game  = true,
  title = "Genius",
  options = {
    tiles  = { default = { 1, 4, 6, 7, 9, 10, 13, 16, 28, 37, 48, 49 } },
    colour = { default = { "red", "yellow" }, in_name = true },
    form   = { default = "line" },
  },
  rules = {},
  tests = {
    { title = "red and yellow",
      position = "1@-1,1:3 4@-1,2:3 6@-1,0:4 7@-2,1:4 9@-2,2:0 10@0,-1:5 13@-3,2:3 16@0,0:0 28@-1,-1:5 37@-1,3:0 "
        .. "48@0,1:0 49@-3,3:2", outcome = "solved" },
    { title = "red and blue", set = { colour = { "red", "blue" } },
      position = "1@0,1:5 4@2,0:4 6@2,-1:5 7@1,1:3 9@0,0:0 10@0,2:0 13@1,0:0 16@3,-2:0 28@1,2:2 37@2,-2:2 48@1,-1:3 "
        .. "49@0,3:5", outcome = "solved" },
    { title = "red and blue is not red and yellow",
      position = "1@0,1:5 4@2,0:4 6@2,-1:5 7@1,1:3 9@0,0:0 10@0,2:0 13@1,0:0 16@3,-2:0 28@1,2:2 37@2,-2:2 48@1,-1:3 "
        .. "49@0,3:5", outcome = "open" },
    { title = "lines, not loops", set = { form = "loop" },
      position = "1@-1,1:3 4@-1,2:3 6@-1,0:4 7@-2,1:4 9@-2,2:0 10@0,-1:5 13@-3,2:3 16@0,0:0 28@-1,-1:5 37@-1,3:0 "
        .. "48@0,1:0 49@-3,3:2", outcome = "open" },
  },
}
