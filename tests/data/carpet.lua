--- Square tiles from a bag: corners are filled first, a loop is worth three a tile.
return game "carpet" {
  title = "Carpet",
  rules = {
    seats       = { "gold", "ivory", "coal" },
    board       = open_square {},
    tiles       = "carpet",
    supply      = { bag { copies = 6 }, hand { size = { gold = 5, ivory = 4, coal = 4 } } },
    turn        = { start { by = "highest_in_hand" }, steps { "free", "fill" } },
    moves       = { lay {} },
    constraints = { touch {}, no_fourth { while_ = "bag_not_empty" }, fill_first { sides = 3 } },
    finish      = { all_played {}, stuck {} },
    points      = longest { loop = 3 },
  },
}
