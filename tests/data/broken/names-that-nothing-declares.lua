--- Names that nothing declares, most of them in branches that never run.
local limit = 200
local function helper(view)
  for i, cell in ipairs(view.cells) do
    if i > limit then return cel end
  end
  repeat local done = true until done
  return done
end
return variant "names-that-nothing-declares" {
  base  = "tak",
  rules = function(o)
    return { hooks = {
      allow = function(view, move)
        if view.turn > limit then return tei "long" end
        if view.turn > limit then return tei "again" end
        if view.turn > limit then counter = math.flor(2.5) + table.move + counter end
        if view.turn > limit then helper(view) print(self, null, string.find) end
        if view.turn > limit then limit = nil end
        return true
      end,
    } }
  end,
}
