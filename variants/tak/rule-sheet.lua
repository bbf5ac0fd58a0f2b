--- A match by the rule sheet: two games, each player begins one, and the points add up.
return variant "rule-sheet" {
  base    = "tak",
  title   = "Match by the rule sheet",
  options = { games = { default = 2, min = 2, max = 100, step = 2, says = "games in a match" } },
  rules   = function(o)
    return { match = { games = o.games, alternate = true, points = "points" } }
  end,
  tests   = {
    { title = "nine cells and seven pieces left, twice", set = { size = 3 },
      games = { { moves = "c3 a3 a2 c2 a1" }, { moves = "c3 a3 a2 c2 a1" } },
      match = { points = { white = 16, black = 16 }, wins = { white = 1, black = 1 }, winner = "draw" } },
    { title = "the other player begins the second game", games = { { winner = "white", score = { white = 32 } } },
      match = { points = { white = 32, black = 0 }, over = false, begins = "black" } },
    { title = "more unplayed pieces win the match",
      games = { { winner = "white", score = { white = 32 } }, { winner = "white", score = { white = 30 } } },
      match = { points = { white = 32, black = 30 }, over = true, winner = "white" } },
    { title = "a draw adds nothing", set = { games = 4 }, games = { {}, {}, { winner = "black", score = { black = 27 } } },
      match = { points = { white = 0, black = 27 }, over = false, begins = "black" } },
  },
}
