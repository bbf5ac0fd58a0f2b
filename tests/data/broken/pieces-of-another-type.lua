--- Everything that names a piece would follow from this one fault.
return variant "pieces-of-another-type" {
  base  = "tak",
  rules = { pieces = 5 },
}
