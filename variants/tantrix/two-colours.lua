--- Two seats with two colours each; the best track of either colour counts, and both are added.
return variant "two-colours" {
  title   = "Two colours a seat",
  base    = "tantrix",
  options = { players = { default = 2, one_of = { 2 } } },
  rules   = function(o)
    local c = o.colours
    assert(#c >= 4, "two seats with two colours each need four colours")
    return {
      colours = { [c[1]] = { c[1], c[3] }, [c[2]] = { c[2], c[4] } },
      points  = longest { colours = "sum" },
    }
  end,
}
