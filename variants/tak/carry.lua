--- Another carry limit than the board's size.
return variant "carry" {
  base    = "tak",
  title   = "Another carry limit",
  options = { carry = { default = 4, min = 1, max = 9, says = "pieces a spread may take" } },
  rules   = function(o)
    return { moves = { spread { carry = o.carry } } }
  end,
}
