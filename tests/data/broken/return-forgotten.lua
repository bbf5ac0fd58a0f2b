--- No `return`.
local cells = 5

variant "return-forgotten" {
  base  = "tak",
  rules = {},
}
