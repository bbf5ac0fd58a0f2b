--- A level count of flats is black's.
return variant "ties-to-black" {
  base  = "tak",
  title = "A level flat count is black's",
  rules = { finish = { tops { id = "flats", tie = "black" } } },
  tests = {
    { title = "a level count", position = "1,2,1/2,1S,21/1,2,x 1 6", moves = "c2-", outcome = "black wins by flats" },
    { title = "one flat more is white's", position = "1,2,1/2,1,21/1,2,x 1 6", moves = "c2-",
      outcome = "white wins by flats" },
  },
}
