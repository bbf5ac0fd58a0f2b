--- Keys of the outer table that are nearly right.
return variant "unknown-keys-of-head" {
  base   = "tak",
  tittle = "A slip at the top",
  optoins = {
    turn = { default = 5 },
  },
  rules  = {},
  flavour = "sweet",
}
