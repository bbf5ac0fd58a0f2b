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
  tests   = {
    { title = "every move is as legal as before", position = "1@1,-1:0 2@1,0:2 | hands 3/4", count = 3,
      legal = { "1:3@0,0:2", "2:4@2,-1:5" } },
    { title = "the slow one gives its tiles, too", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,6,7/8",
      moves = "1:4@0,0:5", legal = "1:give:6>2" },
  },
}
