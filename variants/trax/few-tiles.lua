--- A small set: the game is a draw when the last tile is placed.
return variant "few-tiles" {
  base    = "trax",
  title   = "A smaller set",
  options = { tiles = { default = 32, min = 4, max = 1000, says = "number of tiles" } },
  rules   = function(o)
    return { finish = { tiles_played { count = o.tiles } } }
  end,
  tests   = {
    { title = "the eighth tile ends the game", set = { tiles = 8 }, moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1/ H1/", outcome = "draw" },
    { title = "the seventh tile does not", set = { tiles = 8 }, moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1/", outcome = "open" },
    { title = "a line comes first", set = { tiles = 8 }, moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+",
      outcome = "red wins by line" },
  },
}
