-- There is nothing to draw from.
return variant "deal-without-a-bag" {
  base  = "tak",
  rules = {
    hooks = {
      deal = function(view, tiles) return tiles end,
    },
  },
}
