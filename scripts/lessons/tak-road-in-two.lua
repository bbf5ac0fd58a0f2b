--- Puzzles: a road in two turns, whatever your opponent does.
return lesson "tak-road-in-two" {
  title   = "A road in two",
  game    = "tak",
  options = { size = 5 },
  level   = 8,
  steps   = {
    {
      say      = "Here are three puzzles from the middle of a game. Each time you're white, and you can win in two turns whatever black does. Only one first move works. In this one, look at rows 1 and 2 together: a road can turn.",
      position = "x5/1,2,2,2,2/x5/1,1,x3/x2,11,12,1 1 8",
      ask      = "Win in two turns.",
      accept   = wins_in(2),
      wrong    = {
        c2 = "Now you threaten to cover d1 and finish a road. But that's only one threat, and black can stop it.",
        b1 = "Now you threaten to cover d1 and finish a road. But that's only one threat, and black can stop it.",
      },
      hints    = {
        "Which squares would connect a2 and b2 with c1, and c1 with e1?",
        "d1 is in your way: black owns it for now.",
        "Cover it from the stack on c1. One flat stays behind.",
      },
      reply    = "Sc2",
      right    = "Now c1, d1 and e1 are white, and there are two ways to connect b2 with c1.",
    },
    {
      say      = "Black placed a wall on c2.",
      ask      = "Finish the road.",
      accept   = wins_in { 1, by = "road" },
      hints    = { "b2 and c1 touch at a corner. Two squares touch both of them: b1 and c2.", "Take the one that's free." },
      right    = "When two of your pieces touch at a corner, two squares can connect them. Your opponent can't block both in one turn.",
    },
    {
      say      = "The second puzzle uses the same idea, but it's harder to spot.",
      position = "x5/1,x4/x,12,1,1,1/12,1,x3/2,x2,2,2 1 8",
      ask      = "Win in two turns.",
      accept   = wins_in(2),
      wrong    = {
        a3 = "Now you threaten to cover b3 and finish a road. But that's only one threat, and black can stop it.",
        b4 = "Now you threaten to cover b3 and finish a road. But that's only one threat, and black can stop it.",
      },
      hints    = {
        "You have row 3 from c to e, but black's flat on b3 is in the way.",
        "Cover it. Your flat on b2 is right below it.",
      },
      reply    = "Sa3",
      right    = "Now you can finish row 3 on a3, or connect b3 with a4 on b4.",
    },
    {
      say      = "Black placed a wall on a3.",
      ask      = "Finish the road.",
      accept   = wins_in { 1, by = "road" },
      hints    = { "You need to get from b3 to the left edge. Straight ahead is blocked, but you have a4.", "b4 connects b3 with a4." },
      right    = "Well played.",
    },
    {
      say      = "Here's the last one. Your capstone is on c2, and black has pieces all over the board. Look at row 2.",
      position = "x,1,2,x2/12,x,2,2,x/x5/1,2,1C,1,1/21,x,12,x2 1 10",
      ask      = "Win in two turns.",
      accept   = wins_in(2),
      wrong    = { b1 = "Now you threaten to cover b2 and finish a road. But that's only one threat, and black can stop it." },
      hints    = { "Row 2 is white on a2, black on b2, then your capstone, then white on d2 and e2.", "b2 is a flat, so you can cover it.", "Cover it from a2. Black can't close both ways from b2 to the left edge." },
      reply    = "Sa2",
      right    = "b2 is white now. A flat on a2 would finish the road, and so would one on b1, by way of a1.",
    },
    {
      say      = "Black placed a wall on a2.",
      ask      = "Finish the road.",
      accept   = wins_in { 1, by = "road" },
      hints    = { "From b2 you need to reach the left edge, in column a.", "You have a1, and b1 connects it with b2." },
      right    = "That was the hardest lesson on Tak. If you solved all three, you're ready for a real opponent: type `play tak`.",
    },
  },
}
