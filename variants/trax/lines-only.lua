--- Loops do not count; only a line wins.
return variant "lines-only" {
  base  = "trax",
  title = "Only lines count",
  rules = { finish = { off "loop" } },
  tests = {
    { title = "a loop does not count", moves = [[@0/ B1\ A2\]], outcome = "open" },
    { title = "a line wins", moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+", outcome = "red wins by line" },
  },
}
