--- A capstone may not crush a wall of its own side.
return variant "crush-others" {
  base  = "tak",
  title = "Capstones crush only the other side's walls",
  rules = { pieces = { cap = { crushes_whose = "other" } } },
}
