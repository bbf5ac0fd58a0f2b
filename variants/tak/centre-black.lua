--- White opens with the black flat in the centre.
return variant "centre-black" {
  base  = "tak",
  title = "The first black flat goes to the centre",
  rules = { turn = { opening { cells = { white = "centre" } } } },
}
