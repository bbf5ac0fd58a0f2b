--- Lines score nothing; only the longest loop counts.
return variant "loops-only" {
  base  = "weave",
  title = "Only loops count",
  rules = { points = longest { line = 0 } },
  tests = {
    { title = "a line scores nothing", position = "19@0,0:0 20@1,0:4", score = { red = 0 } },
    { title = "a loop of three", position = "19@0,0:0 20@1,0:4 21@1,-1:2", score = { red = 6, blue = 0 } },
  },
}
