--- The third restriction is gone: a tile may be laid on a controlled side.
return variant "no-controlled-sides" {
  title = "Without controlled sides",
  base  = "tantrix",
  rules = { constraints = { off "controlled_side" } },
}
