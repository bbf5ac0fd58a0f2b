--- Black adds two flats to its count, to make up for moving second.
return variant "komi" {
  base    = "tak",
  title   = "Komi of two",
  options = { komi = { default = 2 } },
  rules   = {},
  tests   = {
    { title = "one more flat is not enough", position = "1,2,1/2,1,21/1,2,x 1 6", moves = "c2-",
      outcome = "black wins by flats" },
    { title = "two more flats are a draw", position = "1,2,1/2,1,2S/1,2,x 1 6", moves = "c1", outcome = "draw by flats" },
    { title = "it can be set", set = { komi = 0 }, position = "1,2,1/2,1,2S/1,2,x 1 6", moves = "c1",
      outcome = "white wins by flats" },
  },
}
