--- Puzzle: lay every tile so that touching edges match and each colour asked for forms one loop or one line.
return game "puzzle" {
  title = "Tile puzzle",
  options = {
    tiles  = { default = {}, says = "the tiles by their numbers; 1 to 10 unless set" },
    goal   = { default = {}, says = "what colours are to form, such as red:loop,blue:line" },
    colour = { default = {}, says = "the colours of the goal where all form the same" },
    form   = { default = "loop", one_of = { "loop", "line" }, says = "what those colours form" },
    shape  = { default = "free", one_of = { "free", "triangle", "hexagon" }, says = "what the tiles fill" },
    holes  = { default = true, says = "whether empty cells may be enclosed" },
  },
  rules = function(o)
    local tiles, asked = o.tiles, o.goal
    if #tiles == 0 then tiles = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 } end
    if #asked == 0 then
      for i, colour in ipairs(o.colour) do asked[i] = colour .. ":" .. o.form end
    end
    local boards = { free = open_hex {}, triangle = triangle {}, hexagon = hexagon {} }
    return {
      seats    = { "player" },
      tiles    = "tantrix",
      board    = boards[o.shape],
      supply   = { pool { tiles = tiles } },
      moves    = { put {}, turn {}, take {}, swap {} },
      finish   = { goal { colours = asked, holes = o.holes }, open_ended { plies = 200 } },
      notation = "tiles",
    }
  end,
}
