--- Played on a rhombus of hexagons: stacks move and roads run in six directions.
return variant "hexagons" {
  base  = "tak",
  title = "On hexagons",
  rules = function(o)
    return { board = hex_rhombus(o.size) }
  end,
  tests = {
    { title = "a stack can move in six directions", moves = "a1 e5 c3 d5", legal = { "c3+", "c3-", "c3<", "c3>", "c3^", "c3_" } },
    { title = "b1 touches a2", set = { size = 3 }, position = "1,x2/x3/x,1,x 1 4", moves = "a2",
      outcome = "white wins by road" },
    { title = "a1 does not touch b2", set = { size = 3 }, position = "x,1,x/x3/1,x2 1 4", moves = "b2", outcome = "open" },
  },
}
