--- Whoever completes a road loses, and all others win; a count of flats is won as usual.
return variant "misere" {
  base  = "tak",
  title = "Roads lose",
  rules = {
    hooks = {
      finish = function(view, base)
        local ending = base(view)
        if not ending or ending.how ~= "road" then return ending end
        local lost, others = {}, {}
        for _, side in ipairs(ending.winners) do lost[side] = true end
        for _, seat in ipairs(view.seats) do
          if not lost[view:side(seat)] then table.insert(others, seat) end
        end
        if #others == 0 then return ending end
        return win { seat = others, how = "road" }
      end,
    },
  },
  tests = {
    { title = "your road is your loss", set = { size = 3 }, moves = "c3 a3 a2 c2 a1", outcome = "black wins by road" },
    { title = "make the opponent's road", position = "2,2,21/x3/x3 1 6", moves = "c3-", outcome = "white wins by road" },
    { title = "two: the mover loses", position = "x3/2,2,21/1,1,x 1 6", moves = "c2-", outcome = "black wins by road" },
    { title = "flats as usual", position = "1,2,1/2,1,2S/1,2,x 1 6", moves = "c1", outcome = "white wins by flats" },
  },
}
