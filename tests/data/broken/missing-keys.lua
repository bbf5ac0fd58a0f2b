--- A game with half of its rules.
return game "missing-keys" {
  rules = {
    board  = square(),
    moves  = { place {} },
    finish = {
      limit {},
    },
  },
}
