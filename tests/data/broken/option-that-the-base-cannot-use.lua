--- The base has no reserve for a board of nine.
return variant "option-that-the-base-cannot-use" {
  base    = "tak",
  options = {
    komi = { default = 1 },
    size = { default = 9, one_of = { 5, 9 } },
  },
  rules   = {},
}
