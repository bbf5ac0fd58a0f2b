--- A draw after fifty plies without a placement or a crush.
return variant "no-progress" {
  base    = "tak",
  title   = "A draw when nothing is placed for long",
  options = { plies = { default = 50, min = 1, max = 1000, says = "plies without a placement or a crush" } },
  rules   = function(o)
    return { finish = { no_progress { plies = o.plies } } }
  end,
}
