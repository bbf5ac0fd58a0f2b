--- The game it changes does not exist.
return variant "unknown-base" {
  base  = "takk",
  rules = {},
}
