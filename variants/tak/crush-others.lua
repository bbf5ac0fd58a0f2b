--- A capstone cannot crush its own side's walls.
return variant "crush-others" {
  base  = "tak",
  title = "Capstones crush only opposing walls",
  rules = { pieces = { cap = { crushes_whose = "other" } } },
  tests = {
    { title = "not your own wall", position = "x5/x5/x5/2S,x4/1C,1S,x3 1 9",
      illegal = "a1>", why = "may not be covered" },
    { title = "an opposing wall", position = "x5/x5/x5/2S,x4/1C,1S,x3 1 9", moves = "a1+",
      becomes = "x5/x5/x5/21C,x4/x,1S,x3 2 9" },
  },
}
