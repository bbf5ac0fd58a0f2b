--- A box of another size; lines cross it from edge to edge, and the game is drawn when it is full.
return variant "box" {
  base    = "trax",
  title   = "A smaller or larger box",
  options = { size = { default = 10, min = 3, max = 30, says = "columns and rows of the box" } },
  rules   = function(o)
    return {
      constraints = { within { width = o.size, height = o.size } },
      finish      = { line { across = o.size }, tiles_played { count = o.size * o.size } },
    }
  end,
}
