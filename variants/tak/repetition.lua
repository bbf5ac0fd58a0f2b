--- A draw when a position occurs for the third time.
return variant "repetition" {
  base    = "tak",
  title   = "A draw by repetition",
  options = { times = { default = 3, min = 2, max = 10, says = "at which occurrence" } },
  rules   = function(o)
    return { finish = { repetition { times = o.times } } }
  end,
}
