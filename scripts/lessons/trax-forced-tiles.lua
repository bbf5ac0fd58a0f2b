--- Two ends of one colour in one space: the tile that joins them is laid at once.
return lesson "trax-forced-tiles" {
  title = "Forced tiles: one turn, many tiles",
  game  = "trax",
  level = 1,
  steps = {
    {
      say    = "Some spaces leave no choice. If one colour points into an empty space from two sides, the two ends are joined at once: that tile is forced. It costs no turn and nobody has to ask for it. Here white points upwards twice, into X and into Y.",
      moves  = "@0/ B1+",
      ask    = "Lay one tile so that X and Y are both filled.",
      labels = { X = "A0", Y = "B0" },
      accept = fills { "X", "Y" },
      wrong  = {
        ["A0+"] = "White runs straight up and past Y. Only one white end points into Y, so nothing is forced.",
        [ [[A0\]] ] = "White bends away to the left. What X shows to Y is red, and one red end and one white end force nothing.",
      },
      hints  = {
        "White comes into X from below. Where must it go out, so that it points into Y?",
        "To the right. One bend joins bottom with right.",
        "Type A0/ and watch Y.",
      },
      right  = "You laid one tile, and the other followed: white came into that space from below and from the side, so the two ends were joined.",
    },
    {
      say     = "Here two ends point into X as well: red from the left, white from below.",
      moves   = "@0/ B1+ A0+",
      labels  = { X = "B1" },
      ask     = "Is the tile at X forced?",
      choices = { "yes", "no" },
      accept  = "no",
      wrong   = { yes = "Look at the colours: red on the left, white below. It takes two ends of the same colour." },
      hints   = { "What has to be the same for a space to be filled by force?" },
      right   = "No. One end of each colour forces nothing, and two different tiles would fit there.",
      facts   = { legal = { "B1+", "B1/" } },
    },
    {
      say    = "Forced tiles have open ends too, and so they may force others. Above this row the colours read white, red, white, white: a good place for a chain.",
      moves  = "@0/ B1+ @1/ @1+",
      ask    = "Lay one tile that brings at least three others with it.",
      accept = makes { forced = 3 },
      wrong  = {
        ["B0/"] = "One tile followed, on the left. To the right the chain stops at once: that space got one red end and one white end.",
        ["A0+"] = "Two tiles followed. Not bad; there is a longer chain.",
      },
      hints  = {
        "Try the row above the tiles, or the row below, near an end of the row.",
        "Two white ends stand side by side at the right, above C and D. Join these two.",
        "C0/ does it.",
      },
      right  = "Four tiles in one turn. From now on read each space like this: which two ends point into it?",
    },
    {
      say     = "White has just laid the tile in brackets, and the round brackets show the tile that was forced.",
      moves   = "@0/ B1+ A0/",
      ask     = "Whose turn is it now?",
      choices = { "white", "red" },
      accept  = "red",
      wrong   = { white = "White laid a tile, and the forced tile was part of the same turn." },
      hints   = { "Both tiles came in one turn, and it was white's." },
      right   = "Red's. Forced tiles belong to the turn that caused them, however many there are.",
    },
  },
}
