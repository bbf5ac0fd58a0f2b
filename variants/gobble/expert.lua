--- An expert's tiles touch at least three others.
return variant "expert" {
  title   = "Touching three for an expert",
  base    = "gobble",
  options = {
    expert = { default = 1, min = 1, max = 6, says = "the number of the seat" },
    touch  = { default = 3, min = 2, max = 6, says = "how many tiles it touches" },
  },
  rules   = function(o)
    if o.players == 1 then return { constraints = { touch { min = o.touch } } } end
    assert(o.expert <= o.players, "there is no seat " .. o.expert)
    local touched = {}
    for i, seat in ipairs({ "one", "two", "three", "four", "five", "six" }) do
      if i <= o.players then touched[seat] = 2 end
      if i == o.expert then touched[seat] = o.touch end
    end
    return { constraints = { touch { min = touched } } }
  end,
}
