--- A loop scores three points per tile.
return variant "big-loops" {
  title   = "Loops worth three",
  base    = "tantrix",
  options = { worth = { default = 3, min = 1, max = 10, says = "points per tile of a loop" } },
  rules   = function(o) return { points = longest { loop = o.worth } } end,
  tests   = {
    { title = "three times three", position = "1@0,0:0 2@-1,0:2 3@0,-1:0", score = { yellow = 9 } },
    { title = "a line as usual", position = "1@0,0:0 2@-1,0:2", score = { yellow = 2 } },
    { title = "fewer points, if set", set = { worth = 1 }, position = "1@0,0:0 2@-1,0:2 3@0,-1:0", score = { yellow = 3 } },
  },
}
