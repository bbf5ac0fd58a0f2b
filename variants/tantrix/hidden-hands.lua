--- Nobody sees the tiles of the others.
return variant "hidden-hands" {
  title = "Hidden hands",
  base  = "tantrix",
  rules = { supply = { hand { open = false } } },
  tests = {
    { title = "every move is as legal as before", position = "1@0,0:0 | hands 2/? | bag 40", count = 12,
      legal = "2@1,0:2", illegal = "2@1,0:0", why = "match" },
    { title = "what others hold may be unknown", position = "1@0,0:0 | hands 2/? | bag 40", illegal = "3@1,0:2",
      why = "does not hold" },
  },
}
