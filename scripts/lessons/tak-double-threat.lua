--- One piece that threatens two roads.
return lesson "tak-double-threat" {
  title   = "The double threat",
  game    = "tak",
  options = { size = 5 },
  level   = 7,
  steps   = {
    {
      say      = "Your opponent can block one threat with one piece. Two threats would take two pieces, and your opponent has only one turn. You're white, with pieces in row 3 and in column c.",
      position = "2,x3,2/x2,21,x2/1,1,x,1,x/x2,1C,x2/2,x,21,x,2 1 8",
      labels   = { X = "c3" },
      ask      = "Win in two turns.",
      accept   = wins_in(2),
      wrong    = {
        e3 = "Now you threaten c3, and that's the only square black has to block.",
        c5 = "Now you threaten c3, and that's the only square black has to block.",
        ["c2+"] = "The capstone helps row 3, but it has left column c.",
      },
      hints    = { "Which empty square is in both the row and the column?", "Place a flat at X." },
      reply    = "Se3",
      right    = "Now the row needs only e3, and the column needs only c5.",
      shows    = threatens { 1, by = "road", places = 2 },
    },
    {
      say      = "Black placed a wall on e3, so row 3 is blocked.",
      ask      = "Finish the other road.",
      accept   = wins_in { 1, by = "road" },
      hints    = { "Which square of column c is still empty?", "c5" },
      wrong    = { b5 = "Column c still needs one square." },
      right    = "Crossing rows and columns make double threats. If two of yours meet on an empty square, get there first.",
    },
    {
      say      = "They don't have to cross in the middle. You're white again, and you have most of column a and row 1.",
      position = "1,x2,2,x/1,x2,2,x/1,x2,2,x/x,1112,x,2,2/x,1,x,1,1 1 10",
      ask      = "Win in two turns.",
      accept   = wins_in(2),
      wrong    = {
        a2 = "Now you threaten a1, and that's the only square black has to block.",
        c1 = "Now you threaten a1, and that's the only square black has to block.",
      },
      hints    = { "Which squares does column a still need? Which does row 1 need?", "One square is missing from both.", "The corner, a1." },
      reply    = "Sa2",
      right    = "The corner belongs to both the column and the row.",
      shows    = threatens { 1, by = "road", places = 2 },
    },
    {
      say      = "Black placed a wall on a2, so column a is blocked.",
      ask      = "Finish the other road.",
      accept   = wins_in { 1, by = "road" },
      hints    = { "Which square of row 1 is still empty?", "c1" },
      right    = "One corner, two threats, and you win.",
    },
  },
}
