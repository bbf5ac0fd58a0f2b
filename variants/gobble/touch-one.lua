--- A tile needs to touch only one other: many more places to choose from, for first games with children.
return variant "touch-one" {
  title = "Touching one is enough",
  base  = "gobble",
  rules = { constraints = { touch { min = 1 } } },
  tests = {
    { title = "one is enough", position = "1@1,-1:0 2@1,0:2 | hands 3/4", legal = "1:3@2,-2:2" },
    { title = "touching none is not", position = "1@1,-1:0 2@1,0:2 | hands 3/4", illegal = "1:3@5,5:0", why = "touch" },
    { title = "also alone", set = { players = 1 }, position = "1@1,-1:0 2@1,0:2 | hand 3 | bag 5,6",
      legal = "3@2,-2:2" },
  },
}
