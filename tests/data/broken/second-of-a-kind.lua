--- A rule beside one of its kind, where the one that is there was to be changed.
return variant "second-of-a-kind" {
  base  = "tantrix",
  rules = {
    supply = {
      bag { id = "sack" },
      hand { id = "rack", size = 4 },
    },
    turn = {
      start { id = "begin" },
      steps { id = "turns", "free" },
      first { rotation = 0 },
      first { id = "again", rotation = 1 },
    },
    constraints = {
      touch { id = "near", min = 2 },
      within { id = "box", width = 8, height = 8 },
      within { id = "small", width = 4, height = 4 },
      no_triple { id = "other", sides = 4 },
      no_fourth { id = "five", sides = 5 },
      controlled_side { id = "side", filled = 4 },
      fill_first { id = "fill", sides = 4 },
    },
    finish = {
      stuck { id = "blocked" },
      tiles_played { count = 20 },
      tiles_played { id = "later", count = 30 },
    },
  },
}
