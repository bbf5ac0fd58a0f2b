--- Walls cannot be placed before turn five.
return variant "late-walls" {
  base    = "tak",
  title   = "No walls in the first turns",
  options = { turn = { default = 5, min = 1, max = 100, says = "first turn in which walls can be placed" } },
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
  tests   = {
    { title = "not in turn two", moves = "a1 e5", legal = "c3", illegal = "Sc3", why = "walls wait until turn 5" },
    { title = "nor in black's turn four", moves = "a1 e5 c3 b4 d2 e1 a5", illegal = "Sd4", why = "walls wait" },
    { title = "from turn five on", moves = "a1 e5 c3 b4 d2 e1 a5 c1", legal = "Sd4" },
    { title = "earlier, if set", set = { turn = 3 }, moves = "a1 e5 c3 b4", legal = "Sd4" },
  },
}
