--- Professor: loops of two colours at once, in the one pair that works.
return variant "professor" {
  base  = "puzzle",
  game  = true,
  title = "Professor",
  options = {
    tiles  = { default = { 2, 11, 15, 17, 20, 30, 38, 39, 44, 45, 51, 56 } },
    colour = { default = { "yellow", "blue" }, in_name = true },
  },
  rules = {},
}
