--- Professor: form loops of two colours at once, in the only pair that works.
return variant "professor" {
  base  = "puzzle",
  game  = true,
  title = "Professor",
  options = {
    tiles  = { default = { 2, 11, 15, 17, 20, 30, 38, 39, 44, 45, 51, 56 } },
    colour = { default = { "yellow", "blue" }, in_name = true },
  },
  rules = {},
  tests = {
    { title = "a yellow and a blue loop",
      position = "2@0,-1:4 11@-2,0:0 15@-3,1:3 17@-3,2:2 20@-2,2:1 30@1,-1:3 38@0,1:4 39@-1,-1:1 44@-1,1:1 45@-2,1:5 "
        .. "51@0,0:0 56@-1,0:2", outcome = "solved" },
    { title = "tile 51 rotated wrongly",
      position = "2@0,-1:4 11@-2,0:0 15@-3,1:3 17@-3,2:2 20@-2,2:1 30@1,-1:3 38@0,1:4 39@-1,-1:1 44@-1,1:1 45@-2,1:5 "
        .. "51@0,0:1 56@-1,0:2", outcome = "open" },
    { title = "no red loop as well", set = { colour = { "yellow", "blue", "red" } },
      position = "2@0,-1:4 11@-2,0:0 15@-3,1:3 17@-3,2:2 20@-2,2:1 30@1,-1:3 38@0,1:4 39@-1,-1:1 44@-1,1:1 45@-2,1:5 "
        .. "51@0,0:0 56@-1,0:2", outcome = "open" },
  },
}
