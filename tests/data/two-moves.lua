--- White begins with one move; from then on everybody has two in a turn.
return variant "two-moves" {
  base  = "tak",
  title = "Two moves a turn",
  rules = { turn = { steps { "free", "free", first = 1 } } },
}
