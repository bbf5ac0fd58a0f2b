--- Red's first stone goes on the edge, where it is worth less: this balances the first move.
return variant "edge-start" {
  base  = "hex",
  title = "First stone on the edge",
  rules = { turn = { opening { place = "stone", cells = { red = "edge", blue = "all" } } } },
  tests = {
    { title = "forty edge cells", count = 40, legal = { "a1", "f11" }, illegal = { "f6", "b2" }, why = "opening" },
    { title = "blue is free", moves = "a1", count = 121, legal = "f6" },
    { title = "red's second stone is free too", moves = "a1 f6", legal = "g5" },
  },
}
