--- A draw when a position occurs for the third time.
return variant "repetition" {
  base    = "tak",
  title   = "Draw by repetition",
  options = { times = { default = 3, min = 2, max = 10, says = "occurrence that ends the game" } },
  rules   = function(o)
    return { finish = { repetition { times = o.times } } }
  end,
  tests   = {
    { title = "for the third time", moves = "a1 e5 e5- a1+ e4+ a2- e5- a1+ e4+ a2-", outcome = "draw by repetition" },
    { title = "not yet", moves = "a1 e5 e5- a1+ e4+ a2- e5- a1+ e4+", outcome = "open" },
    { title = "at the second, if set", set = { times = 2 }, moves = "a1 e5 e5- a1+ e4+ a2-", outcome = "draw by repetition" },
  },
}
