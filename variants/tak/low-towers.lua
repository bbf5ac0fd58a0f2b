--- No spread may build a stack higher than four.
return variant "low-towers" {
  base    = "tak",
  title   = "Low towers",
  options = { height = { default = 4, min = 1, max = 50, says = "maximum height of a stack" } },
  rules   = function(o)
    return {
      hooks = {
        reject = function(after, move)
          if move.kind == "place" then return false end
          for _, cell in ipairs(after.cells) do
            if after:stack_height(cell) > o.height then return "a stack may have at most " .. o.height .. " pieces" end
          end
          return false
        end,
      },
    }
  end,
  tests   = {
    { title = "four high", position = "x5/x5/x5/x5/111,1,x3 1 9", legal = "3a1>" },
    { title = "not five high", position = "x5/x5/x5/x5/1111,1,x3 1 9", illegal = "4a1>", why = "at most 4 pieces" },
    { title = "not on the way either", position = "x5/x5/x5/x5/11,1111,x3 1 9",
      legal = "2b1>11", illegal = "2a1>11", why = "at most 4" },
    { title = "flat games", set = { height = 1 }, position = "x5/x5/x5/x5/1,2,x3 1 9", legal = "a1+", illegal = "a1>" },
  },
}
