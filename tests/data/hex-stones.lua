--- Stacks on a board of hexagons: the first road across the board wins.
return game "hex-stones" {
  title   = "Stacks on hexagons",
  options = {
    size = { default = 4, min = 2, max = 12, says = "cells along a side" },
  },
  rules   = function(o)
    return {
      seats   = { "white", "black" },
      board   = hex_rhombus(o.size),
      pieces  = {
        flat = { letter = "F", road = true },
        wall = { letter = "S", stands = true, from = "flat", crushed_to = "flat" },
        cap  = { letter = "C", stands = true, road = true, crushes = { "wall" } },
      },
      reserve = { flat = o.size * o.size // 2 + 2, cap = 1 },
      turn    = { opening { place = "flat", owner = "opponent", turns = 1 } },
      moves   = { place { "flat", "wall", "cap" }, spread { carry = math.min(o.size, 8) } },
      finish  = {
        road {},
        tops { id = "flats", count = "flat", when = { "board_full", "reserve_empty" } },
        limit { plies = 2000 },
      },
    }
  end,
}
