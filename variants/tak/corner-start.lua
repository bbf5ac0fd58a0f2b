--- The first flats, each of the other colour, go to corners.
return variant "corner-start" {
  base  = "tak",
  title = "The first flats go to corners",
  rules = {
    hooks = {
      allow = function(view, move)
        if view.turn > 1 or move.kind ~= "place" then return true end
        if #view:neighbours(move.cell) == 2 then return true end
        return false, "the first flats go to corners"
      end,
    },
  },
  tests = {
    { title = "four corners", count = 4, legal = { "a1", "e5" }, illegal = { "a2", "c3" }, why = "go to corners" },
    { title = "black too", moves = "a1", count = 3, illegal = "b1", why = "go to corners" },
    { title = "then the board is free", moves = "a1 e5", legal = { "a2", "c3", "e5-" } },
  },
}
