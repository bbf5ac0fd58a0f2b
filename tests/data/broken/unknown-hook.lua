--- A hook nobody calls, and one that is no function.
return variant "unknown-hook" {
  base  = "tak",
  rules = {
    hooks = {
      alow = function() return true end,
      reject = "never",
    },
  },
}
