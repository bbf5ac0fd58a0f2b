--- Searches, and evaluates a position by the flats on top of each side.
return bot "flat-counter" {
  title    = "Flat counter: a search that counts flats",
  game     = "tak",
  playouts = 500,
  evaluate = function(view)
    local white, black = view:tops("white", "flat"), view:tops("black", "flat")
    local share = (white + 1) / (white + black + 2)
    return { white = share, black = 1 - share }
  end,
}
