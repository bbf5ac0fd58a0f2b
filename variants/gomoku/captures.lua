--- A pair of stones between two opposing stones is captured. Five captured pairs win, like five in a row.
return variant "captures" {
  base  = "gomoku",
  title = "Captured pairs",
  rules = {
    vars  = { black = 0, white = 0 },
    hooks = {
      after_move = function(view, move)
        if move.kind ~= "place" then return nil end
        local column, row, size = string.byte(move.cell) - 96, tonumber(move.cell:sub(2)), view.width
        local taken, effects = view:var(move.seat), {}
        -- The owner of the stone that many steps away, and its cell.
        local function at(right, up, steps)
          local c, r = column + right * steps, row + up * steps
          if c < 1 or r < 1 or c > size or r > size then return nil end
          local cell = string.char(c + 96) .. r
          local _, seat = view:top(cell)
          return seat, cell
        end
        for right = -1, 1 do
          for up = -1, 1 do
            local one, first = at(right, up, 1)
            local two, second = at(right, up, 2)
            if one and one ~= move.seat and two == one and at(right, up, 3) == move.seat then
              taken = taken + 1
              table.insert(effects, remove(first))
              table.insert(effects, remove(second))
              table.insert(effects, give { seat = one, piece = "stone", count = 2 })
            end
          end
        end
        table.insert(effects, set { [move.seat] = taken })
        if taken >= 5 then table.insert(effects, win { seat = move.seat, how = "captures" }) end
        return effects
      end,
    },
  },
  tests = {
    { title = "a pair is captured", set = { size = 5 }, moves = "a1 b1 e5 c1 d1", becomes = "x4,1/x5/x5/x5/1,x2,1,x 2 3" },
    { title = "moving in between is safe", set = { size = 5 }, moves = "b1 a1 e5 d1 c1",
      becomes = "x4,1/x5/x5/x5/2,1,1,2,x 2 3" },
    { title = "a single stone is safe", set = { size = 5 }, moves = "a1 b1 c1", becomes = "x5/x5/x5/x5/1,2,1,x2 2 2" },
    { title = "five pairs win", outcome = "black wins by captures",
      moves = "h11 h9 k8 h10 h5 i8 e8 j8 k11 h7 a1 h6 a3 g8 a5 f8 a7 i9 a9 j10 h8" },
  },
}
