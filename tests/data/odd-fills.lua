--- A tile with an even number never goes to a forced space.
return variant "odd-fills" {
  base  = "tantrix",
  title = "Only odd tiles fill",
  rules = {
    hooks = {
      allow = function(view, move)
        local even = tonumber(move.tile) % 2 == 0
        if even and #view:neighbours(move.cell) >= 3 then
          return false, "an even tile does not fill " .. move.cell
        end
        return true
      end,
    },
  },
}
