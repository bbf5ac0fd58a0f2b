--- Small loops count for nothing.
return variant "long-loops" {
  base    = "trax",
  title   = "Only long loops count",
  options = { tiles = { default = 6, min = 4, max = 64, says = "the fewest tiles of a loop that counts" } },
  rules   = function(o)
    return { finish = { loop { min = o.tiles } } }
  end,
}
