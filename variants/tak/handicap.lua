--- Each seat has its own reserve; counts that are not set stay the same.
return variant "handicap" {
  base    = "tak",
  title   = "Separate reserves",
  options = {
    flats1 = { min = 1, max = 250, says = "white's flats and walls" },
    caps1  = { min = 0, max = 50, says = "white's capstones" },
    flats2 = { min = 1, max = 250, says = "black's flats and walls" },
    caps2  = { min = 0, max = 50, says = "black's capstones" },
  },
  rules   = function(o)
    return {
      reserve = {
        white = { flat = o.flats1, cap = o.caps1 },
        black = { flat = o.flats2, cap = o.caps2 },
      },
    }
  end,
  tests   = {
    { title = "no capstone", set = { caps1 = 0 }, moves = "a1 e5", legal = "c3", illegal = "Cc3", why = "reserve" },
    { title = "black still has one", set = { caps1 = 0 }, moves = "a1 e5 c3", legal = "Cc4" },
    { title = "a small reserve runs out", set = { size = 3, flats1 = 2 }, moves = "a1 c3 c2", outcome = "white wins by flats" },
  },
}
