--- A turn: fill forced spaces, make one free move, fill forced spaces again.
return lesson "tantrix-three-steps" {
  title = "The turn in three steps",
  game  = "tantrix",
  level = 3,
  steps = {
    {
      say      = "A turn has three steps. One: fill forced spaces, as long as you have tiles that fit. Two: make one free move, with any tile in any space that's allowed. Three: fill forced spaces again. After every tile you play, you draw a new one while there are tiles in the bag.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,5,6,7,10,11/14,15,17,18,19,21 | bag 43,44,22,23",
      marks    = { "0,0" },
      facts    = { count = 1, legal = "4@0,0:5" },
    },
    {
      ask     = "Step one. X needs r y b: fill it.",
      labels  = { X = "0,0" },
      accept  = fills("X"),
      hints   = { "Read your tiles clockwise.", "Tile 4: b-RYB-y-r." },
      refused = { ["fill-first"] = { ["10@0,2:0"] = "That would be your free move, but step one isn't finished yet." } },
      right   = "You've also drawn tile 43 to replace it.",
    },
    {
      say    = "Step two is your free move. Here's a clever one: make a new forced space that one of your own tiles fits. Then step three lets you play an extra tile.",
      ask    = "Make a forced space that you can fill yourself.",
      facts  = { legal = { "43@1,-2:0", "10@0,2:0" } },
      labels = { P = "1,1" },
      accept = function(before, after)
        for _, space in ipairs(after.forced) do
          if #space.fits > 0 and after.seat == before.seat then return true end
        end
        return false, "There's no forced space that one of your tiles fits."
      end,
      hints  = {
        "A forced space has three neighbours. Find a space with two, and play a tile next to it.",
        "P has two neighbours, tiles 2 and 3, and so far it needs y b. Tiles 6 and 11 both have b y b, so you want a blue edge.",
        "Tile 10 below tile 3 has a blue edge towards P: `10@0,2:0`.",
      },
      wrong  = {
        ["5@0,2:3"] = "Now P is forced and needs y y b. You don't have a tile like that, so your turn is over.",
        ["6@1,1:5"] = "That fits P, but it doesn't make a forced space.",
      },
      right  = "It's forced, and you can fill it yourself.",
    },
    {
      say      = "Say you played tile 10 below tile 3 and drew tile 44. Now P needs b y b.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,5,6,7,10,11/14,15,17,18,19,21 | bag 43,44,22,23",
      moves    = "4@0,0:5 10@0,2:0",
      ask      = "Step three: fill P.",
      labels   = { P = "1,1" },
      accept   = fills("P"),
      facts    = { count = 3, legal = { "6@1,1:5", "11@1,1:3", "44@1,1:5" } },
      hints    = { "You have a choice: more than one tile fits.", "Tiles 6, 11 and 44 have b y b, if you read around the end." },
      refused  = { ["fill-first"] = { ["5@-1,0:2"] = "You've made your free move. Now you can only fill forced spaces." } },
      right    = "Three tiles in one turn! You have nothing else to fill, so yellow is next.",
    },
    {
      say      = "A tile you've just drawn counts at once. Here none of your tiles fitted X, so you made a free move above tile 1. Then you drew tile 9.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 5,6,7,10,11,16/14,15,17,18,19,21 | bag 9,43,44",
      moves    = "10@1,-2:4",
      ask      = "Is your turn over?",
      labels   = { X = "0,0" },
      choices  = { "yes", "no" },
      accept   = "no",
      facts    = { count = 1, legal = "9@0,0:2" },
      hints    = { "X needs r y b. Read tile 9.", "b-r-b-y-R-Y, and then B again." },
      wrong    = { yes = "You still have step three, and tile 9 fits X." },
      right    = "Not yet: you must play tile 9 on X.",
    },
    {
      ask     = "Fill X.",
      labels  = { X = "0,0" },
      accept  = fills("X"),
      hints   = { "Which tile, and where? There's only one way.", "Type `9 X`." },
      refused = { ["fill-first"] = { ["5@2,0:2"] = "First play tile 9 on X." } },
      right   = "Fill, move, fill: that's a turn.",
    },
  },
}
