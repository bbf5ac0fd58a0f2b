--- Everyone's points are the lead over the best of the others.
return variant "difference" {
  title = "Points as the difference",
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
}
