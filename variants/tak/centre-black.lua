--- White opens with the black flat in the centre.
return variant "centre-black" {
  base  = "tak",
  title = "The first black flat goes to the centre",
  rules = { turn = { opening { cells = { white = "centre" } } } },
  tests = {
    { title = "the one cell in the middle", count = 1, legal = "c3", illegal = "a1", why = "opening" },
    { title = "one of the four in the middle", set = { size = 6 }, count = 4, legal = { "c3", "d4" }, illegal = "b2" },
    { title = "black is free", moves = "c3", count = 24, legal = "a1" },
  },
}
