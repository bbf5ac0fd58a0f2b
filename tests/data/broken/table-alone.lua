--- Whose table?
return {
  base = "tak",
  rules = {},
}
