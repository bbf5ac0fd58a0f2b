--- SuperTrax: no box, no last tile; a line crosses everything in play, eight across or more.
return variant "supertrax" {
  base  = "trax",
  game  = true,
  title = "SuperTrax",
  rules = {
    constraints = { off "within" },
    finish      = { off "tiles_played", off "stuck" },
  },
}
