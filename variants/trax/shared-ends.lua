--- A turn that completes loops or lines of both colours is a draw, and not the mover's.
return variant "shared-ends" {
  base  = "trax",
  title = "Both at once is a draw",
  rules = { finish = { loop { tie = "draw" }, line { tie = "draw" } } },
  tests = {
    { title = "both loops", moves = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\ B2+]], outcome = "draw by loop" },
    { title = "one is won as ever", moves = [[@0/ B1\ A2\]], outcome = "red wins by loop" },
  },
}
