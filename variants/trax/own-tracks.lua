--- A loop or line counts only for the seat that completes it: the opponent's, made by you, is nothing.
return variant "own-tracks" {
  base  = "trax",
  title = "Only your own tracks count in your turn",
  rules = { finish = { loop { only_mover = true }, line { only_mover = true } } },
  tests = {
    { title = "the other's loop is nothing", moves = [[@0/ B1\ A2\]], outcome = "open" },
    { title = "your own wins", moves = [[@0/ B1\ @1/ B2\]], outcome = "red wins by loop" },
    { title = "the other's line is nothing", moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ A2+ H1+", outcome = "open" },
  },
}
