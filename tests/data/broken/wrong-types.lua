--- Values of the wrong sort.
return variant "wrong-types" {
  base  = "tak",
  rules = {
    board   = 5,
    moves   = "place",
    pieces  = {
      flat = { road = "yes" },
      wall = true,
    },
    reserve = { flat = "21" },
    finish  = { road { diagonal = 1 } },
  },
}
