--- A race without anything to get rid of.
return game "race-without-hands" {
  rules = {
    seats  = { "red", "yellow" },
    board  = open_hex {},
    tiles  = "tantrix",
    turn   = { race {} },
    moves  = { lay {}, give {} },
    finish = { hand_empty {}, goal { line = "red" }, stuck { result = "fewest" } },
    points = places {},
  },
}
