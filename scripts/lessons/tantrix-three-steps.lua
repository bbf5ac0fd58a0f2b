--- A turn: fill what is forced, make one free move, fill again.
return lesson "tantrix-three-steps" {
  title = "The turn in three steps",
  game  = "tantrix",
  level = 3,
  steps = {
    {
      say      = "A turn has three steps. One: fill forced spaces while you have tiles that fit. Two: one free move, any tile wherever it is allowed. Three: fill forced spaces again. After every tile you draw a new one, while the bag lasts.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,5,6,7,10,11/14,15,17,18,19,21 | bag 43,44,22,23",
      marks    = { "0,0" },
      facts    = { count = 1, legal = "4@0,0:5" },
    },
    {
      ask     = "Step one. A asks for r y b: fill it.",
      labels  = { A = "0,0" },
      accept  = fills("A"),
      hints   = { "Read the letters of your tiles clockwise.", "Tile 4: b-RYB-y-r." },
      refused = { ["fill-first"] = { ["10@0,2:0"] = "That would be the free move. Step one is not done yet." } },
      right   = "And you drew tile 43 in its place.",
    },
    {
      say    = "Step two, the free move. A clever one: make a new forced space that one of your own tiles fits. Then step three gives you another tile for nothing.",
      ask    = "Make a forced space that you can fill yourself.",
      facts  = { legal = { "43@1,-2:0", "10@0,2:0" } },
      labels = { B = "1,1" },
      accept = function(before, after)
        for _, space in ipairs(after.forced) do
          if #space.fits > 0 and after.seat == before.seat then return true end
        end
        return false, "No forced space is there that one of your tiles fits."
      end,
      hints  = {
        "A forced space has three neighbours, so look for a space with two of them and lay a tile beside it.",
        "B has two neighbours, tiles 2 and 3, and asks for y b so far. Tiles 6 and 11 both have b y b: a blue edge is missing.",
        "Tile 10 below tile 3 shows blue to B: `10@0,2:0`.",
      },
      wrong  = {
        ["5@0,2:3"] = "B is forced now and asks for y y b. You have no such tile, and your turn is over.",
        ["6@1,1:5"] = "That fits B, but no forced space comes of it.",
      },
      right  = "Forced, and yours to fill.",
    },
    {
      say      = "Say you have played tile 10 below tile 3, and drawn tile 44. Now B asks for b y b.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,5,6,7,10,11/14,15,17,18,19,21 | bag 43,44,22,23",
      moves    = "4@0,0:5 10@0,2:0",
      ask      = "Step three: fill B.",
      labels   = { B = "1,1" },
      accept   = fills("B"),
      facts    = { count = 3, legal = { "6@1,1:5", "11@1,1:3", "44@1,1:5" } },
      hints    = { "You may choose: more than one tile fits.", "Tiles 6, 11 and 44 have b y b in their ring of letters." },
      refused  = { ["fill-first"] = { ["5@-1,0:2"] = "The free move is made. Only filling is left." } },
      right    = "Three tiles in one turn. Nothing else fits, so yellow is next.",
    },
    {
      say      = "A tile that you have just drawn counts at once. Here nothing of yours fitted A, so you made a free move above tile 1. And then you drew tile 9.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 5,6,7,10,11,16/14,15,17,18,19,21 | bag 9,43,44",
      moves    = "10@1,-2:4",
      ask      = "Is your turn over?",
      labels   = { A = "0,0" },
      choices  = { "yes", "no" },
      accept   = "no",
      facts    = { count = 1, legal = "9@0,0:2" },
      hints    = { "A asks for r y b. Read tile 9.", "b-r-b-y-R-Y, and round again to B." },
      wrong    = { yes = "Step three is still to come, and tile 9 fits A." },
      right    = "Not yet: lucky tile 9 has to go to A.",
    },
    {
      ask     = "Then do it.",
      labels  = { A = "0,0" },
      accept  = fills("A"),
      hints   = { "Which tile, and where? There is one way only.", "Type `9 A`." },
      refused = { ["fill-first"] = { ["5@2,0:2"] = "First tile 9 to A." } },
      right   = "Fill, move, fill: that is a turn.",
    },
  },
}
