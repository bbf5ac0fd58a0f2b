--- A player takes more time for a move. It changes nothing at the table: simulated games are weighed with it.
return variant "slow" {
  title   = "A slower pace",
  base    = "gobble",
  options = {
    seat    = { default = 1, min = 1, max = 6, says = "the number of the slow one" },
    seconds = { default = 20, min = 1, max = 600, says = "seconds a move; the others take ten" },
  },
  rules   = function(o)
    assert(o.players > 1, "alone nobody is slower")
    assert(o.seat <= o.players, "there is no seat " .. o.seat)
    local seats, paces = { "one", "two", "three", "four", "five", "six" }, {}
    for i = 1, o.players do paces[seats[i]] = 10 end
    paces[seats[o.seat]] = o.seconds
    return { turn = { pace { seconds = paces } } }
  end,
}
