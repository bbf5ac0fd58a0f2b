--- A second rule of a kind would take the place of the first.
return variant "second-of-a-kind-of-stones" {
  base  = "tak",
  rules = {
    turn   = { opening { id = "begin", place = "flat" } },
    moves  = { place { id = "more", "cap" }, spread { id = "far", carry = 3 } },
    finish = { stuck { id = "first" }, stuck { id = "blocked" }, road { id = "diagonals", diagonal = true } },
  },
}
