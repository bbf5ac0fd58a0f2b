--- After the first stone, the second player may change sides.
return variant "pie" {
  base  = "tak",
  title = "Pie",
  rules = { turn = { pie {} } },
  tests = {
    { title = "black may swap", moves = "a1", legal = "swap" },
    { title = "white may not", illegal = "swap", why = "first move of black" },
    { title = "only once", moves = "a1 swap", illegal = "swap", legal = "e5" },
  },
}
