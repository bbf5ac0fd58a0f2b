--- The first flats, each of the other colour, stay off the edge.
return variant "no-edge" {
  base  = "tak",
  title = "No first flat on the edge",
  rules = { turn = { opening { cells = "inside" } } },
}
