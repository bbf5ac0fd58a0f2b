--- Solitaire: one tile after the other, forced spaces first; in the end one red line or loop is to go through all.
return game "solitaire" {
  title = "Tantrix Solitaire",
  options = {
    goal  = { default = "line", one_of = { "line", "loop" }, says = "what red is to form" },
    tiles = { default = 14, one_of = { 14, 56 }, says = "numbers 1 to 14, or all" },
    deal  = { says = "every tile in the order of drawing" },
  },
  rules = function(o)
    local tiles = {}
    for i = 1, o.tiles do tiles[i] = i end
    return {
      seats   = { "player" },
      colours = { player = "red" },
      board   = open_hex {},
      tiles   = "tantrix",
      supply  = { bag { tiles = tiles, deal = o.deal }, hand { size = 1 } },
      moves   = { lay {} },
      constraints = { touch {}, fill_first { sides = 3 } },
      -- Of all 56 tiles 14 have no red: the track goes through the others.
      finish   = { goal { [o.goal] = "red" }, stuck { result = "loss" } },
      points   = longest { line = 1, loop = 1 },
      notation = "tiles",
    }
  end,
}
