--- Numbers that no board has.
return variant "out-of-range" {
  base  = "tak",
  rules = {
    board   = square(99),
    moves   = { spread { carry = 0 } },
    reserve = { flat = -1, cap = 2.5 },
    turn    = { opening { turns = 0, stack = { white = 10 } } },
    finish  = { tops { id = "flats", komi = 0.25 } },
  },
}
