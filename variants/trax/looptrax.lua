--- LoopTrax: no box, no tile limit and no lines; only a loop wins.
return variant "looptrax" {
  base  = "trax",
  game  = true,
  title = "LoopTrax",
  rules = {
    constraints = { off "within" },
    finish      = { off "line", off "tiles_played", off "stuck" },
  },
  tests = {
    { title = "a line does not count", moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+", outcome = "open", legal = "I1+" },
    { title = "a loop wins", moves = [[@0/ B1\ A2\]], outcome = "red wins by loop" },
  },
}
