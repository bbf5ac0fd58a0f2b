--- A draw after fifty moves without a placement or a crush.
return variant "no-progress" {
  base    = "tak",
  title   = "Draw without progress",
  options = { plies = { default = 50, min = 1, max = 1000, says = "number of moves without a placement or a crush" } },
  rules   = function(o)
    return { finish = { no_progress { plies = o.plies } } }
  end,
  tests   = {
    { title = "the fifth", set = { plies = 5 }, moves = "a1 e5 e5- a1+ e4+ a2- e5-", outcome = "draw by no_progress" },
    { title = "not the fourth", set = { plies = 5 }, moves = "a1 e5 e5- a1+ e4+ a2-", outcome = "open" },
    { title = "a placement restarts the count", set = { plies = 5 }, moves = "a1 e5 e5- a1+ e4+ a2- c3 a1+", outcome = "open" },
    { title = "so does a crush", set = { plies = 3 }, position = "x5/x5/x5/1,x4/1C,2S,x2,2 1 9", moves = "a2+ e1+ a1>",
      outcome = "open" },
  },
}
