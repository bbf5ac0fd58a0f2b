--- Tak: one turn away from a road. Making the threat, seeing it, and seeing it in a stack.
return lesson "tak-threats" {
  title   = "Tak! Threats and answers",
  game    = "tak",
  options = { size = 5 },
  level   = 5,
  steps   = {
    {
      say      = "If you could finish a road in your next turn, you have a threat, and polite players say tak. You are white and have three flats in row 2.",
      position = "x5/x3,2,x/x3,2,x/1,1,1,x2/2,x3,2 1 5",
      labels   = { X = "d2", Y = "e2" },
      ask      = "Make a threat: play so that you could finish a road next turn.",
      accept   = threatens_road(),
      wrong    = {
        Sd2 = "A wall is no part of a road, and now it stands in your way.",
        c3  = "Row 2 still lacks two squares, and column c three.",
      },
      hints    = { "With four of five squares in a row, one is missing.", "A flat at X or at Y." },
      right    = "Tak! Black has to answer.",
    },
    {
      say      = "Now you are black, and white has not made the threat yet. It is cheaper to act before you must.",
      position = "x5/x3,2,x/x3,2,x/1,1,1,x2/2,x3,2 2 5",
      labels   = { X = "d2", Y = "e2" },
      ask      = "Play so that white cannot make a threat in the next turn.",
      accept   = prevents(threatens_road()),
      wrong    = {
        b3 = "White places at X or Y and says tak.",
        d1 = "White places at X or Y and says tak.",
      },
      hints    = { "Put something into row 2, or onto one of white's flats there.", "d3- brings a flat down to X; a wall at X does as well." },
      right    = "Row 2 is stopped for now.",
    },
    {
      say      = "Threats hide in stacks. White is to move and row 2 looks blocked: a black flat lies on d2. But on c2 lie three white flats.",
      position = "x5/2,x2,2,x/x4,2/1,1,111,2,1/2,x3,2 1 8",
      ask      = "You are white. Win at once.",
      accept   = wins_in { 1, by = "road" },
      wrong    = {
        ["3c2>"]  = "All three left c2, so there is a hole now.",
        ["e2<"]   = "d2 is covered, but e2 is empty now: a hole at the edge.",
      },
      hints    = { "A flat may be covered by a flat.", "Move one flat from c2 onto d2; the others stay." },
      right    = "The flat on d2 was no obstacle at all.",
    },
    {
      say      = "The same position, but now you are black and to move. White threatens to cover d2 from the stack.",
      position = "x5/2,x2,2,x/x4,2/1,1,111,2,1/2,x3,2 2 8",
      ask      = "Save the game.",
      accept   = prevents(wins_in(1)),
      wrong    = {
        ["e3-"] = "You cover e2, but the stack reaches further than you think: it drops one flat on d2 and the next on e2.",
        ["e1+"] = "You cover e2, but the stack reaches further than you think: it drops one flat on d2 and the next on e2.",
        Sd3     = "Your wall stands beside the row, not in it.",
      },
      hints    = {
        "No square of row 2 is empty, so you have to cover something.",
        "Cover the stack itself, or the row where the stack does not reach: to its left.",
        "d2< covers the stack, a1+ covers a2.",
      },
      right    = {
        ["d2<"] = "You sit on the stack: it cannot move any more.",
        ["a1+"] = "The row is broken at its other end, where the stack is of no use.",
      },
    },
  },
}
