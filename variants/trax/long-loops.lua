--- Small loops do not count.
return variant "long-loops" {
  base    = "trax",
  title   = "Only long loops count",
  options = { tiles = { default = 6, min = 4, max = 64, says = "minimum number of tiles of a loop" } },
  rules   = function(o)
    return { finish = { loop { min = o.tiles } } }
  end,
  tests   = {
    { title = "a loop of four does not count", moves = [[@0/ B1\ A2\]], outcome = "open" },
    { title = "a loop of six", moves = [[@0/ B1+ C1\ B2+]], outcome = "red wins by loop" },
    { title = "unless four is the minimum", set = { tiles = 4 }, moves = [[@0/ B1\ A2\]], outcome = "red wins by loop" },
  },
}
