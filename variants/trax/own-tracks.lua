--- A loop or line counts only in the mover's own colour.
return variant "own-tracks" {
  base  = "trax",
  title = "Only the mover's tracks count",
  rules = { finish = { loop { only_mover = true }, line { only_mover = true } } },
  tests = {
    { title = "the opponent's loop does not count", moves = [[@0/ B1\ A2\]], outcome = "open" },
    { title = "your own wins", moves = [[@0/ B1\ @1/ B2\]], outcome = "red wins by loop" },
    { title = "the opponent's line does not count", moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ A2+ H1+", outcome = "open" },
  },
}
