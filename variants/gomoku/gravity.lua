--- Stones fall to the lowest empty cell of a column, and four in a row win.
return variant "gravity" {
  base    = "gomoku",
  game    = true,
  title   = "Four in a row with gravity",
  options = { size = { default = 7 } },
  rules   = {
    finish = { off "five", in_a_row { id = "four", count = 4, before = "stuck" } },
    hooks  = {
      allow = function(view, move)
        if move.kind ~= "place" then return true end
        local column, row = move.cell:sub(1, 1), tonumber(move.cell:sub(2))
        if row == 1 or view:top(column .. row - 1) then return true end
        return false, "there is no stone below " .. move.cell
      end,
    },
  },
  tests   = {
    { title = "the bottom row first", count = 7, legal = "d1", illegal = "d2", why = "no stone below d2" },
    { title = "then on top of it", moves = "d1", count = 7, legal = "d2" },
    { title = "four wins", moves = "a1 b1 a2 b2 a3 b3 a4", outcome = "black wins by four" },
    { title = "three does not", moves = "a1 b1 a2 b2 a3", outcome = "open" },
  },
}
