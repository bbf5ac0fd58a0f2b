--- A tile with an even number never goes to a forced space.
return variant "odd-fills" {
  base  = "tantrix",
  title = "Only odd tiles fill",
  rules = {
    hooks = {
      allow = function(view, move)
        if tonumber(move.tile) % 2 == 1 then return true end
        for _, space in ipairs(view.forced) do
          if space.cell == move.cell then return false, "an even tile does not fill " .. move.cell end
        end
        return true
      end,
    },
  },
}
