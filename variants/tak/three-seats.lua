--- Three seats, who place their own colours from the first turn; the first road wins.
return variant "three-seats" {
  base    = "tak",
  title   = "Three seats",
  options = {
    size = { default = 6 },
    komi = { says = "points added to grey's count of flats" },
  },
  rules   = { seats = { "white", "black", "grey" }, turn = { off "opening" } },
  tests   = {
    { title = "each seat places its own colour", moves = "a1 b2 c3", becomes = "x6/x6/x6/x2,3,x3/x,2,x4/1,x5 1 2" },
    { title = "the third seat wins", position = "1,2,3/1,2,3/x3 2 3", moves = "Sb1 c1", outcome = "grey wins by road" },
    { title = "a tied count of all three", set = { size = 3 }, position = "1,2,3/2,3,1/3,1,x 2 3", moves = "c1",
      outcome = "draw by flats" },
  },
}
