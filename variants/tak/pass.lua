--- Instead of moving you may pass; when both pass in a row, the flats are counted.
return variant "pass" {
  base  = "tak",
  title = "Passing",
  rules = {
    vars  = { passes = 0 },
    hooks = {
      moves = function(view)
        if view.turn > 1 then return { "pass" } end
      end,
      after_move = function(view, move)
        if move.text ~= "pass" then return set { passes = 0 } end
        if view:var("passes") == 0 then return set { passes = 1 } end
        local white, black = view:tops("white", "flat"), view:tops("black", "flat")
        if white > black then return win { seat = "white", how = "passing" } end
        if black > white then return win { seat = "black", how = "passing" } end
        return tie "passing"
      end,
    },
  },
  tests = {
    { title = "not in the opening", illegal = "pass", why = "not possible now" },
    { title = "one pass ends nothing", moves = "a1 e5 pass", outcome = "open", legal = "c3" },
    { title = "two end the game", moves = "a1 e5 c3 pass pass", outcome = "white wins by passing" },
    { title = "a level count is a draw", moves = "a1 e5 pass pass", outcome = "draw by passing" },
  },
}
