--- The rules fail before they are finished.
return variant "error-in-rules" {
  base  = "tak",
  rules = function(o)
    local sizes = { [5] = { flats = 21 } }
    return {
      reserve = { flat = sizes[o.size + 1].flats },
    }
  end,
}
