--- `pairs` in an order that never changes. Walks in Lua, where a step is cheap and is counted.
local ordered_keys = ...

return function(t)
  local keys, i = ordered_keys(t), 0
  return function()
    while true do
      i = i + 1
      local key = keys[i]
      if key == nil then return nil end
      local value = t[key]
      if value ~= nil then return key, value end   -- an entry removed meanwhile is passed over
    end
  end
end
