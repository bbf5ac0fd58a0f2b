--- Red's first stone lies on the edge, where it is worth less: a way to make up for moving first.
return variant "edge-start" {
  base  = "hex",
  title = "The first stone on the edge",
  rules = { turn = { opening { place = "stone", cells = { red = "edge", blue = "all" } } } },
  tests = {
    { title = "forty cells of the edge", count = 40, legal = { "a1", "f11" }, illegal = { "f6", "b2" }, why = "opening" },
    { title = "blue is free", moves = "a1", count = 121, legal = "f6" },
    { title = "so is red's second stone", moves = "a1 f6", legal = "g5" },
  },
}
