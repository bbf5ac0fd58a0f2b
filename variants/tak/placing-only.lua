--- Stacks cannot move: for a very first game.
return variant "placing-only" {
  base  = "tak",
  title = "Placing only",
  rules = { moves = { off "spread" } },
  tests = {
    { title = "stacks cannot move", moves = "a1 e5", illegal = "e5-", legal = { "c3", "Sc3", "Cc3" } },
    { title = "23 cells, three kinds", moves = "a1 e5", count = 69 },
    { title = "roads win", set = { size = 3 }, moves = "c3 a3 a2 c2 a1", outcome = "white wins by road" },
  },
}
