--- Genius: lines of two colours at once, through every tile that has them: red and yellow, or red and blue.
return variant "genius" {
  base  = "puzzle",
  game  = true,
  title = "Genius",
  options = {
    tiles  = { default = { 1, 4, 6, 7, 9, 10, 13, 16, 28, 37, 48, 49 } },
    colour = { default = { "red", "yellow" }, in_name = true },
    form   = { default = "line" },
  },
  rules = {},
}
