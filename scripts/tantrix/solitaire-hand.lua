--- Solitaire with a hand of two: create a forced space only if you can fill it; filling one earns a bonus tile.
return variant "solitaire-hand" {
  title = "Tantrix Solitaire with a hand",
  base  = "solitaire",
  game  = true,
  options = {
    goal  = { default = "loop", one_of = { "loop" } },
    tiles = { default = 14, one_of = { 14 } },
  },
  rules = {
    supply      = { hand { size = 2 } },
    constraints = { fillable { sides = 3, while_ = "bag_not_empty" } },
    after       = { reward { id = "bonus", neighbours = 3, draw = 1 } },
    finish      = { goal { partial = true } },
  },
  tests = {
    { title = "a forced space needs a tile for it", position = "1@1,-1:0 2@1,0:5 | hand 3,6 | bag 7,8,9",
      illegal = "3@0,1:4", why = "fillable" },
    { title = "tile 4 fits it", position = "1@1,-1:0 2@1,0:5 | hand 3,4 | bag 7,8,9", legal = "3@0,1:4" },
    { title = "a bonus for filling it", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4,5 | bag 6,7,8,9",
      moves = "4@0,0:5", becomes = "1@1,-1:0 2@1,0:5 3@0,1:4 4@0,0:5 | bag 8,9 | hands 5,6,7 | seat player" },
    { title = "a small loop is a partial success",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 4@-1,1:1 | hand 3,6 | bag 7,8,9", moves = "3@-1,2:1", outcome = "partial" },
    { title = "one loop of all 14",
      position = "1@1,-1:1 2@-3,3:4 3@0,0:0 4@1,0:4 5@-1,0:2 6@-2,0:0 7@0,1:1 8@-2,2:5 9@-3,1:2 10@-3,2:3 11@-1,1:3 "
        .. "12@-4,2:5 13@0,-1:4 | hand 14 | bag 0", moves = "14@-1,2:2", outcome = "solved" },
  },
}
