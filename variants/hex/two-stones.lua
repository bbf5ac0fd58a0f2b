--- Red begins with one stone; from then on everybody places two in a turn.
return variant "two-stones" {
  base  = "hex",
  title = "Two stones a turn",
  rules = {
    vars  = { left = 1 },
    hooks = {
      after_move = function(view, move)
        if move.kind ~= "place" then return nil end
        local left = view:var "left" - 1
        if left > 0 then return { set { left = left }, skip {} } end
        return set { left = 2 }
      end,
    },
  },
  tests = {
    { title = "red places two together", set = { size = 3 }, moves = "a1 b1 b2 a2 a3", outcome = "red wins by chain" },
    { title = "red begins with one", set = { size = 3 }, moves = "c3 a2 b2 a1 b1 c2", outcome = "blue wins by chain" },
    { title = "the first may win", set = { size = 3 }, moves = "a1 c1 c2 a2 b1 c3 b3 a3", outcome = "red wins by chain" },
  },
}
