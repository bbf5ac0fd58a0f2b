--- Walls may not be placed before turn five.
return variant "late-walls" {
  base    = "tak",
  title   = "No walls in the first turns",
  options = { turn = { default = 5, min = 1, max = 100, says = "the first turn in which walls are placed" } },
  rules   = function(o)
    return {
      hooks = {
        allow = function(view, move)
          if move.piece == "wall" and view.turn < o.turn then
            return false, "walls wait until turn " .. o.turn
          end
          return true
        end,
      },
    }
  end,
}
