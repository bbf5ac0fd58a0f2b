--- A line needs a length other than eight.
return variant "line-length" {
  base    = "trax",
  title   = "Custom line length",
  options = { across = { default = 6, min = 3, max = 30, says = "minimum number of columns or rows that a line crosses" } },
  rules   = function(o)
    return { finish = { line { across = o.across } } }
  end,
  tests   = {
    { title = "six across", moves = "@0+ B1+ C1+ D1+ E1+ F1+", outcome = "red wins by line" },
    { title = "five is not enough", moves = "@0+ B1+ C1+ D1+ E1+", outcome = "open" },
    { title = "or nine, without the box", set = { across = 9 }, moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+",
      outcome = "open" },
  },
}
