--- Small loops count for nothing.
return variant "long-loops" {
  base    = "trax",
  title   = "Only long loops count",
  options = { tiles = { default = 6, min = 4, max = 64, says = "the fewest tiles of a loop that counts" } },
  rules   = function(o)
    return { finish = { loop { min = o.tiles } } }
  end,
  tests   = {
    { title = "a loop of four is nothing", moves = [[@0/ B1\ A2\]], outcome = "open" },
    { title = "a loop of six", moves = [[@0/ B1+ C1\ B2+]], outcome = "red wins by loop" },
    { title = "four will do", set = { tiles = 4 }, moves = [[@0/ B1\ A2\]], outcome = "red wins by loop" },
  },
}
