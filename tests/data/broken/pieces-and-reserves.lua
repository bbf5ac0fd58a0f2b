--- Pieces that could never be what they are said to be.
return variant "pieces-and-reserves" {
  base  = "tak",
  rules = {
    pieces  = {
      wall = { crushed_to = "cap" },
    },
    reserve = { wall = 5 },
  },
}
