--- What is left after the deal goes to the strongest player.
return variant "remainder" {
  title   = "The remainder to the strongest",
  base    = "gobble",
  options = { strongest = { default = 1, min = 1, max = 6, says = "the number of the seat" } },
  rules   = function(o)
    local seats = { "one", "two", "three", "four", "five", "six" }
    assert(o.players > 1, "alone there is no remainder")
    assert(o.strongest <= o.players, "there is no seat " .. o.strongest)
    return { supply = { remainder_to { seat = seats[o.strongest] } } }
  end,
}
