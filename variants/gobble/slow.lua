--- One player takes more time per move. This affects simulated games only.
return variant "slow" {
  title   = "A slower pace",
  base    = "gobble",
  options = {
    seat    = { default = 1, min = 1, max = 6, says = "seat number of the slow player" },
    seconds = { default = 20, min = 1, max = 600, says = "seconds per move; the others take ten" },
  },
  rules   = function(o)
    assert(o.players > 1, "this variant needs at least two players")
    assert(o.seat <= o.players, "there is no seat " .. o.seat)
    local seats, paces = { "one", "two", "three", "four", "five", "six" }, {}
    for i = 1, o.players do paces[seats[i]] = 10 end
    paces[seats[o.seat]] = o.seconds
    return { turn = { pace { seconds = paces } } }
  end,
  tests   = {
    { title = "legality does not change", position = "1@1,-1:0 2@1,0:2 | hands 3/4", count = 3,
      legal = { "1:3@0,0:2", "2:4@2,-1:5" } },
    { title = "the slow player gives tiles too", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,6,7/8",
      moves = "1:4@0,0:5", legal = "1:give:6>2" },
  },
}
