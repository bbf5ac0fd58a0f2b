--- Hands of another size than six.
return variant "hand-size" {
  title   = "Hands of another size",
  base    = "tantrix",
  options = { size = { default = 4, min = 1, max = 12, says = "how many tiles a seat holds" } },
  rules   = function(o) return { supply = { hand { size = o.size } } } end,
}
