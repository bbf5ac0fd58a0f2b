--- A variant of nothing.
return variant "no-base" {
  title = 5,
  rules = {},
}
