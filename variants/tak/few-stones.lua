--- A short game: everyone has half the stones, rounded up.
return variant "few-stones" {
  base  = "tak",
  title = "Half the stones",
  rules = function(o)
    local flats = { [3] = 5, [4] = 8, [5] = 11, [6] = 15, [7] = 20, [8] = 25 }
    return { reserve = { flat = flats[o.size] } }
  end,
  tests = {
    { title = "five stones on 3x3", position = "1111,2,x/2,x2/x3 1 5", moves = "b2", outcome = "draw by flats" },
    { title = "a fifth stone is left", position = "111,2,x/2,x2/x3 1 5", moves = "b2", outcome = "open" },
    { title = "walls and capstones as usual", moves = "a1 e5", legal = { "c3", "Sc3", "Cc3" } },
  },
}
