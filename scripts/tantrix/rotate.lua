--- Rotate in place: every tile lies where it belongs; turn each until all edges match.
return variant "rotate" {
  base  = "puzzle",
  game  = true,
  title = "Rotate in place",
  options = {
    tiles  = { fixed = true, says = "those of the layout are turned" },
    shape  = { fixed = true, says = "the tiles lie as in the layout" },
    layout = { default = "1@0,0 2@1,0 3@0,1 4@1,1", says = "tiles and their cells: 14@0,0 22@1,0; 14@0,0:3 is not turned" },
  },
  rules = function(o)
    return {
      supply = { pool { tiles = {} }, given { o.layout } },
      moves  = { off "put", off "take", off "swap" },
    }
  end,
  tests = {
    { title = "tiles are only turned", count = 20, legal = "turn:1:1", illegal = { "take:1", "swap:1/2" },
      why = "has no move" },
    { title = "until all edges match", moves = "turn:1:1 turn:2:1 turn:3:1 turn:4:4", outcome = "solved" },
    { title = "not before", moves = "turn:1:1 turn:2:1 turn:3:1", outcome = "open" },
    { title = "one that is not turned", set = { layout = "1@0,0:1 2@1,0 3@0,1 4@1,1" }, illegal = "turn:1:3" },
  },
}
