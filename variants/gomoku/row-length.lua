--- Rows of any length, on a board of any size.
return variant "row-length" {
  base    = "gomoku",
  title   = "Custom row length",
  options = {
    count = { default = 4, min = 3, max = 9, says = "number of stones in a row" },
    size  = { default = 7 },
  },
  rules   = function(o)
    return { finish = { off "five", in_a_row { id = "row", count = o.count, before = "stuck" } } }
  end,
  tests   = {
    { title = "four on seven by seven", moves = "a1 a2 b1 b2 c1 c2 d1", outcome = "black wins by row" },
    { title = "49 cells", count = 49 },
    { title = "three is not enough", moves = "a1 a2 b1 b2 c1", outcome = "open" },
    { title = "unless three is the length", set = { count = 3, size = 5 }, moves = "a1 a2 b1 b2 c1", outcome = "black wins by row" },
  },
}
