--- Goals that no tile or nobody can reach.
return game "odd-goals" {
  rules = {
    seats  = { "here", "there" },
    board  = open_hex {},
    tiles  = "tantrix",
    supply = { bag { tiles = { 1, 2, 3 } }, hand { size = 1 } },
    moves  = { lay {} },
    finish = {
      goal { line = "pink", loop = { "red", "green", "red" } },
      goal { id = "none", partial = true },
      goal { id = "sum", "red-loop", longest = "line" },
    },
  },
}
