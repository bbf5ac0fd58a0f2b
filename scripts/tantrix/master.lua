--- Master: join all twelve tiles in one loop, in the only colour that works.
return variant "master" {
  base  = "puzzle",
  game  = true,
  title = "Master",
  options = {
    tiles  = { default = { 18, 22, 23, 26, 27, 33, 34, 35, 36, 47, 53, 55 } },
    colour = { default = { "green" }, in_name = true },
  },
  rules = {},
  tests = {
    { title = "a green loop of twelve",
      position = "18@2,-1:1 22@3,-3:1 23@0,-2:1 26@0,-1:0 27@4,-3:1 33@3,-1:4 34@2,-3:1 35@1,0:0 36@3,-2:0 47@4,-2:1 "
        .. "53@0,0:0 55@1,-2:2", outcome = "solved" },
    { title = "tile 53 rotated wrongly",
      position = "18@2,-1:1 22@3,-3:1 23@0,-2:1 26@0,-1:0 27@4,-3:1 33@3,-1:4 34@2,-3:1 35@1,0:0 36@3,-2:0 47@4,-2:1 "
        .. "53@0,0:1 55@1,-2:2", outcome = "open" },
    { title = "no red loop", set = { colour = "red" },
      position = "18@2,-1:1 22@3,-3:1 23@0,-2:1 26@0,-1:0 27@4,-3:1 33@3,-1:4 34@2,-3:1 35@1,0:0 36@3,-2:0 47@4,-2:1 "
        .. "53@0,0:0 55@1,-2:2", outcome = "open" },
  },
}
