--- SuperTrax: no box and no tile limit; a line crosses all the tiles in play, eight or more across.
return variant "supertrax" {
  base  = "trax",
  game  = true,
  title = "SuperTrax",
  rules = {
    constraints = { off "within" },
    finish      = { off "tiles_played", off "stuck" },
  },
  tests = {
    { title = "no box", moves = [[@0/ A2\ A3/ A4\ B1/ C1\ D1/ E1\ F1/ G1\ H1/]], legal = "I1+" },
    { title = "a line of eight", moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+", outcome = "red wins by line" },
    { title = "a loop", moves = [[@0/ B1\ A2\]], outcome = "red wins by loop" },
  },
}
