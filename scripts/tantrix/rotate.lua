--- Rotate in place: every tile lies where it belongs; turn each until all edges match.
return variant "rotate" {
  base  = "puzzle",
  game  = true,
  title = "Rotate in place",
  options = {
    layout = { default = "1@0,0 2@1,0 3@0,1 4@1,1", says = "tiles and their cells: 14@0,0 22@1,0; 14@0,0:3 is not turned" },
  },
  rules = function(o)
    return {
      supply = { pool { tiles = {} }, given { o.layout } },
      moves  = { off "put", off "take", off "swap" },
    }
  end,
}
