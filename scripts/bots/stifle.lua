--- Wins if it can; else it leaves the others as few moves as possible, and takes any of several such moves.
return bot "stifle" {
  title  = "Stifle: wins, or leaves you few moves",
  choose = function(view)
    local best, fewest = {}, math.huge
    local moves = view:moves()
    -- Its time is limited: of very many moves it looks at the first ones only.
    local most = 300000 // #moves
    for number, move in ipairs(moves) do
      if number > most then break end
      local after = view:after(move)
      if after.winner == view:side(view.me) then return move end
      local choices = after.choices
      if choices < fewest then best, fewest = {}, choices end
      if choices == fewest then best[#best + 1] = move end
    end
    return best[view:random(#best)]
  end,
}
