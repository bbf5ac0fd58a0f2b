--- Connect6: black starts with one stone, then everyone places two per turn, and six in a row win.
return variant "connect6" {
  base  = "gomoku",
  game  = true,
  title = "Connect6",
  rules = {
    turn   = { steps { "free", "free", first = 1 } },
    finish = { off "five", in_a_row { id = "six", count = 6, before = "stuck" } },
  },
  tests = {
    { title = "six wins", moves = "a1 o1 o2 b1 c1 o3 o4 d1 e1 o6 o7 f1", outcome = "black wins by six" },
    { title = "five does not", moves = "a1 o1 o2 b1 c1 o3 o4 d1 e1", outcome = "open" },
    { title = "black starts with one stone", moves = "a1 o1 o2 a3 a5 o3 o4 a7 a9 o5 o6", outcome = "white wins by six" },
  },
}
