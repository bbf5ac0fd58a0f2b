--- Tic-tac-toe: three in a row on a 3 by 3 board.
return variant "tic-tac-toe" {
  base    = "gomoku",
  game    = true,
  title   = "Tic-tac-toe",
  options = { size = { default = 3, one_of = { 3 } } },
  rules   = { finish = { off "five", in_a_row { id = "three", count = 3, before = "stuck" } } },
  tests   = {
    { title = "nine cells", count = 9, legal = "c3" },
    { title = "three in a row wins", moves = "a1 b1 a2 b2 a3", outcome = "black wins by three" },
    { title = "the last stone may win", moves = "a1 c1 b1 a2 a3 b3 b2 c2 c3", outcome = "black wins by three" },
    { title = "a full board is a draw", moves = "b2 a1 a3 c1 b1 b3 a2 c2 c3", outcome = "draw by stuck" },
  },
}
