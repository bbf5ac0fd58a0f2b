--- An expert's tiles touch at least three others.
return variant "expert" {
  title   = "Touching three for an expert",
  base    = "gobble",
  options = {
    seat  = { default = 1, min = 1, max = 6, says = "the number of the expert" },
    touch = { default = 3, min = 2, max = 6, says = "how many tiles it touches" },
  },
  rules   = function(o)
    assert(o.seat <= o.players, "there is no seat " .. o.seat)
    local seats, touched = { "one", "two", "three", "four", "five", "six" }, {}
    if o.players == 1 then seats = { "player" } end
    for i = 1, o.players do touched[seats[i]] = 2 end
    touched[seats[o.seat]] = o.touch
    return { constraints = { touch { min = touched } } }
  end,
}
