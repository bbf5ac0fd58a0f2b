--- A player takes more time for a move. It changes nothing at the table: simulated games are weighed with it.
return variant "slow" {
  title   = "A slower pace",
  base    = "gobble",
  options = {
    slow    = { default = 1, min = 1, max = 6, says = "the number of the seat" },
    seconds = { default = 20, min = 1, max = 600, says = "seconds a move; the others take ten" },
  },
  rules   = function(o)
    assert(o.players > 1, "alone nobody is slower")
    assert(o.slow <= o.players, "there is no seat " .. o.slow)
    local paces = {}
    for i, seat in ipairs({ "one", "two", "three", "four", "five", "six" }) do
      if i <= o.players then paces[seat] = 10 end
      if i == o.slow then paces[seat] = o.seconds end
    end
    return { turn = { pace { seconds = paces } } }
  end,
}
