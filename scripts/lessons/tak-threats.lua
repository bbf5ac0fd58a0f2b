--- Tak: one turn away from a road. Make a threat, stop one, and find one in a stack.
return lesson "tak-threats" {
  title   = "Tak! Threats and answers",
  game    = "tak",
  options = { size = 5 },
  level   = 5,
  steps   = {
    {
      say      = "If you could finish a road in your next turn, you have a threat. Polite players then say \"tak\". You're white, with three flats in row 2.",
      position = "x5/x3,2,x/x3,2,x/1,1,1,x2/2,x3,2 1 5",
      labels   = { P = "d2", Q = "e2" },
      ask      = "Make a threat: play so that you could finish a road next turn.",
      accept   = threatens_road(),
      wrong    = {
        Sd2 = "A wall is never part of a road, and now it's in your way.",
        c3  = "Row 2 still needs two squares, and column c needs three.",
      },
      hints    = { "If you have four of the five squares in a row, you need only one more.", "Place a flat at P or at Q." },
      right    = "Tak! Black has to answer.",
    },
    {
      say      = "Now you're black, and white hasn't made the threat yet. It's better to act before you have to.",
      position = "x5/x3,2,x/x3,2,x/1,1,1,x2/2,x3,2 2 5",
      labels   = { P = "d2", Q = "e2" },
      ask      = "Play so that white can't make a threat next turn.",
      accept   = prevents(threatens_road()),
      wrong    = {
        b3 = "White places a flat at P or Q and says tak.",
        d1 = "White places a flat at P or Q and says tak.",
      },
      hints    = { "Place something in row 2, or cover one of white's flats there.", "d3- moves a flat down to P. A wall at P works too." },
      right    = "Row 2 is blocked for now.",
    },
    {
      say      = "Threats can hide in stacks. You're white. Row 2 looks blocked by the black flat on d2, but you have a stack of three flats on c2.",
      position = "x5/2,x2,2,x/x4,2/1,1,111,2,1/2,x3,2 1 8",
      ask      = "Win this turn.",
      accept   = wins_in { 1, by = "road" },
      wrong    = {
        ["3c2>"]  = "You took all three, so c2 is empty now.",
        ["e2<"]   = "You covered d2, but e2 is empty now, so the row doesn't reach the edge.",
      },
      hints    = { "A flat can cover another flat.", "Move one flat from c2 onto d2. The others stay." },
      right    = "The flat on d2 was no obstacle at all.",
    },
    {
      say      = "The same position, but now you're black. White's stack threatens to cover d2.",
      position = "x5/2,x2,2,x/x4,2/1,1,111,2,1/2,x3,2 2 8",
      ask      = "Stop the road.",
      accept   = prevents(wins_in(1)),
      wrong    = {
        ["e3-"] = "You covered e2, but the stack can reach that far: it drops one flat on d2 and the next on e2.",
        ["e1+"] = "You covered e2, but the stack can reach that far: it drops one flat on d2 and the next on e2.",
        Sd3     = "Your wall is beside the row, not in it.",
      },
      hints    = {
        "Row 2 has no empty square, so you have to cover something.",
        "Cover the stack, or a square on the other side of it, to its left.",
        "d2< covers the stack, a1+ covers a2.",
      },
      right    = {
        ["d2<"] = "You're on top of the stack, so white can't move it any more.",
        ["a1+"] = "You broke the row at the other end, where the stack can't help.",
      },
    },
  },
}
