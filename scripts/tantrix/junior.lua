--- Junior: join all ten tiles in one loop, in the only colour that works.
return variant "junior" {
  base  = "puzzle",
  game  = true,
  title = "Junior",
  options = {
    tiles  = { default = { 3, 5, 8, 12, 14, 43, 46, 50, 52, 54 } },
    colour = { default = { "blue" }, in_name = true },
  },
  rules = {},
  tests = {
    { title = "a blue loop of ten",
      position = "3@3,-2:2 5@2,1:4 8@2,-2:2 12@3,-1:5 14@0,0:0 43@2,-1:5 46@1,0:2 50@1,-1:0 52@2,0:2 54@1,1:5",
      outcome = "solved" },
    { title = "tile 14 rotated wrongly",
      position = "3@3,-2:2 5@2,1:4 8@2,-2:2 12@3,-1:5 14@0,0:1 43@2,-1:5 46@1,0:2 50@1,-1:0 52@2,0:2 54@1,1:5",
      outcome = "open" },
    { title = "no red loop", set = { colour = "red" },
      position = "3@3,-2:2 5@2,1:4 8@2,-2:2 12@3,-1:5 14@0,0:0 43@2,-1:5 46@1,0:2 50@1,-1:0 52@2,0:2 54@1,1:5",
      outcome = "open" },
  },
}
