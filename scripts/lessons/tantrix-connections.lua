--- A direct connection adds one tile; an indirect one, across a forced space, adds more.
return lesson "tantrix-connections" {
  title = "Direct and indirect connections",
  game  = "tantrix",
  level = 7,
  steps = {
    {
      say      = "Your red line has three tiles: 1, 2 and 5. If you play a tile at one of its ends, it's four long. That's a direct connection, and it adds one tile. But you can do better.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 | hands 8,10,15,43,46,49/25,17,18,19,21,22 | bag 44,50,51,52",
      marks    = { "0,0", "1,0", "0,1" },
      facts    = { score = { red = 3 }, legal = "10@-1,1:5" },
    },
    {
      say      = "Say you play tile 10 on the left instead, beside the line rather than at its end. Now X is forced, and red points into it twice: from tile 1 and from tile 10. Every tile that fits X must join these two red ends!",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 | hands 8,10,15,43,46,49/25,17,18,19,21,22 | bag 44,50,51,52",
      moves    = "10@-1,0:3",
      ask      = "How long will red's line be once X is filled?",
      labels   = { X = "-1,1" },
      marks    = { "-1,0", "0,0" },
      choices  = { "4", "5", "6" },
      accept   = "5",
      facts    = { score = { red = 3 }, count = 1, legal = "25@-1,1:1" },
      hints    = { "Add up the line, the tile on X, and tile 10.", "Three, and one, and one." },
      wrong    = { ["4"] = "Tile 10 joins the line too. That's one more.", ["6"] = "Tile 10 adds only itself." },
      right    = "Five. This is an indirect connection: by playing one tile, you make the line two longer.",
    },
    {
      say      = "Now try it yourself, from the start. You're red.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 | hands 8,10,15,43,46,49/25,17,18,19,21,22 | bag 44,50,51,52",
      ask      = "Make an indirect connection, so that red will be five long.",
      labels   = { X = "-1,1", P = "-1,0" },
      accept   = function(before, after)
        assert(before:track("red").indirect == 3)
        if after:track("red").indirect >= 5 then return true end
        if after:track("red").line > before:track("red").line then
          return false, "That's a direct connection, and it makes four. Look for five."
        end
        return false, "Red doesn't point into any forced space twice."
      end,
      hints    = { "Find a space with two neighbours that your red end points into. That's X. Give it a third neighbour.", "Play a tile on P, with yellow to tile 1 and red to X.", "Tiles 8, 10 and 15 can do it. Type `10 P` to see the rotations, or `10@-1,0:3`." },
      wrong    = {
        ["10@-1,1:5"] = "That makes the line longer right away, but a tile beside the line can do more.",
        ["8@-1,2:2"]  = "Red is four long now, and X is forced. But red points into X only once.",
        ["10@-1,0:4"] = "The right space, but rotate the tile: red must point into X.",
      },
      reply    = "25@-1,1:1",
      right    = "Yellow has tile 25, which fits X. Yellow has to fill it, and so builds your line for you!",
    },
    {
      say   = "Red is five tiles long. You played one of the new tiles, and yellow played the other.",
      facts = { score = { red = 5 } },
      ask   = "Does an indirect connection always get closed?",
      choices = { "always", "not always" },
      accept  = "not always",
      hints   = { "X needs a tile. Does it matter which tiles are left?", "Only six tiles fit two edges of one colour and one of another. What if they've all been played?" },
      wrong   = { always = "Late in the game, all the tiles that fit may have been played somewhere else." },
      right   = "So connect indirectly early in the game, and directly late in the game.",
    },
    {
      say      = "Both sides of the gap can be long. Count carefully: tiles 1, 2 and 5 are joined, and so are 10 and 17.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 10@-1,0:3 17@-2,0:0 | hands 25,43/18,19 | bag 44,50,51,52",
      ask      = "How long will red's line be once X is filled?",
      labels   = { X = "-1,1" },
      choices  = { "5", "6", "7" },
      accept   = "6",
      facts    = { score = { red = 3 }, count = 1 },
      hints    = { "Three on the right, two on the left.", "And one on X." },
      wrong    = { ["5"] = "You forgot the tile on X itself.", ["7"] = "Three, one and two. Did you count one twice?" },
      right    = "Six. Type `look` at any time to see each colour's line, and how long it would be with its indirect connections.",
    },
    {
      ask     = "Fill X and see.",
      labels  = { X = "-1,1" },
      accept  = function(before, after)
        assert(before:track("red").indirect == 6)
        return after:track("red").line == 6
      end,
      hints   = { "X needs r r b, read clockwise.", "Tile 25 has it." },
      refused = { ["fill-first"] = { ["43@2,0:1"] = "Fill X first." } },
      right   = "From three to six with one tile!",
    },
  },
}
