--- One stone that threatens two roads.
return lesson "tak-double-threat" {
  title   = "The double threat",
  game    = "tak",
  options = { size = 5 },
  level   = 7,
  steps   = {
    {
      say      = "One threat is answered by one stone. Two threats need two, and black has only one turn. You are white, and your pieces stand in row 3 and in column c.",
      position = "2,x3,2/x2,21,x2/1,1,x,1,x/x2,1C,x2/2,x,21,x,2 1 8",
      labels   = { X = "c3" },
      ask      = "Win in two turns.",
      accept   = wins_in(2),
      wrong    = {
        e3 = "You threaten c3, and black has one square to block: c3.",
        c5 = "You threaten c3, and black has one square to block: c3.",
        ["c2+"] = "The capstone helps row 3, but it left column c.",
      },
      hints    = { "Which empty square belongs to both, the row and the column?", "Place a flat at X." },
      reply    = "Se3",
      right    = "Now the row lacks only e3 and the column only c5.",
      shows    = threatens { 1, by = "road", places = 2 },
    },
    {
      say      = "Black has put a wall on e3, so row 3 is closed.",
      ask      = "Finish the other road.",
      accept   = wins_in { 1, by = "road" },
      hints    = { "Column c: which square is still empty?", "c5" },
      wrong    = { b5 = "Column c still lacks one square." },
      right    = "Crossing lines make double threats: wherever two of your lines meet in an empty square, be there first.",
    },
    {
      say      = "Lines need not cross in the middle. You are white again; column a and row 1 are yours, more or less.",
      position = "1,x2,2,x/1,x2,2,x/1,x2,2,x/x,1112,x,2,2/x,1,x,1,1 1 10",
      ask      = "Win in two turns.",
      accept   = wins_in(2),
      wrong    = {
        a2 = "You threaten a1, and black has only that square to block.",
        c1 = "You threaten a1, and black has only that square to block.",
      },
      hints    = { "What is missing in column a? What is missing in row 1?", "One square is missing in both.", "The corner, a1." },
      reply    = "Sa2",
      right    = "The corner belongs to both lines.",
      shows    = threatens { 1, by = "road", places = 2 },
    },
    {
      say      = "Black has put a wall on a2, so column a is closed.",
      ask      = "Finish the other road.",
      accept   = wins_in { 1, by = "road" },
      hints    = { "Row 1: which square is still empty?", "c1" },
      right    = "Two lines, one corner, one win.",
    },
  },
}
