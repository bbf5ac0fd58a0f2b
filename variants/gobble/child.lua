--- A child starts with fewer tiles.
return variant "child" {
  title   = "Fewer tiles for a child",
  base    = "gobble",
  options = {
    child = { default = 1, min = 1, max = 6, says = "the number of the seat" },
    tiles = { default = 8, min = 1, max = 26, says = "how many tiles it starts with" },
  },
  rules   = function(o)
    assert(o.players > 1, "alone nobody needs fewer tiles")
    assert(o.child <= o.players, "there is no seat " .. o.child)
    local sizes = {}
    for i, seat in ipairs({ "one", "two", "three", "four", "five", "six" }) do
      if i <= o.players then sizes[seat] = 54 // o.players end
      if i == o.child then sizes[seat] = math.min(o.tiles, 54 // o.players) end
    end
    return { supply = { hand { size = sizes } } }
  end,
}
