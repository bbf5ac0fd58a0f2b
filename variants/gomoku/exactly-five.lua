--- A line of six or more stones does not win.
return variant "exactly-five" {
  base  = "gomoku",
  title = "Exactly five",
  rules = { finish = { in_a_row { id = "five", exactly = true } } },
  tests = {
    { title = "six does not win", moves = "a1 a3 b1 b3 c1 c3 e1 e3 f1 f3 d1", outcome = "open" },
    { title = "five does", moves = "a1 a2 b1 b2 c1 c2 d1 d2 e1", outcome = "black wins by five" },
  },
}
