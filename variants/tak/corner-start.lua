--- The first flats, of the opposing colours, go in corners.
return variant "corner-start" {
  base  = "tak",
  title = "First flats in the corners",
  rules = {
    hooks = {
      allow = function(view, move)
        if view.turn > 1 or move.kind ~= "place" then return true end
        local first, last = "a", string.char(string.byte("a") + view.width - 1)
        local bottom, top = 1, view.height
        for _, column in ipairs { first, last } do
          if move.cell == column .. bottom or move.cell == column .. top then return true end
        end
        return false, "the first flats must go in corners"
      end,
    },
  },
  tests = {
    { title = "four corners", count = 4, legal = { "a1", "a5", "e1", "e5" }, illegal = { "a2", "c3" },
      why = "go in corners" },
    { title = "of any board", set = { size = 8 }, count = 4, legal = { "a8", "h8" }, illegal = "e5" },
    { title = "black too", moves = "a1", count = 3, illegal = "b1", why = "go in corners" },
    { title = "then the board is free", moves = "a1 e5", legal = { "a2", "c3", "e5-" } },
  },
}
