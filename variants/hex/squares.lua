--- Played on squares, which connect along four edges. A full board without a chain is a draw.
return variant "squares" {
  base  = "hex",
  title = "On squares",
  rules = function(o)
    return { board = square(o.size), finish = { stuck { result = "draw" } } }
  end,
  tests = {
    { title = "b1 does not touch a2", set = { size = 3 }, moves = "b1 c1 a2 c2 a3", outcome = "open" },
    { title = "a straight chain", set = { size = 3 }, moves = "a1 b1 a2 b2 a3", outcome = "red wins by chain" },
    { title = "nobody connects", set = { size = 3 }, moves = "a1 b1 c1 a2 b2 c2 a3 b3 c3", outcome = "draw by stuck" },
  },
}
