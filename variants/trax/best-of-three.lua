--- Best of three: the first player to win two games wins the match. A draw is half a point.
return variant "best-of-three" {
  base  = "trax",
  title = "Best of three",
  rules = { match = { games = 3, first_to = 2, begins = "alternate", points = "wins" } },
  tests = {
    { title = "two wins are enough", games = { { winner = "white" }, { winner = "red" } },
      match = { wins = { white = 2 }, over = true, winner = "white" } },
    { title = "one win each: a third game", games = { { winner = "white" }, { winner = "white" } },
      match = { wins = { white = 1, red = 1 }, over = false, begins = "white" } },
    { title = "a draw is half a point", games = { {}, { winner = "white" }, {} },
      match = { points = { white = 1, red = 2 }, over = true, winner = "red" } },
    { title = "three draws draw the match", games = { {}, {}, {} },
      match = { points = { white = 1.5, red = 1.5 }, winner = "draw" } },
  },
}
