--- A tile of a loop is worth three.
return variant "big-loops" {
  title   = "Loops worth three",
  base    = "tantrix",
  options = { worth = { default = 3, min = 1, max = 10, says = "what a tile of a loop is worth" } },
  rules   = function(o) return { points = longest { loop = o.worth } } end,
}
