--- Rotate in place: rotate the tiles of a layout until all edges match.
return variant "rotate" {
  base  = "puzzle",
  game  = true,
  title = "Rotate in place",
  options = {
    tiles  = { fixed = true, says = "the layout has the tiles" },
    shape  = { fixed = true, says = "the layout has the cells" },
    layout = { default = "1@0,0 2@1,0 3@0,1 4@1,1", says = "tiles and cells, such as 14@0,0 22@1,0; 14@0,0:3 has a fixed rotation" },
  },
  rules = function(o)
    return {
      supply = { pool { tiles = {} }, given { o.layout } },
      moves  = { off "put", off "take", off "swap" },
    }
  end,
  tests = {
    { title = "tiles can only be rotated", count = 20, legal = "turn:1:1", illegal = { "take:1", "swap:1/2" },
      why = "has no move" },
    { title = "until all edges match", moves = "turn:1:1 turn:2:1 turn:3:1 turn:4:4", outcome = "solved" },
    { title = "not before", moves = "turn:1:1 turn:2:1 turn:3:1", outcome = "open" },
    { title = "a tile with a fixed rotation", set = { layout = "1@0,0:1 2@1,0 3@0,1 4@1,1" }, illegal = "turn:1:3" },
  },
}
