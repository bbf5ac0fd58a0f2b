--- Weave: tiles with links of two colours. The longest track of your colour scores, and a loop counts double.
return game "weave" {
  title   = "Weave",
  options = {
    hand = { default = 3, min = 1, max = 6, says = "tiles in a hand" },
    deal = { says = "all tiles in drawing order, first hand first" },
  },
  rules   = function(o)
    return {
      seats  = { "red", "blue" },
      board  = open_hex {},
      tiles  = "weave",
      supply = { bag { deal = o.deal }, hand { size = o.hand, open = true, refill = true } },
      moves  = { lay {} },
      constraints = { touch { min = 1 } },
      finish = { all_played { id = "score" }, stuck { id = "stuck", result = "draw" } },
      points = longest { line = 1, loop = 2 },
    }
  end,
  tests   = {
    { title = "colours match", position = "5@0,0:3 | hands 15,10/28,18,21 | seat blue",
      legal = "21@0,-1:0", illegal = "28@0,-1:0", why = "match" },
    { title = "tiles touch", position = "5@0,0:3 | hands 15,10/28,18,21 | seat blue", illegal = "21@3,0:0", why = "touch" },
    { title = "a line of two", position = "19@0,0:0 20@1,0:4", score = { red = 2, blue = 0 } },
    { title = "a loop of three counts double", position = "19@0,0:0 20@1,0:4 21@1,-1:2", score = { red = 6 } },
    { title = "a new tile for every tile placed", position = "19@0,0:0 | hands 20/24 | bag 1,2", moves = "20@1,0:4",
      becomes = "19@0,0:0 20@1,0:4 | bag 2, | hands 1/24 | seat blue" },
    { title = "the last tile decides", position = "19@0,0:0 | hands 20/ | bag 0", moves = "20@1,0:4",
      outcome = "red wins by score" },
  },
}
