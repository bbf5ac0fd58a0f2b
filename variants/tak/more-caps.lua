--- Everyone has more capstones than in the official rules.
return variant "more-caps" {
  base    = "tak",
  title   = "More capstones",
  options = { caps = { default = 2, min = 0, max = 9, says = "number of capstones of each seat" } },
  rules   = function(o)
    return { reserve = { cap = o.caps } }
  end,
  tests   = {
    { title = "a second capstone", moves = "a1 e5 Cc3 Cd3", legal = "Cc4" },
    { title = "no third", moves = "a1 e5 Cc3 Cd3 Cc4 Cd4", illegal = "Cc5", why = "reserve" },
    { title = "on 3x3 as well", set = { size = 3, caps = 1 }, moves = "a1 c3", legal = "Cb2" },
  },
}
