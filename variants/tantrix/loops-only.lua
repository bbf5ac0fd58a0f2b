--- Lines score nothing; only the longest loop counts.
return variant "loops-only" {
  title = "Only loops count",
  base  = "tantrix",
  rules = { points = longest { line = 0 } },
  tests = {
    { title = "a line scores nothing", position = "1@0,0:0 2@-1,0:2", score = { red = 0, yellow = 0 } },
    { title = "a loop of three scores six", position = "1@0,0:0 2@-1,0:2 3@0,-1:0", score = { red = 0, yellow = 6 } },
  },
}
