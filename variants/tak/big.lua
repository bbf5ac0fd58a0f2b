--- Boards larger than any in the box, with reserves to match.
return variant "big" {
  base    = "tak",
  title   = "Bigger boards, 9x9 to 12x12",
  options = { size = { default = 9, one_of = { 9, 10, 11, 12 } } },
  rules   = function(o)
    local flats = { [9] = 60, [10] = 75, [11] = 90, [12] = 105 }
    return {
      reserve = { flat = flats[o.size], cap = 3 },
      moves   = { spread { carry = 9 } },
    }
  end,
}
