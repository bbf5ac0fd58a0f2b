--- The restrictions apply to the end, even when the bag is empty.
return variant "strict-end" {
  title = "Restrictions to the end",
  base  = "tantrix",
  rules = {
    constraints = {
      no_triple { while_ = "always" },
      no_fourth { while_ = "always" },
      controlled_side { while_ = "always" },
    },
  },
  tests = {
    { title = "three of a colour", position = "1@1,-1:0 2@1,0:2 | hand 3 | bag 0", illegal = "3@0,1:1",
      why = "no-triple" },
    { title = "a fourth tile", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4 | bag 0", illegal = "4@-1,1:1",
      why = "no-fourth" },
    { title = "a controlled side", position = "1@0,0:0 2@1,0:3 3@0,-1:5 4@2,0:0 5@3,0:2 6@4,0:1 | hand 8 | bag 0",
      illegal = "8@3,-1:3", why = "controlled-side" },
  },
}
