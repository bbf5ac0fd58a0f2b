--- The board of 14 by 14 that John Nash, one of Hex's two inventors, thought best.
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
