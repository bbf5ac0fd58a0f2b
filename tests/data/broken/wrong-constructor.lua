--- Rule values in the wrong lists.
return variant "wrong-constructor" {
  base  = "tak",
  rules = {
    board  = road {},
    moves  = { tops { count = "flat" } },
    finish = { spread { carry = 3 } },
    turn   = { "opening" },
  },
}
