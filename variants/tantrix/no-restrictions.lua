--- Without the three restrictions: match the colours and fill forced spaces. For first games.
return variant "no-restrictions" {
  title = "No restrictions",
  base  = "tantrix",
  rules = { constraints = { off "no_triple", off "no_fourth", off "controlled_side" } },
  tests = {
    { title = "three of a colour", position = "1@1,-1:0 2@1,0:2 | hand 3 | bag 1", legal = "3@0,1:1" },
    { title = "a fourth tile", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 6 | bag 40", legal = "6@-1,1:1" },
    { title = "a controlled side", position = "1@0,0:0 2@1,0:3 3@0,-1:5 4@2,0:0 5@3,0:2 6@4,0:1 | hand 8 | bag 1",
      legal = "8@3,-1:3" },
    { title = "forced spaces are filled", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4,5 | bag 40",
      illegal = "5@2,0:2", why = "filled first" },
  },
}
