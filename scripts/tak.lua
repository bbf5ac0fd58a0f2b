--- Tak: the first road across the board wins.
return game "tak" {
  title   = "Tak",
  options = {
    size = { default = 5, one_of = { 3, 4, 5, 6, 7, 8 }, says = "cells along a side" },
    komi = { default = 0, min = -5, max = 9.5, step = 0.5, says = "added to black's count of flats" },
  },
  rules   = function(o)
    local flats = { [3] = 10, [4] = 15, [5] = 21, [6] = 30, [7] = 40, [8] = 50 }
    local caps  = { [3] = 0, [4] = 0, [5] = 1, [6] = 1, [7] = 2, [8] = 2 }
    return {
      seats   = { "white", "black" },
      board   = square(o.size),
      pieces  = {
        flat = { letter = "F", road = true },
        wall = { letter = "S", stands = true, from = "flat", crushed_to = "flat" },
        cap  = { letter = "C", stands = true, road = true, crushes = { "wall" } },
      },
      reserve = { flat = flats[o.size], cap = caps[o.size] },
      turn    = { opening { place = "flat", owner = "opponent", turns = 1 } },
      moves   = { place { "flat", "wall", "cap" }, spread { carry = o.size } },
      finish  = {
        road { tie = "mover" },
        tops { id = "flats", count = "flat", when = { "board_full", "reserve_empty" }, komi = o.komi },
      },
      points   = win_points { cells = true, reserve = true },
      notation = "ptn",
    }
  end,
}
