--- A child starts with fewer tiles.
return variant "child" {
  title   = "Fewer tiles for a child",
  base    = "gobble",
  options = {
    seat  = { default = 1, min = 1, max = 6, says = "seat number of the child" },
    tiles = { default = 8, min = 1, max = 26, says = "number of tiles that the child starts with, at most as many as the others" },
  },
  rules   = function(o)
    assert(o.players > 1, "this variant needs at least two players")
    assert(o.seat <= o.players, "there is no seat " .. o.seat)
    local seats, sizes = { "one", "two", "three", "four", "five", "six" }, {}
    for i = 1, o.players do sizes[seats[i]] = 54 // o.players end
    sizes[seats[o.seat]] = math.min(o.tiles, 54 // o.players)
    return { supply = { hand { size = sizes } } }
  end,
  tests   = {
    { title = "the child does not get a ninth tile", seed = 1, illegal = "1:16@1,0:0",
      why = "one does not hold tile 16" },
    { title = "unless it starts with nine", seed = 1, set = { tiles = 9 }, illegal = "2:16@1,0:0", why = "two does not hold tile 16" },
    { title = "the second seat", seed = 1, set = { seat = 2 }, illegal = "2:46@1,0:0",
      why = "two does not hold tile 46" },
  },
}
