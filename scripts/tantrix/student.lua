--- Student: join all ten tiles in one loop, in the only colour that works.
return variant "student" {
  base  = "puzzle",
  game  = true,
  title = "Student",
  options = {
    tiles  = { default = { 19, 21, 24, 25, 29, 31, 32, 40, 41, 42 } },
    colour = { default = { "green" }, in_name = true },
  },
  rules = {},
  tests = {
    { title = "a green loop of ten",
      position = "19@-1,1:2 21@0,2:4 24@0,-1:1 25@0,1:5 29@0,0:0 31@-2,1:0 32@-1,0:0 40@1,0:3 41@1,1:0 42@-1,2:4",
      outcome = "solved" },
    { title = "tile 29 rotated wrongly",
      position = "19@-1,1:2 21@0,2:4 24@0,-1:1 25@0,1:5 29@0,0:1 31@-2,1:0 32@-1,0:0 40@1,0:3 41@1,1:0 42@-1,2:4",
      outcome = "open" },
    { title = "no red loop", set = { colour = "red" },
      position = "19@-1,1:2 21@0,2:4 24@0,-1:1 25@0,1:5 29@0,0:0 31@-2,1:0 32@-1,0:0 40@1,0:3 41@1,1:0 42@-1,2:4",
      outcome = "open" },
  },
}
