--- What is left after the deal goes to the strongest player.
return variant "remainder" {
  title   = "The remainder to the strongest",
  base    = "gobble",
  options = { seat = { default = 1, min = 1, max = 6, says = "the number of the strongest" } },
  rules   = function(o)
    assert(o.players > 1, "alone there is no remainder")
    assert(o.seat <= o.players, "there is no seat " .. o.seat)
    local seats = { "one", "two", "three", "four", "five", "six" }
    return { supply = { remainder_to { seat = seats[o.seat] } } }
  end,
  tests   = {
    { title = "tile 28, the last, is the strongest's", seed = 1, set = { players = 4 }, legal = "1:28@-1,1:3" },
    { title = "the third seat", seed = 1, set = { players = 4, seat = 3 }, legal = "3:28@-1,1:3",
      illegal = "1:28@-1,1:3", why = "does not hold" },
  },
}
