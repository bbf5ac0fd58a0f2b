--- Capstones cannot crush walls.
return variant "no-crush" {
  base  = "tak",
  title = "Capstones crush nothing",
  rules = { pieces = { cap = { crushes = {} } } },
  tests = {
    { title = "the wall holds", position = "x5/x5/x5/2S,x4/1C,x4 1 9", illegal = "a1+", why = "may not be covered" },
    { title = "a capstone still moves", position = "x5/x5/x5/2S,x4/1C,2,x3 1 9", legal = "a1>" },
  },
}
