--- What a loop is, and the two shapes that close with one tile: narrow and wide.
return lesson "trax-first-loop" {
  title = "Loops: narrow and wide",
  game  = "trax",
  level = 2,
  steps = {
    {
      say   = "Here somebody has won. Follow red over the four marked tiles: it comes back to where it began. A closed track is called a loop, and a loop of your colour wins the game. Four tiles make the smallest one, and it may be as large and as crooked as you like.",
      moves = [[@0/ B1\ @1/ B2\]],
      marks = { "B1", "C1", "B2", "C2" },
      facts = { outcome = "red wins by loop" },
    },
    {
      say    = "You are white. Over the two tiles on the left white makes half a loop, and its two ends point to the left, into X and into Y. This is a narrow attack: the two spaces are neighbours.",
      moves  = [[@0/ A0\ B2+ C2/]],
      ask    = "Close the loop.",
      labels = { X = "@1", Y = "@2" },
      accept = wins_in { 1, by = "loop" },
      wrong  = {
        ["@1+"] = "White runs straight on to the left. It has to turn towards Y.",
        [ [[@1\]] ] = "White comes in from the right and leaves at the top: the wrong way, Y lies below.",
      },
      hints  = {
        "Lay one of the two. The other one will be forced.",
        "At X white comes in from the right and should go out at the bottom.",
        [[Bottom with right is /, so @1/. Or from the other side: @2\.]],
      },
      right  = "One tile from you, one by force: the ring of four is closed.",
    },
    {
      say     = "Now red is to move. Red runs straight through the tile in the middle and turns down at both ends. Its ends point into X and into Z, and there is a gap between them: Y. This is a wide attack, and three tiles are missing.",
      moves   = [[@0/ B1+ C1\]],
      ask     = "Before you play: in which of the three spaces must the one tile be laid, so that the other two are forced?",
      labels  = { X = "A2", Y = "B2", Z = "C2" },
      choices = { "X", "Y", "Z" },
      accept  = "Y",
      wrong   = {
        X = "Say you lay it at X and lead red towards Y. Y then has red from the left, but white from above: nothing is forced, and the other side is to move.",
        Z = "Say you lay it at Z and lead red towards Y. Y then has red from the right, but white from above: nothing is forced, and the other side is to move.",
      },
      hints   = { "A space is forced when red comes in from two sides. X and Z have one red end each already." },
      right   = "Yes, the middle: from there a red end can go to both sides at once.",
    },
    {
      say    = "So play it.",
      moves  = [[@0/ B1+ C1\]],
      ask    = "Close the wide loop with one tile.",
      labels = { X = "A2", Y = "B2", Z = "C2" },
      accept = wins_in { 1, by = "loop" },
      wrong  = {
        ["B2/"] = "At Y red should go left and right, to X and to Z. This bend leads it elsewhere on one side.",
        [ [[B2\]] ] = "At Y red should go left and right, to X and to Z. This bend leads it elsewhere on one side.",
        [ [[A2\]] ] = "Red goes from X towards Y, but Y has white above it, so it is not forced. One tile is not enough from here.",
        ["C2/"] = "Red goes from Z towards Y, but Y has white above it, so it is not forced. One tile is not enough from here.",
      },
      hints  = { "Red has to lie straight across Y, from left to right.", "The straight sign is +." },
      right  = "One tile, two by force, and a ring of six.",
    },
    {
      say    = "Loops lie in every direction. You are white, and this one lies on its side.",
      moves  = [[@0/ A0+ A0\ A4+]],
      ask    = "Find the wide loop and close it.",
      accept = wins_in { 1, by = "loop" },
      wrong  = {
        ["@1/"] = "The right corner, but too early: the space below it has red on its right, so nothing is forced there.",
        [ [[@3\]] ] = "The right corner, but too early: the space above it has red on its right, so nothing is forced there.",
      },
      hints  = { "White makes half a loop over the three upper tiles. Where do its ends point?", "To the left, in rows 1 and 3. The gap is in row 2.", "@2+" },
      right  = "Narrow or wide, upright or lying: two ends of your colour that point the same way, next to each other or with one space between them. You will see them everywhere.",
    },
  },
}
