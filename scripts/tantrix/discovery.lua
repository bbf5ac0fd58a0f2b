--- Discovery: tiles 1 to n, a loop of the back colour of tile n through all of them.
return variant "discovery" {
  base  = "puzzle",
  game  = true,
  title = "Discovery",
  options = {
    n        = { default = 10, min = 3, max = 100, in_name = true, says = "how many tiles" },
    combined = { default = false, says = "several sets of ten: tile 11 is tile 1 again; always so beyond 30" },
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
}
