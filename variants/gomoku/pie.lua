--- After the first stone, the second player may change sides.
return variant "pie" {
  base  = "gomoku",
  title = "Pie",
  rules = { turn = { pie {} } },
  tests = {
    { title = "white may swap", moves = "h8", legal = "swap", count = 225 },
    { title = "but not later", moves = "h8 a1 b1", illegal = "swap" },
  },
}
