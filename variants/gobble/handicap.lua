--- The fastest player starts with more tiles than the others.
return variant "handicap" {
  title   = "More tiles for the fastest",
  base    = "gobble",
  options = {
    seat = { default = 1, min = 1, max = 6, says = "seat number of the fastest player" },
    more = { default = 4, min = 0, max = 50, says = "number of extra tiles" },
  },
  rules   = function(o)
    assert(o.players > 1, "this variant needs at least two players")
    assert(o.seat <= o.players, "there is no seat " .. o.seat)
    local seats, sizes = { "one", "two", "three", "four", "five", "six" }, {}
    local others = (54 - o.more) // o.players
    assert(others > 0, "too many extra tiles: the others would get none")
    for i = 1, o.players do sizes[seats[i]] = others end
    sizes[seats[o.seat]] = others + o.more
    return { supply = { hand { size = sizes } } }
  end,
}
