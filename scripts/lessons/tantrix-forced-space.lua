--- A space with three neighbours comes first, if you have a tile that fits it.
return lesson "tantrix-forced-space" {
  title = "Forced spaces",
  game  = "tantrix",
  level = 3,
  steps = {
    {
      say      = "An empty space with three or more tiles around it is called a forced space. Here, X is one. If you have a tile that fits a forced space, you must play it there before anything else. The board marks forced spaces for you.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4,5,6,7,8,10 | bag 40",
      labels   = { X = "0,0" },
      marks    = { "1,-1", "1,0", "0,1" },
      facts    = { illegal = "10@2,0:3", why = "fill", count = 2 },
    },
    {
      ask     = "Two of your tiles fit. Fill X.",
      labels  = { X = "0,0" },
      accept  = fills("X"),
      refused = { ["fill-first"] = { ["5@2,0:2"] = "It matches, but forced spaces come first." } },
      hints   = { "Read clockwise, the colours around X are red, yellow and blue.", "Look for r y b in your tiles. The last letter joins the first.", "Tile 4 fits, and so does tile 8." },
      right   = "That's less a duty than a gift: you've played an extra tile, and it's still your turn.",
    },
    {
      say      = "Next comes your free move: any tile, in any space that's allowed. Say you filled X with tile 4.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4,5,6,7,8,10 | bag 40,41,42,43",
      moves    = "4@0,0:5",
      ask      = "You're red. Make a line of at least three red tiles.",
      accept   = makes_line(3),
      facts    = { score = { red = 2 } },
      hints    = { "You have a red line of two tiles. Where are its ends?", "Red joins tiles 1 and 4. One end points right from tile 1, the other left from tile 4.", "Play a red edge against the left side of tile 4." },
      wrong    = { ["8@2,0:0"] = "Red meets red there, but that's a different line: the one on tile 2." },
      right    = "First the forced space, then your free move: two tiles in one turn.",
    },
    {
      say      = "Here X needs r y b, and none of your tiles fits it.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 5,6,7,10 | bag 40",
      ask      = "What happens to X?",
      labels   = { X = "0,0" },
      choices  = { "I pass", "it waits", "I exchange" },
      accept   = "it waits",
      facts    = { legal = "5@2,0:2", illegal = { "5@0,0:3", "10@0,0:0" } },
      hints    = { "You must fill it if you have a tile that fits.", "You don't have one, so you're free to play elsewhere." },
      wrong    = {
        ["I pass"]     = "You can't pass. You make your free move somewhere else.",
        ["I exchange"] = "You can't exchange tiles. They stay in your hand until you play them.",
      },
      right    = "You play elsewhere, and X waits for someone with a tile that fits. That player must fill it.",
    },
  },
}
