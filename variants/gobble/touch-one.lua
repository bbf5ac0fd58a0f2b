--- Touching one tile is enough: far more places to choose from, for the first games with children.
return variant "touch-one" {
  title = "Touching one is enough",
  base  = "gobble",
  rules = { constraints = { touch { min = 1 } } },
  tests = {
    { title = "one is enough", position = "1@1,-1:0 2@1,0:2 | hands 3/4", legal = "1:3@2,-2:2" },
    { title = "none is not", position = "1@1,-1:0 2@1,0:2 | hands 3/4", illegal = "1:3@5,5:0", why = "touch" },
    { title = "alone, too", set = { players = 1 }, position = "1@1,-1:0 2@1,0:2 | hand 3 | bag 5,6",
      legal = "3@2,-2:2" },
  },
}
