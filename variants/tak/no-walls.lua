--- Nobody may place a wall.
return variant "no-walls" {
  base  = "tak",
  title = "No walls",
  rules = { moves = { place { "flat", "cap" } } },
}
