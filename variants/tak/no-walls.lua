--- Nobody can place walls.
return variant "no-walls" {
  base  = "tak",
  title = "No walls",
  rules = { moves = { place { "flat", "cap" } } },
  tests = {
    { title = "no wall", moves = "a1 e5", illegal = "Sc3", why = "wall" },
    { title = "capstones stay", moves = "a1 e5", legal = { "c3", "Cc3" } },
  },
}
