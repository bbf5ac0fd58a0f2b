--- A match by places: four points for the first player out, two for the second, one for the third.
return variant "ranking" {
  base    = "gobble",
  title   = "Match by places",
  options = {
    players = { min = 2 },
    games   = { default = 5, min = 1, max = 100, says = "games in a match" },
    points  = { default = { 4, 2, 1 }, says = "points for the first place, the second and so on" },
  },
  rules   = function(o)
    return { match = { games = o.games, begins = "same", points = o.points } }
  end,
  tests   = {
    { title = "first and second", games = { { winner = "one", score = { one = 1 } } },
      match = { points = { one = 4, two = 2 }, over = false } },
    { title = "four players", set = { players = 4 },
      games = { { winner = "two", score = { two = 3, four = 2, one = 1 } } },
      match = { points = { one = 1, two = 4, three = 0, four = 2 } } },
    { title = "tied players share their places", set = { players = 3 },
      games = { { winner = "one", score = { one = 2 } } },
      match = { points = { one = 4, two = 1.5, three = 1.5 } } },
    { title = "the last game ends the match", set = { games = 2 },
      games = { { winner = "one", score = { one = 1 } }, { winner = "two", score = { two = 1 } } },
      match = { points = { one = 6, two = 6 }, over = true, winner = "draw" } },
  },
}
