--- Wins if it can; otherwise it leaves the opponents as few moves as possible, at random among equal moves.
return bot "stifle" {
  title  = "Stifle: wins, or leaves you few moves",
  choose = function(view)
    local best, fewest = {}, math.huge
    local moves = view:moves()
    -- Time is limited: among very many moves, only the first ones are tried.
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
