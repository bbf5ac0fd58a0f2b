--- A slip in the outer table and one in the rules: both are told.
return variant "head-and-rules" {
  base   = "tak",
  tittle = "Two slips",
  rules  = {
    finish = { road { diagnoal = true } },
  },
}
