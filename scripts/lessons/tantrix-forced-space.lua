--- A space with three neighbours is filled first, by whoever can.
return lesson "tantrix-forced-space" {
  title = "Forced spaces",
  game  = "tantrix",
  level = 3,
  steps = {
    {
      say      = "An empty space with three tiles around it is a forced space: A. Whoever has a tile that fits it must play it there before anything else. The board shows it with a `!`.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4,5,6,7,8,10 | bag 40",
      labels   = { A = "0,0" },
      marks    = { "1,-1", "1,0", "0,1" },
      facts    = { illegal = "10@2,0:3", why = "fill", count = 2 },
    },
    {
      ask     = "Two of your tiles fit. Fill A.",
      labels  = { A = "0,0" },
      accept  = fills("A"),
      refused = { ["fill-first"] = { ["5@2,0:2"] = "It matches, but first comes what must be filled." } },
      hints   = { "Around A the colours are red, yellow and blue, read clockwise.", "Look for r y b in the letters of your tiles; the end joins the beginning.", "Tile 4 fits, and tile 8." },
      right   = "That is a gift more than a duty: your turn goes on, so you have laid a tile for nothing.",
    },
    {
      say      = "Now the free move, any tile to any place. Say you have filled A with tile 4.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4,5,6,7,8,10 | bag 40,41,42,43",
      moves    = "4@0,0:5",
      ask      = "Make a line of at least three red tiles.",
      accept   = makes_line(3),
      facts    = { score = { red = 2 } },
      hints    = { "You have a red line of two tiles. Where are its ends?", "Tiles 1 and 4 are joined by red; it goes on to the right of tile 1 and to the left of tile 4.", "Lay a red edge against the left side of tile 4." },
      wrong    = { ["8@2,0:0"] = "Red meets red there, but it is another line: that of tile 2." },
      right    = "Filled first, then one of your own: two tiles in one turn.",
    },
    {
      say      = "Now no tile of yours fits A, which asks for r y b.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 5,6,7,10 | bag 40",
      ask      = "What happens to A?",
      labels   = { A = "0,0" },
      choices  = { "I pass", "it waits", "I exchange" },
      accept   = "it waits",
      facts    = { legal = "5@2,0:2", illegal = { "5@0,0:3", "10@0,0:0" } },
      hints    = { "The duty is: if you have a tile that fits.", "You have none. So you are free." },
      wrong    = {
        ["I pass"]     = "You owe only what you can do. Then you play elsewhere.",
        ["I exchange"] = "Tiles in the hand stay there until they are played.",
      },
      right    = "You play elsewhere, and A waits for somebody whose tile fits. That one must fill it.",
    },
  },
}
