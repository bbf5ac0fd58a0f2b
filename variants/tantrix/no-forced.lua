--- Forced spaces need not be filled: a turn is one tile, on any space.
return variant "no-forced" {
  title = "No forced spaces",
  base  = "tantrix",
  rules = { turn = { steps { "free" } }, constraints = { off "fill_first" } },
  tests = {
    { title = "the forced space may wait", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4,5 | bag 40",
      legal = { "4@0,0:5", "5@2,0:2" } },
    { title = "one tile, then the next seat", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,5/6 | bag 7,8,9",
      moves = "4@0,0:5", becomes = "1@1,-1:0 2@1,0:5 3@0,1:4 4@0,0:5 | bag 8,9 | hands 7,5/6 | seat yellow" },
    { title = "restrictions still apply", position = "1@1,-1:0 2@1,0:2 | hand 3 | bag 1", illegal = "3@0,1:1",
      why = "no-triple" },
  },
}
