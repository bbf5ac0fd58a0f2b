--- A line may be shorter, or has to be longer, than eight.
return variant "line-length" {
  base    = "trax",
  title   = "Lines of another length",
  options = { across = { default = 6, min = 3, max = 30, says = "the fewest columns or rows a line crosses" } },
  rules   = function(o)
    return { finish = { line { across = o.across } } }
  end,
}
