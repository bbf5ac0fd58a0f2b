--- Master: a loop of all twelve tiles, in the one colour that works.
return variant "master" {
  base  = "puzzle",
  game  = true,
  title = "Master",
  options = {
    tiles  = { default = { 18, 22, 23, 26, 27, 33, 34, 35, 36, 47, 53, 55 } },
    colour = { default = { "green" }, in_name = true },
  },
  rules = {},
}
