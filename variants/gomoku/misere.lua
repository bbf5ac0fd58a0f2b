--- Whoever makes five in a row loses.
return variant "misere" {
  base  = "gomoku",
  title = "Five in a row loses",
  rules = {
    hooks = {
      finish = function(view, base)
        local ending = base(view)
        if not ending or not ending.winner then return ending end
        if ending.winner == "black" then return win { seat = "white", how = ending.how } end
        return win { seat = "black", how = ending.how }
      end,
    },
  },
  tests = {
    { title = "five loses", moves = "a1 a2 b1 b2 c1 c2 d1 d2 e1", outcome = "white wins by five" },
    { title = "for white too", moves = "a1 a2 b1 b2 c1 c2 d1 d2 o9 e2", outcome = "black wins by five" },
    { title = "four does not", moves = "a1 a2 b1 b2 c1 c2 d1", outcome = "open" },
  },
}
