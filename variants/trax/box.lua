--- A box of another size: lines cross it from edge to edge, and a full box is a draw.
return variant "box" {
  base    = "trax",
  title   = "Custom box size",
  options = { size = { default = 10, min = 3, max = 30, says = "number of columns and rows" } },
  rules   = function(o)
    return {
      constraints = { within { width = o.size, height = o.size } },
      finish      = { line { across = o.size }, tiles_played { count = o.size * o.size } },
    }
  end,
  tests   = {
    { title = "eight across is not a line", moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+", outcome = "open", legal = "I1+" },
    { title = "ten is", moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+ I1+ J1+", outcome = "red wins by line" },
    { title = "no fourth row", set = { size = 3 }, moves = "@0/ A0/ A0/", illegal = "A4+", why = "larger than 3 by 3" },
    { title = "nine tiles fill it", set = { size = 3 }, moves = "@0/ A0/ A0/ B1+ C2/", outcome = "draw by tiles_played" },
  },
}
