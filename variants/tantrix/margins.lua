--- A match by margins: the winner of a game scores the lead over the best other player.
return variant "margins" {
  base    = "tantrix",
  title   = "Match by margins",
  options = { games = { default = 4, min = 1, max = 100, says = "games in a match" } },
  rules   = function(o)
    return { match = { games = o.games, alternate = true, points = "margin" } }
  end,
  tests   = {
    { title = "a lead of five", set = { games = 2 },
      games = { { position = "1@0,0:0 2@-1,0:2 | hands 3/ | bag 0", moves = "3@0,-1:0" } },
      match = { points = { red = 0, yellow = 5 }, over = false, begins = "yellow" } },
    { title = "the larger lead wins", set = { games = 2 },
      games = { { winner = "red", score = { red = 24, yellow = 18 } }, { winner = "red", score = { red = 30, yellow = 20 } } },
      match = { points = { red = 6, yellow = 10 }, over = true, winner = "yellow" } },
    { title = "the lead over the better of two", set = { players = 3 },
      games = { { winner = "red", score = { red = 24, yellow = 18, green = 20 } } },
      match = { points = { red = 4, yellow = 0, green = 0 }, begins = "yellow" } },
    { title = "a draw adds nothing", games = { { score = { red = 20, yellow = 20 } } },
      match = { points = { red = 0, yellow = 0 } } },
  },
}
