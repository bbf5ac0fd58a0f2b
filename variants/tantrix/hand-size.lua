--- Hands of a size other than six.
return variant "hand-size" {
  title   = "Custom hand size",
  base    = "tantrix",
  options = { size = { default = 4, min = 1, max = 12, says = "number of tiles in a hand" } },
  rules   = function(o) return { supply = { hand { size = o.size } } } end,
  tests   = {
    { title = "four tiles, six ways", seed = 1, count = 24 },
    { title = "one tile", seed = 1, set = { size = 1 }, count = 6 },
    { title = "drawn from the bag", position = "1@0,0:0 | hands 2/4 | bag 5,6", moves = "2@1,0:2",
      becomes = "1@0,0:0 2@1,0:2 | bag 6, | hands 5/4 | seat yellow" },
  },
}
