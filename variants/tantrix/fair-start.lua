--- Everyone starts with the same number of tiles that have their own colour.
local has, in_order = {}, {}
for i, tile in ipairs(tile_set "tantrix") do
  in_order[i] = tile.name
  for side = 1, 6 do has[tile.name .. tile.edges:sub(side, side)] = true end
end

return variant "fair-start" {
  title   = "A fair start",
  base    = "tantrix",
  options = { own = { default = 4, min = 0, max = 12, says = "number of tiles in a hand with the colour of its seat" } },
  rules   = function(o)
    return { hooks = { deal = function(view, tiles)
      local first, bag = 1, 1
      for _, seat in ipairs(view.seats) do bag = bag + #view:hand(seat) end
      for _, seat in ipairs(view.seats) do
        local letter, next_hand = view:side(seat):sub(1, 1):upper(), first + #view:hand(seat)
        for i = first, next_hand - 1 do
          -- The first suitable tile, from this hand or else from the bag.
          local wanted, j = i < first + o.own, i
          while tiles[j] and (has[tiles[j] .. letter] or false) ~= wanted do
            j = j + 1
            if j == next_hand then j = bag end
          end
          if tiles[j] then tiles[i], tiles[j] = tiles[j], tiles[i] end
        end
        first = next_hand
      end
      return tiles
    end } }
  end,
  tests   = {
    { title = "four with red for red", set = { deal = in_order }, legal = { "4@0,0:0", "43@0,0:0", "44@0,0:0" },
      illegal = "5@0,0:0", why = "does not hold" },
    { title = "four with yellow for yellow", set = { deal = in_order }, moves = "1@0,0:0", illegal = "11@1,0:0",
      why = "yellow does not hold tile 11" },
    { title = "six: a hand that has them already stays", set = { deal = in_order, own = 6 }, legal = "6@0,0:0",
      illegal = "43@0,0:0", why = "does not hold" },
    { title = "six tiles, six ways, as usual", seed = 1, count = 36 },
  },
}
