--- A turn that completes tracks of both colours is a draw, not a win for the mover.
return variant "shared-ends" {
  base  = "trax",
  title = "Tracks of both colours draw",
  rules = { finish = { loop { tie = "draw" }, line { tie = "draw" } } },
  tests = {
    { title = "both loops", moves = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\ B2+]], outcome = "draw by loop" },
    { title = "one loop wins as usual", moves = [[@0/ B1\ A2\]], outcome = "red wins by loop" },
  },
}
