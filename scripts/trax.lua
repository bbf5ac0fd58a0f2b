--- Trax: make a loop of your colour, or a line of it from edge to edge of the 8 by 8 box.
return game "trax" {
  title = "Trax",
  rules = {
    seats       = { "white", "red" },
    board       = open_square {},
    tiles       = "trax",
    turn        = { first { rotation = 0 } },
    moves       = { lay {} },
    constraints = { touch {}, no_triple {}, within { width = 8, height = 8 } },
    after       = { auto_fill { same_colour = 2 } },
    finish      = {
      loop {},
      line { across = 8 },
      tiles_played { count = 64 },
      stuck { result = "draw" },
    },
    notation    = "trax",
  },
}
