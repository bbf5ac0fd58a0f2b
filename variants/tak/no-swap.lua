--- Everyone places their own piece from the first turn on.
return variant "no-swap" {
  base  = "tak",
  title = "Own pieces from the first turn",
  rules = { turn = { off "opening" } },
}
