--- Rainbow: all tiles with one back colour; a loop for green, yellow and white, a line in a triangle for blue and red.
return variant "rainbow" {
  base  = "puzzle",
  game  = true,
  title = "Rainbow",
  options = {
    tiles = { fixed = true, says = "set `back` instead; `puzzle` takes any tiles" },
    form  = { fixed = true, says = "the back colour decides between loop and line" },
    back  = { default = "green", one_of = { "green", "yellow", "white", "blue", "red" }, in_name = true,
              says = "back colour of the tiles" },
  },
  rules = function(o)
    local tiles = {}
    for _, tile in ipairs(tile_set "tantrix") do
      if tile.back == o.back then tiles[#tiles + 1] = tile.name end
    end
    -- White is not a front colour; only a blue loop works.
    local colour, form, board = o.colour[1] or o.back, "loop", nil
    if colour == "white" then colour = "blue" end
    if o.back == "blue" or o.back == "red" then form, board = "line", triangle {} end
    local asked = o.goal
    if #asked == 0 then asked = { colour .. ":" .. form } end
    return { board = board, supply = { pool { tiles = tiles } }, finish = { goal { colours = asked } } }
  end,
  tests = {
    { title = "a green loop",
      position = "32@1,2:3 33@-1,2:0 34@1,0:2 35@2,1:5 36@0,0:0 37@0,1:1 38@0,2:5 45@1,1:3 46@0,3:1 47@2,0:5",
      outcome = "solved" },
    { title = "one tile rotated wrongly",
      position = "32@1,2:3 33@-1,2:0 34@1,0:2 35@2,1:5 36@0,0:1 37@0,1:1 38@0,2:5 45@1,1:3 46@0,3:1 47@2,0:5",
      outcome = "open" },
    { title = "white: a blue loop", set = { back = "white" },
      position = "48@1,-2:0 49@1,-1:3 50@2,-1:0 51@1,0:4 52@2,-3:3 53@3,-3:2 54@3,-2:3 55@0,-1:0 56@0,0:0",
      outcome = "solved" },
    { title = "blue: a line in a triangle", set = { back = "blue" },
      position = "6@0,3:1 7@0,1:5 8@0,0:2 13@0,2:2 14@-3,3:0 39@-1,3:4 40@-2,3:1 41@-2,2:1 42@-1,1:2 43@-1,2:4",
      outcome = "solved" },
    { title = "nothing outside the triangle", set = { back = "blue" }, illegal = "6@1,0:0",
      why = "not a cell of the board" },
  },
}
