--- Discovery: join tiles 1 to n in one loop of the back colour of tile n.
return variant "discovery" {
  base  = "puzzle",
  game  = true,
  title = "Discovery",
  options = {
    tiles    = { fixed = true, says = "set `n` instead; `puzzle` takes any tiles" },
    n        = { default = 10, min = 3, max = 100, in_name = true, says = "number of tiles" },
    combined = { default = false, says = "several sets of ten: tile 11 is tile 1 again; always on above 30" },
  },
  rules = function(o)
    local tiles, all, combined = {}, tile_set "tantrix", o.combined or o.n > 30
    for i = 1, o.n do
      tiles[i] = i
      if combined then tiles[i] = (i - 1) % 10 + 1 end
    end
    local asked, seconds = o.goal, { [3] = 20, [4] = 40, [5] = 60, [6] = 180, [7] = 360, [8] = 600, [9] = 900, [10] = 1080 }
    local mean, up_to = seconds[o.n], nil
    if o.n == 10 then up_to = 1500 end
    if #asked == 0 then asked = { (o.colour[1] or all[tiles[o.n]].back) .. ":" .. o.form } end
    return {
      supply = { pool { tiles = tiles, copies = combined } },
      turn   = mean and { times { mean = mean, up_to = up_to } } or nil,
      finish = { goal { colours = asked } },
    }
  end,
  tests = {
    { title = "three tiles: the back of 3 is yellow", set = { n = 3 }, position = "1@0,0:0 2@-1,0:2 3@0,-1:0",
      outcome = "solved" },
    { title = "four: the back of 4 is red", set = { n = 4 }, position = "1@1,0:1 2@0,0:0 3@1,1:0 4@0,1:0",
      outcome = "solved" },
    { title = "another colour", set = { n = 3, colour = "red" }, position = "1@0,0:0 2@-1,0:2 3@0,-1:0",
      outcome = "open" },
    { title = "one tile rotated wrongly", set = { n = 3 }, position = "1@0,0:0 2@-1,0:2 3@0,-1:1", outcome = "open" },
    { title = "there is no fourth tile", set = { n = 3 }, illegal = "4@0,0:0", why = "not part of the puzzle" },
    { title = "tile 1 again", set = { n = 12, combined = true }, outcome = "solved",
      position = "1@-1,0:4 2@-3,-1:3 3@-2,0:0 4@0,-1:0 5@-2,1:2 6@-3,0:0 7@-1,-1:3 8@0,0:0 9@-2,-1:1 10@-3,1:2 "
        .. "1@-1,1:1 2@-1,-2:4" },
  },
}
