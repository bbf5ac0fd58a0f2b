--- A player with a fitting tile must fill a space with three neighbours first.
return variant "fill-first" {
  base  = "weave",
  title = "Forced spaces first",
  rules = { constraints = { fill_first { sides = 3 } } },
  tests = {
    { title = "0,1 touches three tiles", position = "19@0,0:0 20@1,0:4 23@1,1:0 | hands 22,24/1", count = 3,
      legal = "22@0,1:0", illegal = "22@2,0:0", why = "filled first" },
    { title = "without a fitting tile, any space is allowed", position = "19@0,0:0 20@1,0:4 23@1,1:0 | hands 12/1",
      legal = "12@-1,0:5" },
  },
}
