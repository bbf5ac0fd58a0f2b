--- Gomoku: five stones in a row win, in any direction.
return game "gomoku" {
  title   = "Gomoku",
  options = { size = { default = 15, min = 5, max = 15, says = "cells along a side" } },
  rules   = function(o)
    return {
      seats   = { "black", "white" },
      board   = square(o.size),
      pieces  = { stone = { letter = "S" } },
      reserve = { stone = (o.size * o.size + 1) // 2 },
      moves   = { place { "stone" } },
      finish  = { in_a_row { id = "five", count = 5 }, stuck { result = "draw" } },
    }
  end,
  tests   = {
    { title = "five in a row", moves = "a1 a2 b1 b2 c1 c2 d1 d2 e1", outcome = "black wins by five" },
    { title = "five diagonally", moves = "a1 a2 b2 b3 c3 c4 d4 d5 e5", outcome = "black wins by five" },
    { title = "four is not enough", moves = "a1 a2 b1 b2 c1 c2 d1", outcome = "open" },
    { title = "six wins too", moves = "a1 a3 b1 b3 c1 c3 e1 e3 f1 f3 d1", outcome = "black wins" },
    { title = "every cell is free at first", count = 225 },
  },
}
