--- A coin of a hundred cells: the first stone decides, on one of the first `heads` cells for white, else for black.
return game "coin" {
  title   = "Coin",
  options = {
    heads = { default = 50, min = 0, max = 100, says = "on how many of the cells white wins" },
    first = { default = 0, min = 0, max = 99, says = "from which of them on" },
  },
  rules = function(o)
    return {
      seats   = { "white", "black" },
      board   = square(10),
      pieces  = { stone = {} },
      reserve = { stone = 50 },
      moves   = { place { "stone" } },
      finish  = { stuck {} },
      hooks   = { after_move = function(view, move)
        local column, row = string.byte(move.cell) - string.byte("a"), tonumber(string.sub(move.cell, 2))
        local cell = (10 * column + row - 1 + 100 - o.first) % 100
        return win { seat = cell < o.heads and "white" or "black", how = "toss" }
      end },
    }
  end,
}
