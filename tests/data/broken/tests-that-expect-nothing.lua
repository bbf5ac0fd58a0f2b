--- Tests have keys of their own.
return variant "tests-that-expect-nothing" {
  base  = "tak",
  rules = {},
  tests = {
    { moves = "a1 e5" },
    { moves = 5, legal = "c3" },
    { ilegal = "c3", count = "many" },
    { why = "walls", legal = "c3" },
    "c3",
    { score = { "white" }, set = { size = {} } },
  },
}
