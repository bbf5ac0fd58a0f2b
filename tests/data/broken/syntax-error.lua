--- A comma is missing.
return variant "syntax-error" {
  base  = "tak"
  rules = {},
}
