--- Nobody changes sides: the first stone is worth all it can.
return variant "no-swap" {
  base  = "hex",
  title = "No swap",
  rules = { turn = { off "pie" } },
  tests = { { title = "blue plays on", moves = "f6", count = 120 } },
}
