--- Players cannot see each other's tiles.
return variant "hidden-hands" {
  title = "Hidden hands",
  base  = "tantrix",
  rules = { supply = { hand { open = false } } },
  tests = {
    { title = "legality does not change", position = "1@0,0:0 | hands 2/? | bag 40", count = 12,
      legal = "2@1,0:2", illegal = "2@1,0:0", why = "match" },
    { title = "the hands of others may be unknown", position = "1@0,0:0 | hands 2/? | bag 40", illegal = "3@1,0:2",
      why = "does not hold" },
  },
}
