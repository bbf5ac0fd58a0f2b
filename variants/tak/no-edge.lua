--- The first flats, each of the other colour, stay off the edge.
return variant "no-edge" {
  base  = "tak",
  title = "No first flat on the edge",
  rules = { turn = { opening { cells = "inside" } } },
  tests = {
    { title = "nine cells inside", count = 9, legal = { "b2", "d4" }, illegal = { "a3", "e5" }, why = "opening" },
    { title = "black too", moves = "b2", count = 8, illegal = "a3", why = "opening" },
    { title = "then the edge is free", moves = "b2 d4", legal = "a3" },
  },
}
