--- Only the tiles with the lowest numbers are played with.
return variant "small-set" {
  title   = "A smaller set",
  base    = "tantrix",
  options = { tiles = { default = 30, min = 24, max = 56, says = "how many tiles, from number 1 up" } },
  rules   = function(o)
    local tiles = {}
    for i = 1, o.tiles do tiles[i] = i end
    return { supply = { bag { tiles = tiles } } }
  end,
}
