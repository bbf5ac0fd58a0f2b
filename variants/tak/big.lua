--- Boards larger than in the official rules, with reserves to match.
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
  tests   = {
    { title = "nine by nine", count = 81 },
    { title = "twelve by twelve", set = { size = 12 }, count = 144 },
    { title = "a road of nine", position = "1,1,1,1,1,1,1,1,x/x9/x9/x9/x9/x9/x9/x9/x9 1 20", moves = "i9",
      outcome = "white wins by road", score = { white = 135 } },
    { title = "nine are carried, not ten", position = "x9/x9/x9/x9/x9/x9/x9/x9/1111111111,x8 1 20",
      legal = "9a1>", illegal = "10a1>" },
  },
}
