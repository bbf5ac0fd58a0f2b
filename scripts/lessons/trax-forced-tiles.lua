--- Two ends of one colour in one space: the tile that joins them is played at once.
return lesson "trax-forced-tiles" {
  title = "Forced tiles: one turn, many tiles",
  game  = "trax",
  level = 1,
  steps = {
    {
      say    = "Some spaces leave no choice. If one colour enters an empty space from two sides, a tile that joins the two ends is placed there at once. It's called a forced tile. It's part of your turn, and you don't have to do anything. Here, white points up into both P and Q.",
      moves  = "@0/ B1+",
      ask    = "Play one tile so that P and Q are both filled.",
      labels = { P = "A0", Q = "B0" },
      accept = fills { "P", "Q" },
      wrong  = {
        ["A0+"] = "White goes straight up and past Q. Only one white end points into Q, so nothing is forced.",
        [ [[A0\]] ] = "White bends away to the left. Now Q has a red end and a white end, and that forces nothing.",
      },
      hints  = {
        "White comes into P from below. Which way must it go out, to point into Q?",
        "To the right. One of the bends joins bottom and right.",
        "Type A0/ and watch Q.",
      },
      right  = "You played one tile, and the other followed. White entered that space from below and from the side, so the two ends were joined.",
    },
    {
      say     = "Two ends point into X here too: red from the left, white from below.",
      moves   = "@0/ B1+ A0+",
      labels  = { X = "B1" },
      ask     = "Is a tile forced at X?",
      choices = { "yes", "no" },
      accept  = "no",
      wrong   = { yes = "Look at the colours: red on the left, white below. It takes two ends of the same colour." },
      hints   = { "What must be the same for a tile to be forced?" },
      right   = "No. One end of each colour forces nothing, and two different tiles would fit there.",
      facts   = { legal = { "B1+", "B1/" } },
    },
    {
      say    = "Forced tiles have ends too, so they can force more tiles. Along the top of this row, the colours are white, red, white, white. That's a good place for a chain.",
      moves  = "@0/ B1+ @1/ @1+",
      ask    = "Play one tile that forces at least three others.",
      accept = makes { forced = 3 },
      wrong  = {
        ["B0/"] = "That forced one tile, on the left. On the right the chain stops at once: that space has one red end and one white end.",
        ["A0+"] = "That forced two tiles. Not bad, but there's a longer chain.",
      },
      hints  = {
        "Try the row above the tiles or the row below, near one end.",
        "On the right, two white ends are side by side, above C and D. Join these two.",
        "C0/ does it.",
      },
      right  = "Four tiles in one turn! From now on, ask about every space: which ends point into it?",
    },
    {
      say     = "White has just played the marked tile, and that forced the tile to its right.",
      moves   = "@0/ B1+ A0/",
      marks   = { "A1" },
      ask     = "Whose turn is it now?",
      choices = { "white", "red" },
      accept  = "red",
      wrong   = { white = "White played a tile, and the forced tile was part of the same turn." },
      hints   = { "Both tiles belong to one turn, and it was white's." },
      right   = "It's red's turn. Forced tiles belong to the turn that caused them, however many there are.",
    },
  },
}
