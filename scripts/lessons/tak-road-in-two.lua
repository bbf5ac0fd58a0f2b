--- Puzzles: a road in two turns, whatever the other side does.
return lesson "tak-road-in-two" {
  title   = "A road in two",
  game    = "tak",
  options = { size = 5 },
  level   = 8,
  steps   = {
    {
      say      = "Three puzzles from the middle of a game. You are white each time and win in two turns, whatever black does; the first move is always the only one. Here look at rows 1 and 2 together: a road may turn.",
      position = "x5/1,2,2,2,2/x5/1,1,x3/x2,11,12,1 1 8",
      ask      = "Win in two turns.",
      accept   = wins_in(2),
      wrong    = {
        c2 = "You threaten to cover d1 and have a road. But that is one threat, and black can stop it.",
        b1 = "You threaten to cover d1 and have a road. But that is one threat, and black can stop it.",
      },
      hints    = {
        "Roads may turn. What would join a2 and b2 with c1, and c1 with e1?",
        "One square is black's for the moment: d1.",
        "Cover it from the stack on c1; one flat stays behind.",
      },
      reply    = "Sc2",
      right    = "Now c1, d1 and e1 are white, and b2 can be joined to c1 in two ways.",
    },
    {
      say      = "Black has put a wall on c2.",
      ask      = "Finish the road.",
      accept   = wins_in { 1, by = "road" },
      hints    = { "b2 and c1 touch at a corner. Two squares touch both of them: b1 and c2.", "Take the one that is free." },
      right    = "Two pieces corner to corner have two squares that join them. One blocking stone is not enough against that.",
    },
    {
      say      = "The second one has the same idea in it, but you have to see it first.",
      position = "x5/1,x4/x,12,1,1,1/12,1,x3/2,x2,2,2 1 8",
      ask      = "Win in two turns.",
      accept   = wins_in(2),
      wrong    = {
        a3 = "You threaten to cover b3 and have a road. But that is one threat, and black can stop it.",
        b4 = "You threaten to cover b3 and have a road. But that is one threat, and black can stop it.",
      },
      hints    = {
        "Row 3 is yours from c to e. Black's flat on b3 is in the way.",
        "Cover it. Your flat on b2 is right below it.",
      },
      reply    = "Sa3",
      right    = "Row 3 now lacks only a3, and b3 is joined to a4 by a3 or by b4.",
    },
    {
      say      = "Black has put a wall on a3.",
      ask      = "Finish the road.",
      accept   = wins_in { 1, by = "road" },
      hints    = { "From b3 to the left edge: straight on is closed, but a4 is yours.", "b4 joins b3 with a4." },
      right    = "Well played.",
    },
    {
      say      = "The last one. Your capstone stands on c2, and black sits in many places. Look at row 2.",
      position = "x,1,2,x2/12,x,2,2,x/x5/1,2,1C,1,1/21,x,12,x2 1 10",
      ask      = "Win in two turns.",
      accept   = wins_in(2),
      wrong    = { b1 = "You threaten to cover b2 and have a road. But that is one threat, and black can stop it." },
      hints    = { "Row 2: white on a2, black on b2, then your capstone, d2 and e2.", "b2 is a flat, so it can be covered.", "Cover it from a2. Black cannot close both ways from b2 to the left edge." },
      reply    = "Sa2",
      right    = "b2 is white now. A flat on a2 would finish the road, and so would one on b1, by way of a1.",
    },
    {
      say      = "Black has put a wall on a2.",
      ask      = "Finish the road.",
      accept   = wins_in { 1, by = "road" },
      hints    = { "From b2 you need the left edge, in column a.", "a1 is yours, and b1 joins it with b2." },
      right    = "That was the hardest lesson on Tak. If you solved all three, you are ready for a real opponent: `play tak`.",
    },
  },
}
