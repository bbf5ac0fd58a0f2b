--- Puzzle: place every tile so that touching edges match and each colour of the goal forms one loop or one line.
return game "puzzle" {
  title = "Tile puzzle",
  options = {
    tiles  = { default = {}, says = "numbers of the tiles; default: 1 to 10" },
    goal   = { default = {}, says = "goal for each colour, such as red:loop,blue:line" },
    colour = { default = {}, says = "colours of the goal, if all form the same" },
    form   = { default = "loop", one_of = { "loop", "line" }, says = "form of those colours" },
    shape  = { default = "free", one_of = { "free", "triangle", "hexagon" }, says = "shape that the tiles fill" },
    holes  = { default = true, says = "whether tiles may enclose empty cells" },
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
  tests = {
    { title = "tiles 1 to 10", legal = "10@0,0:0", illegal = "11@0,0:0", why = "not part of the puzzle" },
    { title = "a yellow loop of three", set = { tiles = { 1, 2, 3 }, goal = "yellow:loop" },
      position = "1@0,0:0 2@-1,0:2 3@0,-1:0", outcome = "solved" },
    { title = "but no red one", set = { tiles = { 1, 2, 3 }, goal = "red:loop" },
      position = "1@0,0:0 2@-1,0:2 3@0,-1:0", outcome = "open" },
    { title = "not while edges clash", set = { tiles = { 1, 2, 3 }, goal = "yellow:loop" },
      position = "1@0,0:0 2@-1,0:2 3@0,-1:1", outcome = "open" },
    { title = "until one is rotated", set = { tiles = { 1, 2, 3 }, goal = "yellow:loop" },
      position = "1@0,0:0 2@-1,0:2 3@0,-1:1", moves = "turn:3:0", outcome = "solved" },
    { title = "tiles can be taken off and swapped", position = "1@0,0:0 2@-1,0:2", legal = { "take:1", "swap:1/2" },
      illegal = "3@0,0:0", why = "occupied" },
    { title = "a hole is allowed", set = { goal = "red:loop" },
      position = "1@-2,2:4 2@-1,-2:0 3@-1,2:0 4@0,-2:3 5@-2,1:3 6@-1,-1:2 7@0,0:0 8@-2,0:4 9@0,-1:1 10@-1,1:1",
      outcome = "solved" },
    { title = "unless holes are off", set = { goal = "red:loop", holes = false },
      position = "1@-2,2:4 2@-1,-2:0 3@-1,2:0 4@0,-2:3 5@-2,1:3 6@-1,-1:2 7@0,0:0 8@-2,0:4 9@0,-1:1 10@-1,1:1",
      outcome = "open" },
    { title = "a triangle", set = { shape = "triangle" }, legal = "1@0,0:0", illegal = "1@1,0:0",
      why = "not a cell of the board" },
  },
}
