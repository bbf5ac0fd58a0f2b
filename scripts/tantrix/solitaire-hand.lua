--- Solitaire with a hand of two: a forced space is made only by who can fill it, and filling one earns a bonus tile.
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
}
