--- Weave: two colours, tiles that carry two or three links of one of them; the longest track decides, and a loop counts double.
return game "weave" {
  title   = "Weave",
  options = {
    hand = { default = 3, min = 1, max = 6, says = "tiles in a hand" },
    deal = { says = "every tile in the order of drawing, first hand first" },
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
  },
}
