--- Every kind of script function, none of which changes anything.
return variant "anything-goes" {
  base  = "tak",
  title = "Scripts that look on",
  rules = {
    hooks = {
      allow      = function(view, move) return true end,
      reject     = function(view, move) return false end,
      after_move = function(view, move) return nil end,
      finish     = function(view, base) return base(view) end,
    },
  },
}
