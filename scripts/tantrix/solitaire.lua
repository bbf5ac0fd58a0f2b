--- Solitaire: place one tile at a time, forced spaces first, to form one red line or loop through all tiles.
return game "solitaire" {
  title = "Tantrix Solitaire",
  options = {
    goal  = { default = "line", one_of = { "line", "loop" }, says = "what red must form" },
    tiles = { default = 14, one_of = { 14, 56 }, says = "tiles 1 to 14, or all 56" },
    deal  = { says = "all tiles in drawing order" },
  },
  rules = function(o)
    local tiles = {}
    for i = 1, o.tiles do tiles[i] = i end
    return {
      seats   = { "player" },
      colours = { player = "red" },
      board   = open_hex {},
      tiles   = "tantrix",
      supply  = { bag { tiles = tiles, deal = o.deal }, hand { size = 1 } },
      moves   = { lay {} },
      constraints = { touch {}, fill_first { sides = 3 } },
      -- 14 of the 56 tiles have no red; the track goes through the others.
      finish   = { goal { [o.goal] = "red" }, stuck { result = "loss" } },
      points   = longest { line = 1, loop = 1 },
      notation = "tiles",
    }
  end,
  tests = {
    { title = "one tile, six ways", seed = 1, count = 6 },
    { title = "one tile at a time", position = "1@1,-1:0 2@1,0:5 | hand 3 | bag 4,5", moves = "3@0,1:4",
      becomes = "1@1,-1:0 2@1,0:5 3@0,1:4 | bag 5, | hands 4 | seat player" },
    { title = "a forced space first", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4 | bag 6", count = 1,
      legal = "4@0,0:5" },
    { title = "three of a colour are allowed", position = "1@1,-1:0 2@1,0:2 | hand 3 | bag 4", legal = "3@0,1:1" },
    { title = "one red line of 14",
      position = "1@1,-1:1 2@-3,1:4 3@0,0:0 4@1,0:4 5@-1,0:2 6@-2,0:0 7@0,1:1 8@-1,2:1 9@-2,2:4 10@-4,1:1 11@-1,1:3 "
        .. "12@-3,0:1 13@0,-1:4 | hand 14 | bag 0", moves = "14@-2,3:3", outcome = "solved" },
    { title = "a line is not a loop", set = { goal = "loop" },
      position = "1@1,-1:1 2@-3,1:4 3@0,0:0 4@1,0:4 5@-1,0:2 6@-2,0:0 7@0,1:1 8@-1,2:1 9@-2,2:4 10@-4,1:1 11@-1,1:3 "
        .. "12@-3,0:1 13@0,-1:4 | hand 14 | bag 0", moves = "14@-2,3:3", outcome = "failed" },
  },
}
