--- Cells also connect diagonally in a road.
return variant "diagonal-roads" {
  base  = "tak",
  title = "Diagonal roads",
  rules = { finish = { road { diagonal = true } } },
  tests = {
    { title = "from corner to corner", position = "x2,1/x,1,x/x3 1 4", moves = "a1", outcome = "white wins by road" },
    { title = "still from side to side", position = "1,x2/1,x2/x3 1 4", moves = "a1", outcome = "white wins by road" },
    { title = "a gap is a gap", position = "x2,1/x3/x3 1 4", moves = "a1", outcome = "open" },
  },
}
