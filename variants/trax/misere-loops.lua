--- A loop loses for its colour; lines still win.
return variant "misere-loops" {
  base  = "trax",
  title = "Loops lose",
  rules = { finish = { loop { result = "loss" } } },
  tests = {
    { title = "the owner of the loop loses", moves = [[@0/ B1\ A2\]], outcome = "white wins by loop" },
    { title = "lines still win", moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+", outcome = "red wins by line" },
  },
}
