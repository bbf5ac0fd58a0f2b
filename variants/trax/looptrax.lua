--- LoopTrax: no box, no last tile and no lines; only a loop wins.
return variant "looptrax" {
  base  = "trax",
  game  = true,
  title = "LoopTrax",
  rules = {
    constraints = { off "within" },
    finish      = { off "line", off "tiles_played", off "stuck" },
  },
}
