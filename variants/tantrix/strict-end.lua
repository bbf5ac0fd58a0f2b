--- The restrictions hold to the end, also when the bag is empty.
return variant "strict-end" {
  title = "Restrictions kept to the end",
  base  = "tantrix",
  rules = {
    constraints = {
      no_triple { while_ = "always" },
      no_fourth { while_ = "always" },
      controlled_side { while_ = "always" },
    },
  },
}
