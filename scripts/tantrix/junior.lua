--- Junior: a loop of all ten tiles, in the one colour that works.
return variant "junior" {
  base  = "puzzle",
  game  = true,
  title = "Junior",
  options = {
    tiles  = { default = { 3, 5, 8, 12, 14, 43, 46, 50, 52, 54 } },
    colour = { default = { "blue" }, in_name = true },
  },
  rules = {},
}
