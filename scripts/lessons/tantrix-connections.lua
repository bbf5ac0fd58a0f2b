--- A direct connection adds one tile; an indirect one, over a forced space, adds more.
return lesson "tantrix-connections" {
  title = "Direct and indirect connections",
  game  = "tantrix",
  level = 7,
  steps = {
    {
      say      = "Your red line has three tiles, 1, 2 and 5. Lay a tile at its end, and it is four long: a direct connection, one tile more. But there is something better.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 | hands 8,10,15,43,46,49/25,17,18,19,21,22 | bag 44,50,51,52",
      marks    = { "0,0", "1,0", "0,1" },
      facts    = { score = { red = 3 }, legal = "10@-1,1:5" },
    },
    {
      say      = "Here tile 10 was laid on the left, beside the line and not at its end. Now A is forced, and red looks into it twice: from tile 1 and from tile 10. A tile has one red track. So whatever tile goes to A, its red joins both!",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 | hands 8,10,15,43,46,49/25,17,18,19,21,22 | bag 44,50,51,52",
      moves    = "10@-1,0:3",
      ask      = "How long will red be, once A is filled?",
      labels   = { A = "-1,1" },
      marks    = { "-1,0", "0,0" },
      choices  = { "4", "5", "6" },
      accept   = "5",
      facts    = { score = { red = 3 }, count = 1, legal = "25@-1,1:1" },
      hints    = { "Add up: the line, the tile on A, and tile 10.", "Three and one and one." },
      wrong    = { ["4"] = "Tile 10 comes with it: that makes one more.", ["6"] = "Tile 10 brings one tile only, itself." },
      right    = "Five: an indirect connection. One tile of yours has added two to the line.",
    },
    {
      say      = "Your turn, from the start.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 | hands 8,10,15,43,46,49/25,17,18,19,21,22 | bag 44,50,51,52",
      ask      = "Connect indirectly, so that red will be five long.",
      labels   = { A = "-1,1", B = "-1,0" },
      accept   = function(before, after)
        assert(before:track("red").indirect == 3)
        if after:track("red").indirect >= 5 then return true end
        if after:track("red").line > before:track("red").line then
          return false, "That is a direct connection: four. Look for five."
        end
        return false, "Red looks into no forced space twice."
      end,
      hints    = { "A space with two neighbours, one of them your red end: that is A. Give it a third neighbour.", "Lay a tile on B: yellow to tile 1, and red to A.", "Tiles 8, 10 and 15 can do it: type `10 B` and look at the turns, or `10@-1,0:3`." },
      wrong    = {
        ["10@-1,1:5"] = "On A itself red goes on at once, but a tile beside the line can do more.",
        ["8@-1,2:2"]  = "Red is four long now, and A is forced. But red looks into A only once.",
        ["10@-1,0:4"] = "The right place, but turn it: red has to look into A.",
      },
      reply    = "25@-1,1:1",
      right    = "And yellow has tile 25, which fits A. Yellow has to fill it, and so builds your line for you.",
    },
    {
      say   = "Red is five tiles long: you laid one tile, yellow the other.",
      facts = { score = { red = 5 } },
      ask   = "Will an indirect connection always be closed?",
      choices = { "always", "not always" },
      accept  = "not always",
      hints   = { "A wants a tile. Does it matter which are left?", "Six tiles fit two of a colour and one of another. One day they may all be laid." },
      wrong   = { always = "Late in the game the tiles that fit may all be laid elsewhere." },
      right   = "So connect indirectly early, and directly late.",
    },
    {
      say      = "Both sides of the gap may be long. Count with care: 1, 2 and 5 are joined, and so are 10 and 17.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 10@-1,0:3 17@-2,0:0 | hands 25,43/18,19 | bag 44,50,51,52",
      ask      = "How long is red once A is filled?",
      labels   = { A = "-1,1" },
      choices  = { "5", "6", "7" },
      accept   = "6",
      facts    = { score = { red = 3 }, count = 1 },
      hints    = { "Three on the right, two on the left.", "And one on A." },
      wrong    = { ["5"] = "You forgot the tile on A itself.", ["7"] = "Three, one and two. Which did you count twice?" },
      right    = "Six. Type `look` at any time: it shows line and indirect for each colour.",
    },
    {
      ask     = "Fill A and see.",
      labels  = { A = "-1,1" },
      accept  = function(before, after)
        assert(before:track("red").indirect == 6)
        return after:track("red").line == 6
      end,
      hints   = { "A asks for r r b.", "Tile 25 has it." },
      refused = { ["fill-first"] = { ["43@2,0:1"] = "A comes first." } },
      right   = "From three to six with one tile.",
    },
  },
}
