--- Black's first stone goes in the centre, the second at least three cells away from it.
return variant "pro" {
  base  = "gomoku",
  title = "Pro opening",
  rules = function(o)
    local middle = (o.size + 1) // 2
    return {
      turn  = { opening { place = "stone", cells = { black = "centre", white = "all" } } },
      hooks = {
        allow = function(view, move)
          if view.turn ~= 2 or move.seat ~= "black" then return true end
          local column, row = string.byte(move.cell) - 96, tonumber(move.cell:sub(2))
          if math.max(math.abs(column - middle), math.abs(row - middle)) >= 3 then return true end
          return false, "black's second stone must be at least three cells from the centre"
        end,
      },
    }
  end,
  tests = {
    { title = "the centre", count = 1, legal = "h8", illegal = "g7", why = "opening" },
    { title = "white is free", moves = "h8", count = 224, legal = "g7" },
    { title = "three cells away", moves = "h8 g7", legal = { "k8", "e5" }, illegal = { "h9", "j10" }, why = "three cells" },
    { title = "then every cell is free", moves = "h8 g7 k8 g8", legal = "h9" },
  },
}
