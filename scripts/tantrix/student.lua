--- Student: a loop of all ten tiles, in the one colour that works.
return variant "student" {
  base  = "puzzle",
  game  = true,
  title = "Student",
  options = {
    tiles  = { default = { 19, 21, 24, 25, 29, 31, 32, 40, 41, 42 } },
    colour = { default = { "green" }, in_name = true },
  },
  rules = {},
}
