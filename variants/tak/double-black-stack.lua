--- White's first turn places a stack of two black flats (2a1); then black places one white flat.
return variant "double-black-stack" {
  base  = "tak",
  title = "White opens with a stack of two black flats",
  rules = { turn = { opening { stack = { white = 2 } } } },
  tests = {
    { title = "two, not one or three", count = 25, legal = "2a1", illegal = { "a1", "3a1" }, why = "opening" },
    { title = "black places one", moves = "2a1", count = 24, legal = "b1", illegal = "2b1", why = "opening" },
    { title = "both were black's", moves = "2a1 b1", becomes = "x5/x5/x5/x5/22,1,x3 1 2" },
  },
}
