--- White places the first black flat in the centre.
return variant "centre-black" {
  base  = "tak",
  title = "First black flat in the centre",
  rules = { turn = { opening { cells = { white = "centre" } } } },
  tests = {
    { title = "the centre cell", count = 1, legal = "c3", illegal = "a1", why = "opening" },
    { title = "one of four centre cells", set = { size = 6 }, count = 4, legal = { "c3", "d4" }, illegal = "b2" },
    { title = "black is free", moves = "c3", count = 24, legal = "a1" },
  },
}
