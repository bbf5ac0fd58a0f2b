--- When a piece moves away, it uncovers what's under it.
return lesson "tak-uncovering" {
  title   = "Uncovering",
  game    = "tak",
  options = { size = 5 },
  level   = 6,
  steps   = {
    {
      say      = "Look at row 4. It has four black flats, and in the middle a white flat on top of a black one. You're white, and your flat at L is the lid on black's road.",
      position = "x5/2,2,21,2,2/1,1,x,1,x/x5/x3,1,x 1 8",
      labels   = { L = "c4" },
      ask      = "Just this once, make a mistake on purpose: move the lid and uncover black's road.",
      accept   = function(before, after)
        if after.winner == "black" then return true end
        return false, "Black has no road yet."
      end,
      wrong    = {
        ["c4>"]  = "Your flat left L but covered d4, so black's row is still broken.",
        ["2c4-"] = "You took both pieces, so L is empty.",
      },
      hints    = { "Move the top piece off L, and out of the row.", "c4- or c4+" },
      right    = "Black won in your turn! If your move uncovers your opponent's road and doesn't make one of yours, your opponent wins.",
    },
    {
      say      = "The same position. You have three flats in row 3, and a fourth would make a threat. The flat at L looks handy for that, but now you know better.",
      position = "x5/2,2,21,2,2/1,1,x,1,x/x5/x3,1,x 1 8",
      labels   = { L = "c4" },
      ask      = "Threaten a road without letting black win next turn.",
      accept   = all_of { threatens_road(), prevents(wins_in(1)) },
      wrong    = {
        ["c4-"]  = "You'd have four in a row, but the lid is off and black has a road.",
        ["2c4-"] = "You threaten a road, but L is empty. Black places a flat there and wins.",
        ["d3<"]  = "That isn't a threat yet, because d3 is empty now.",
      },
      hints    = { "Leave L alone and place a new piece.", "A flat on c3 or on e3." },
      right    = "Tak, and the lid stays on.",
    },
    {
      say      = "Now row 3 needs only c3. If you move the lid from L down to c3, you finish your road and uncover black's in the same turn.",
      position = "x5/2,2,21,2,2/1,1,x,1,1/x5/x3,1,x 1 8",
      labels   = { L = "c4" },
      ask      = "White plays c4-. Who wins?",
      choices  = { "white", "black", "nobody" },
      accept   = "white",
      wrong    = {
        black  = "Black has a road, but so has white, and it was white's turn.",
        nobody = "There's a rule for two roads at once.",
      },
      hints    = { "With two roads in one turn, it matters whose turn it was." },
      right    = "White. If one move makes roads for both players, the player who moved wins.",
    },
    {
      say      = "Here's the result: two roads, and white wins.",
      position = "x5/2,2,21,2,2/1,1,x,1,1/x5/x3,1,x 1 8",
      moves    = "c4-",
      facts    = { outcome = "white wins by road" },
    },
    {
      say      = "Now look at a lid from the other side. You're black, and your flat at L covers a white one in white's row. It can't safely move.",
      position = "x5/x,2,x,2,x/x5/1,1,12,1,1/x5 2 7",
      labels   = { L = "c2" },
      ask      = "Play any move that doesn't lose at once.",
      accept   = prevents(wins_in(1)),
      wrong    = {
        ["c2+"] = "The lid is off, and row 2 is a white road.",
        ["c2-"] = "The lid is off, and row 2 is a white road.",
      },
      hints    = { "Leave L where it is.", "Place a piece, or move one from row 4." },
      right    = "A lid that can't move is a weakness. Look for a chance to block the row for good.",
    },
  },
}
