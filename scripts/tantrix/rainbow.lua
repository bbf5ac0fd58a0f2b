--- Rainbow: the tiles of one back colour; loops for green, yellow and white, lines that fill a triangle for blue and red.
return variant "rainbow" {
  base  = "puzzle",
  game  = true,
  title = "Rainbow",
  options = {
    back = { default = "green", one_of = { "green", "yellow", "white", "blue", "red" }, in_name = true,
             says = "the back colour of the tiles" },
  },
  rules = function(o)
    local tiles = {}
    for _, tile in ipairs(tile_set "tantrix") do
      if tile.back == o.back then tiles[#tiles + 1] = tile.name end
    end
    -- White is no colour of the front: a loop of it works in blue alone.
    local colour, form, board = o.colour[1] or o.back, "loop", nil
    if colour == "white" then colour = "blue" end
    if o.back == "blue" or o.back == "red" then form, board = "line", triangle {} end
    local asked = o.goal
    if #asked == 0 then asked = { colour .. ":" .. form } end
    return { board = board, supply = { pool { tiles = tiles } }, finish = { goal { colours = asked } } }
  end,
}
