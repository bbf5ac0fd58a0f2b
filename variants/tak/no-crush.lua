--- Walls hold: a capstone crushes nothing.
return variant "no-crush" {
  base  = "tak",
  title = "Capstones crush nothing",
  rules = { pieces = { cap = { crushes = {} } } },
}
