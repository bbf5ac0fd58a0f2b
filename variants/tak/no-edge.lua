--- The first flats, of the opposing colours, stay off the edge.
return variant "no-edge" {
  base  = "tak",
  title = "No first flats on the edge",
  rules = { turn = { opening { cells = "inside" } } },
  tests = {
    { title = "nine cells inside", count = 9, legal = { "b2", "d4" }, illegal = { "a3", "e5" }, why = "opening" },
    { title = "black too", moves = "b2", count = 8, illegal = "a3", why = "opening" },
    { title = "then the edge is allowed", moves = "b2 d4", legal = "a3" },
  },
}
