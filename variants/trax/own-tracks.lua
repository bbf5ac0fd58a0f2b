--- A loop or line counts only for the seat that completes it: the opponent's, made by you, is nothing.
return variant "own-tracks" {
  base  = "trax",
  title = "Only your own tracks count in your turn",
  rules = { finish = { loop { only_mover = true }, line { only_mover = true } } },
}
