--- Meant to change the count that is there, and does not say which.
return variant "id-forgotten" {
  base  = "tak",
  rules = {
    finish = { tops { tie = "black" } },
  },
}
