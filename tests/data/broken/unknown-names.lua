--- Pieces, seats and words that do not exist.
return variant "unknown-names" {
  base  = "tak",
  rules = {
    moves   = { place { "flat", "wal", "cap" } },
    pieces  = { cap = { crushes = { "walls" }, crushes_whose = "others" } },
    reserve = {
      blakc = { flat = 3 },
      white = { stone = 3 },
    },
    turn    = { opening { cells = { green = "centre", white = "center" } } },
    finish  = { tops { id = "flats", tie = "blak" } },
    notation = "png",
  },
}
