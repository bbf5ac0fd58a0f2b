--- Nobody sees the tiles of the others.
return variant "hidden-hands" {
  title = "Hidden hands",
  base  = "tantrix",
  rules = { supply = { hand { open = false } } },
}
