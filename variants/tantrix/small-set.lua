--- Only the tiles with the lowest numbers are in play.
return variant "small-set" {
  title   = "A smaller set",
  base    = "tantrix",
  options = { tiles = { default = 30, min = 24, max = 56, says = "number of tiles, from number 1 up" } },
  rules   = function(o)
    local tiles = {}
    for i = 1, o.tiles do tiles[i] = i end
    return { supply = { bag { tiles = tiles } } }
  end,
  tests   = {
    { title = "there are only 24 tiles",
      set = { tiles = 24, deal = "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24" }, legal = "6@0,0:0",
      illegal = "7@0,0:0", why = "does not hold" },
    { title = "six ways each", seed = 1, count = 36 },
  },
}
