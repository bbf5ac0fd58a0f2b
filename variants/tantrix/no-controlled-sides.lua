--- Without the third restriction: tiles may be placed on controlled sides.
return variant "no-controlled-sides" {
  title = "Without controlled sides",
  base  = "tantrix",
  rules = { constraints = { off "controlled_side" } },
  tests = {
    { title = "on a controlled side", position = "1@0,0:0 2@1,0:3 3@0,-1:5 4@2,0:0 5@3,0:2 6@4,0:1 | hand 8 | bag 1",
      legal = "8@3,-1:3" },
    { title = "just past its end", position = "1@0,0:0 2@1,0:3 3@0,-1:5 4@2,0:0 5@3,0:2 6@4,0:1 | hand 7 | bag 1",
      legal = "7@5,-1:1" },
    { title = "a fourth tile is still one too many",
      position = "1@0,0:0 2@1,0:3 3@0,-1:5 4@2,0:0 5@3,0:2 6@4,0:1 | hand 7 | bag 1", illegal = "7@2,-1:3",
      why = "no-fourth" },
  },
}
