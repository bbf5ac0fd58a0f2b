--- Red starts with one stone, then everyone places two per turn.
return variant "two-stones" {
  base  = "hex",
  title = "Two stones a turn",
  rules = { turn = { steps { "free", "free", first = 1 } } },
  tests = {
    { title = "red places two together", set = { size = 3 }, moves = "a1 b1 b2 a2 a3", outcome = "red wins by chain" },
    { title = "red starts with one stone", set = { size = 3 }, moves = "c3 a2 b2 a1 b1 c2", outcome = "blue wins by chain" },
    { title = "the first of two stones may win", set = { size = 3 }, moves = "a1 c1 c2 a2 b1 c3 b3 a3", outcome = "red wins by chain" },
  },
}
