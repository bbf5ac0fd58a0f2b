--- Two rules by one name.
return game "same-id-twice" {
  rules = {
    seats  = { "left", "right", "left" },
    board  = square(3),
    pieces = { stone = { road = true }, star = {} },
    reserve = { stone = 5 },
    moves  = { place { "stone" } },
    finish = {
      road {},
      limit { plies = 50 },
      road { diagonal = true },
    },
  },
}
