--- Points for cells where there is no end of them.
return variant "cells-of-an-open-board" {
  base  = "trax",
  rules = { points = win_points { base = 1, cells = true } },
}
