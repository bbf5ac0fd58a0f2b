--- Players cannot change sides, so the first move keeps its full advantage.
return variant "no-swap" {
  base  = "hex",
  title = "No swap",
  rules = { turn = { off "pie" } },
  tests = { { title = "blue plays on", moves = "f6", count = 120 } },
}
