--- A carry limit other than the board's size.
return variant "carry" {
  base    = "tak",
  title   = "Custom carry limit",
  options = { carry = { default = 4, min = 1, max = 9, says = "maximum number of pieces in a spread" } },
  rules   = function(o)
    return { moves = { spread { carry = o.carry } } }
  end,
  tests   = {
    { title = "five is too many", position = "x5/x5/11111,x4/x5/x5 1 9", legal = "4a3>", illegal = "5a3>", why = "at most 4" },
    { title = "more than the board's size", set = { carry = 9 }, position = "x5/x5/111111111,x4/x5/x5 1 12",
      legal = "9a3>3321" },
    { title = "one at a time", set = { carry = 1 }, position = "x5/x5/11,x4/x5/x5 1 9",
      legal = "a3>", illegal = "2a3>", why = "at most 1" },
  },
}
