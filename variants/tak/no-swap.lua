--- Everyone places their own pieces from the first turn.
return variant "no-swap" {
  base  = "tak",
  title = "Own pieces from the first turn",
  rules = { turn = { off "opening" } },
  tests = {
    { title = "your own flats", set = { size = 3 }, moves = "a1 c3", becomes = "x2,2/x3/1,x2 1 2" },
    { title = "or any other of your pieces", count = 75, legal = { "Ca1", "Sa1" } },
  },
}
