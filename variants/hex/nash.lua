--- The 14 by 14 board that John Nash, one of the two inventors of Hex, preferred.
return variant "nash" {
  base    = "hex",
  title   = "Nash's board, 14 by 14",
  options = { size = { default = 14 } },
  rules   = {},
  tests   = {
    { title = "196 cells", count = 196, legal = "n14" },
    { title = "or any other size", set = { size = 5 }, count = 25 },
  },
}
