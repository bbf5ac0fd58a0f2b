--- White's first turn puts down a stack of two black flats (2a1), then black places one white flat.
return variant "double-black-stack" {
  base  = "tak",
  title = "White opens with a stack of two black flats",
  rules = { turn = { opening { stack = { white = 2 } } } },
}
