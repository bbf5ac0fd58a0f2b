--- Spaces that fill themselves by two rules.
return variant "fills-twice" {
  base  = "trax",
  rules = { after = { auto_fill { id = "other", same_colour = 3 } } },
}
