--- You may pass instead of moving. When everyone passes in a row, the flats are counted.
return variant "pass" {
  base  = "tak",
  title = "Passing",
  rules = function(o)
    return {
      vars  = { passes = 0 },
      hooks = {
        moves = function(view)
          if view.turn > 1 then return { "pass" } end
        end,
        after_move = function(view, move)
          if move.text ~= "pass" then return set { passes = 0 } end
          local passes = view:var("passes") + 1
          if passes < #view.seats then return set { passes = passes } end
          local most, ahead
          for number, seat in ipairs(view.seats) do
            local count = view:tops(seat, "flat")
            if number == #view.seats then count = count + o.komi end
            if not most or count > most then most, ahead = count, {} end
            if count == most then table.insert(ahead, seat) end
          end
          return win { seat = ahead, how = "passing" }
        end,
      },
    }
  end,
  tests = {
    { title = "not in the opening", illegal = "pass", why = "not possible now" },
    { title = "one pass does not end the game", moves = "a1 e5 pass", outcome = "open", legal = "c3" },
    { title = "nor do two separate passes", moves = "a1 e5 pass c3 pass", outcome = "open" },
    { title = "two passes in a row end the game", moves = "a1 e5 c3 pass pass", outcome = "white wins by passing" },
    { title = "a tied count is a draw", moves = "a1 e5 pass pass", outcome = "draw by passing" },
    { title = "komi counts", set = { komi = 1.5 }, moves = "a1 e5 c3 pass pass", outcome = "black wins by passing" },
  },
}
