--- What a loop is, and the two kinds you can close with one tile: narrow and wide.
return lesson "trax-first-loop" {
  title = "Loops: narrow and wide",
  game  = "trax",
  level = 2,
  steps = {
    {
      say   = "Someone has won here. Follow red around the four marked tiles: it comes back to where it started. A closed track is called a loop, and a loop of your colour wins the game. The smallest loop has four tiles. Others can be as big and as crooked as you like.",
      moves = [[@0/ B1\ @1/ B2\]],
      marks = { "B1", "C1", "B2", "C2" },
      facts = { outcome = "red wins by loop" },
    },
    {
      say    = "You're white. The two tiles on the left make half a white loop, and its two ends point left, into P and Q. This is a narrow attack: the two spaces are neighbours.",
      moves  = [[@0/ A0\ B2+ C2/]],
      ask    = "Close the loop.",
      labels = { P = "@1", Q = "@2" },
      accept = wins_in { 1, by = "loop" },
      wrong  = {
        ["@1+"] = "White goes straight on to the left. It must turn towards Q.",
        [ [[@1\]] ] = "White comes in from the right and goes out at the top. Wrong way: Q is below.",
      },
      hints  = {
        "Fill one of the two spaces. The other will be forced.",
        "White comes into P from the right and should go out at the bottom.",
        [[/ joins bottom and right, so play @1/. Or from the other side: @2\.]],
      },
      right  = "You played one tile, the other was forced, and the loop of four is closed.",
    },
    {
      say     = "Now it's red's turn. Red runs straight through the tile in the middle and turns down on both sides. Its ends point into P and Q, and X is the gap between them. This is a wide attack: three tiles are missing.",
      moves   = [[@0/ B1+ C1\]],
      ask     = "Before you play: where must you place your tile to force the other two?",
      labels  = { P = "A2", X = "B2", Q = "C2" },
      choices = { "P", "X", "Q" },
      accept  = "X",
      wrong   = {
        P = "Say you play at P and lead red towards X. Red enters X from the left, but white enters it from above. Nothing is forced, and it's your opponent's turn.",
        Q = "Say you play at Q and lead red towards X. Red enters X from the right, but white enters it from above. Nothing is forced, and it's your opponent's turn.",
      },
      hints   = { "A space is forced when red enters it from two sides. P and Q already have one red end each." },
      right   = "Yes, in the middle. From there, red can go to both sides at once.",
    },
    {
      say    = "Now play it. You're red.",
      moves  = [[@0/ B1+ C1\]],
      ask    = "Close the wide loop with one tile.",
      labels = { P = "A2", X = "B2", Q = "C2" },
      accept = wins_in { 1, by = "loop" },
      wrong  = {
        ["B2/"] = "At X, red should go left and right, to P and Q. With this bend, one end goes somewhere else.",
        [ [[B2\]] ] = "At X, red should go left and right, to P and Q. With this bend, one end goes somewhere else.",
        [ [[A2\]] ] = "Red goes from P towards X, but white enters X from above, so nothing is forced there.",
        ["C2/"] = "Red goes from Q towards X, but white enters X from above, so nothing is forced there.",
      },
      hints  = { "Red must run straight across X, from left to right.", "The straight sign is +." },
      right  = "You played one tile, two were forced, and the loop of six is closed.",
    },
    {
      say    = "Loops can face any way. You're white, and this one opens to the left.",
      moves  = [[@0/ A0+ A0\ A4+]],
      ask    = "Find the wide loop and close it.",
      accept = wins_in { 1, by = "loop" },
      wrong  = {
        ["@1/"] = "The right corner, but too early. The space below it has red on its right, so nothing is forced there.",
        [ [[@3\]] ] = "The right corner, but too early. The space above it has red on its right, so nothing is forced there.",
      },
      hints  = { "The top three tiles make half a white loop. Where do its ends point?", "Left, in rows 1 and 3. The gap is in row 2.", "@2+" },
      right  = "Look for two ends of your colour that point the same way, side by side or with one space between them. You'll see them everywhere.",
    },
  },
}
