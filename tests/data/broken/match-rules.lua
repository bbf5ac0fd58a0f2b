return variant "match-rules" {
  base  = "tak",
  rules = {
    match = {
      game      = 2,
      first_to  = 0,
      target    = "many",
      begins    = "looser",
      points    = { 0, 0 },
      over      = true,
      alternate = true,
    },
  },
  tests = {
    { games = { { winner = "white" } } },
    { match = { over = true } },
    { games = { { winer = "white" } }, match = { pionts = { white = 1 } } },
    { games = { {} }, match = { over = false }, moves = "a1" },
  },
}
