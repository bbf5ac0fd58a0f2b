--- Four loops: all 56 tiles; the longest loops of the four colours are added up.
return variant "four-loops" {
  base  = "puzzle",
  game  = true,
  title = "Four loops",
  options = { wanted = { default = 129, min = 1, max = 168, says = "the sum that solves it; people have reached 129" } },
  rules = function(o)
    return {
      supply = { pool { tiles = {} } },
      finish = { goal { colours = {}, longest = "loop", at_least = o.wanted } },
    }
  end,
}
