--- Options that are read and not declared.
return variant "options-that-nobody-has" {
  base    = "tak",
  options = { caps = { default = 1, min = 0, max = 3 }, unset = { min = 1 } },
  rules   = function(o)
    if o.unset or o.size > 100 then return { reserve = { cap = o.capz } } end
    o.note = 1
    return { reserve = { cap = o.cap + o.note } }
  end,
}
