--- Declared, and never handed over.
local v = variant "missing-return" {
  base  = "tak",
  rules = {},
}
