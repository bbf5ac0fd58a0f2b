--- The tiles left after the deal go to the strongest player.
return variant "remainder" {
  title   = "Remainder to the strongest",
  base    = "gobble",
  options = { seat = { default = 1, min = 1, max = 6, says = "seat number of the strongest player" } },
  rules   = function(o)
    assert(o.players > 1, "this variant needs at least two players")
    assert(o.seat <= o.players, "there is no seat " .. o.seat)
    local seats = { "one", "two", "three", "four", "five", "six" }
    return { supply = { remainder_to { seat = seats[o.seat] } } }
  end,
  tests   = {
    { title = "tile 28, the last, goes to the strongest", seed = 1, set = { players = 4 }, legal = "1:28@-1,1:3" },
    { title = "the third seat", seed = 1, set = { players = 4, seat = 3 }, legal = "3:28@-1,1:3",
      illegal = "1:28@-1,1:3", why = "does not hold" },
  },
}
