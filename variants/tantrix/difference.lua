--- A side's points are its lead over the best opponent.
return variant "difference" {
  title = "Points by difference",
  base  = "tantrix",
  rules = {
    points = function(view, base)
      local own, lead = base(view), {}
      for _, side in ipairs(view.sides) do
        local best = 0
        for _, other in ipairs(view.sides) do
          if other ~= side then best = math.max(best, own[other]) end
        end
        lead[side] = own[side] - best
      end
      return lead
    end,
  },
  tests = {
    { title = "six to one is five", position = "1@0,0:0 2@-1,0:2 | hands 3/ | bag 0", moves = "3@0,-1:0",
      score = { red = -5, yellow = 5 } },
    { title = "equal scores are zero", position = "1@0,0:0 | hands / | bag 0", score = { red = 0, yellow = 0 },
      outcome = "draw by score" },
  },
}
