--- A variant may not bring the same new id twice.
return variant "new-id-twice" {
  base  = "tak",
  rules = {
    finish = {
      limit { plies = 3 },
      limit { plies = 5 },
    },
  },
}
