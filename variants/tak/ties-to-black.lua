--- Black wins a tied count of flats.
return variant "ties-to-black" {
  base  = "tak",
  title = "Black wins ties",
  rules = { finish = { tops { id = "flats", tie = "black" } } },
  tests = {
    { title = "a tied count", position = "1,2,1/2,1S,21/1,2,x 1 6", moves = "c2-", outcome = "black wins by flats" },
    { title = "white wins with one more flat", position = "1,2,1/2,1,21/1,2,x 1 6", moves = "c2-",
      outcome = "white wins by flats" },
  },
}
