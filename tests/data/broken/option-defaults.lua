--- Options that contradict themselves.
return variant "option-defaults" {
  base    = "tak",
  options = {
    low   = { default = 0, min = 1 },
    word  = { default = "c", one_of = { "a", "b" } },
    sorts = { defualt = 1 },
    bare  = 5,
    least = { default = 1, min = "one" },
  },
  rules   = {},
}
