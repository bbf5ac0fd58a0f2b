--- Hex: connect your two sides of the board with a chain of stones. There are no draws.
return game "hex" {
  title   = "Hex",
  options = { size = { default = 11, min = 3, max = 15, says = "cells along a side" } },
  rules   = function(o)
    local half = (o.size * o.size + 1) // 2
    return {
      seats   = { "red", "blue" },
      board   = hex_rhombus { size = o.size, rows = "downwards" },
      pieces  = { stone = { letter = "S", road = true } },
      reserve = { stone = half },
      turn    = { pie {} },
      moves   = { place { "stone" } },
      finish  = { road { id = "chain", between = { red = "bottom_top", blue = "left_right" } } },
    }
  end,
  tests   = {
    { title = "red connects bottom and top", set = { size = 3 }, moves = "a1 b1 a2 b2 a3", outcome = "red wins by chain" },
    { title = "but not left and right", set = { size = 3 }, moves = "a1 a2 b1 b2 c1", outcome = "open" },
    { title = "blue connects left and right", set = { size = 3 }, moves = "a1 a2 b1 b2 c1 c2", outcome = "blue wins" },
    { title = "b1 touches a2", set = { size = 3 }, moves = "b1 c1 a2 c2 a3", outcome = "red wins by chain" },
    { title = "a cell can be filled only once", moves = "f6", illegal = "f6", why = "not empty" },
    { title = "every cell is free at first", count = 121 },
    { title = "the second player may swap", moves = "f6", legal = "swap", count = 121 },
    { title = "after a swap, it is still blue's turn", moves = "f6 swap e6", illegal = "swap", why = "first move of blue" },
  },
}
