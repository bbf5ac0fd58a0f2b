--- Four lines: all 56 tiles; the longest lines of the four colours are added up.
return variant "four-lines" {
  base  = "puzzle",
  game  = true,
  title = "Four lines",
  options = { wanted = { default = 139, min = 1, max = 168, says = "the sum that solves it; people have reached 139" } },
  rules = function(o)
    return {
      supply = { pool { tiles = {} } },
      finish = { goal { colours = {}, longest = "line", at_least = o.wanted } },
    }
  end,
}
