--- A piece that moves away shows what lies under it.
return lesson "tak-uncovering" {
  title   = "Uncovering",
  game    = "tak",
  options = { size = 5 },
  level   = 6,
  steps   = {
    {
      say      = "Look at row 4: four black flats, and in the middle a white flat that lies on a black one. Your piece on c4 is the lid on a road. You are white.",
      position = "x5/2,2,21,2,2/1,1,x,1,x/x5/x3,1,x 1 8",
      labels   = { L = "c4" },
      ask      = "Move the lid so that black's road comes to light. (Just this once.)",
      accept   = function(before, after)
        if after.winner == "black" then return true end
        return false, "Black has no road yet."
      end,
      wrong    = {
        ["c4>"]  = "Your flat left L and covered d4: black's row is still broken.",
        ["2c4-"] = "You took both pieces along, and L is empty.",
      },
      hints    = { "Take the top piece off L and leave the row.", "c4- or c4+" },
      right    = "Black has won in your turn. If your move shows a road of the other side, and none of your own, it is theirs.",
    },
    {
      say      = "The same position. On row 3 you have three flats, and a fourth would be a threat. The flat on c4 seems handy for that, but you know better now.",
      position = "x5/2,2,21,2,2/1,1,x,1,x/x5/x3,1,x 1 8",
      labels   = { L = "c4" },
      ask      = "Threaten a road, and leave black no win in the next turn.",
      accept   = all_of { threatens_road(), prevents(wins_in(1)) },
      wrong    = {
        ["c4-"]  = "You would have four in a row, but the lid is off: black has a road.",
        ["2c4-"] = "You threaten a road, but L is empty, and black places a flat there and has one.",
        ["d3<"]  = "That is no threat yet, for d3 is empty now.",
      },
      hints    = { "Leave L alone and take a piece from your reserve.", "A flat on c3 or on e3." },
      right    = "Tak, and the lid stays on.",
    },
    {
      say      = "Now row 3 lacks only c3. If you move the lid from L down to c3, your road is finished, and black's comes to light in the same turn.",
      position = "x5/2,2,21,2,2/1,1,x,1,1/x5/x3,1,x 1 8",
      labels   = { L = "c4" },
      ask      = "White plays c4-. Who wins?",
      choices  = { "white", "black", "nobody" },
      accept   = "white",
      wrong    = {
        black  = "Black has a road, true. But so has white, and white has moved.",
        nobody = "There is a rule for two roads at once.",
      },
      hints    = { "With two roads in one turn it matters whose turn it was." },
      right    = "White: with two roads at once the one who moved wins.",
    },
    {
      say      = "So it was.",
      position = "x5/2,2,21,2,2/1,1,x,1,1/x5/x3,1,x 1 8",
      moves    = "c4-",
      facts    = { outcome = "white wins by road" },
    },
    {
      say      = "From the other side a lid is a prisoner. You are black, and your flat on c2 lies on a white one in white's row.",
      position = "x5/x,2,x,2,x/x5/1,1,12,1,1/x5 2 7",
      labels   = { L = "c2" },
      ask      = "Play anything that does not lose at once.",
      accept   = prevents(wins_in(1)),
      wrong    = {
        ["c2+"] = "The lid is off: row 2 is a white road.",
        ["c2-"] = "The lid is off: row 2 is a white road.",
      },
      hints    = { "Leave L where it is.", "Place a piece, or move one from row 4." },
      right    = "A lid that may not move is a weakness, so look for a chance to make the row safe for good.",
    },
  },
}
