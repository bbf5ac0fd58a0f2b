--- Spot a loop before it closes, and lead it astray.
return lesson "trax-defence" {
  title = "Defending against loops",
  game  = "trax",
  level = 3,
  steps = {
    {
      say     = "After only two turns, there's already a threat. You're white. Two red ends point down, into P and Q.",
      moves   = [[@0/ B1\]],
      labels  = { P = "A2", Q = "B2" },
      ask     = "You have eighteen possible turns. How many of them stop red: four, nine or seventeen?",
      choices = { "four", "nine", "seventeen" },
      accept  = "four",
      wrong   = {
        nine      = "Fewer. Every turn that leaves both P and Q empty loses at once.",
        seventeen = "Far fewer. Every turn that leaves both P and Q empty loses at once.",
      },
      hints   = { "If you play elsewhere, red closes the loop with one tile. So it must be P or Q. Each has three signs, and not all of them work." },
      right   = "Only four. After each of your opponent's turns, look for two ends that point the same way.",
      facts   = { count = 18 },
    },
    {
      say    = "So you need one of those four.",
      moves  = [[@0/ B1\]],
      ask    = "You're white. Stop red's loop.",
      labels = { P = "A2", Q = "B2" },
      accept = prevents(wins_in(1)),
      wrong  = {
        [ [[A2\]] ] = "Careful! That leads red from P to Q, and the forced tile closes red's loop. You've lost in your own turn.",
        ["B2/"] = "Careful! That leads red from Q to P, and the forced tile closes red's loop. You've lost in your own turn.",
        ["C1+"] = "P and Q are still open, and red needs only one of them.",
        ["A0+"] = "P and Q are still open, and red needs only one of them.",
      },
      hints  = {
        "Play a tile at P or at Q.",
        "Lead red away from the other space: straight down, or outwards.",
        [[At P that's A2+ or A2/, and at Q it's B2+ or B2\.]],
      },
      right  = "You led red astray: the two ends no longer meet.",
    },
    {
      say    = "Now you're red, and white has a wide attack. Its ends point up into P and Q, and X is the gap between them.",
      moves  = [[@0/ @1+ @1\]],
      ask    = "Stop white's loop.",
      labels = { P = "A0", X = "B0", Q = "C0" },
      accept = prevents(wins_in(1)),
      wrong  = {
        ["B0+"] = "That takes white straight across X and forces both corners. You've closed white's loop.",
        ["A0+"] = "That forces two tiles, and now white's ends are side by side, one row higher. The wide attack has become a narrow one.",
        ["D1+"] = "White plays at X, and both corners follow.",
      },
      hints  = {
        "You can fill the gap X with any tile that doesn't take white straight across.",
        "Or play in a corner: at P or Q, turn white outwards.",
      },
      right  = "Here too, only four turns work, this time out of twenty-four. You found one of them.",
      facts  = { count = 24 },
    },
    {
      say    = "The best defence does something for you as well. You're white. Red's ends point down into P and Q. You have two ends that point down too, into M and N.",
      moves  = [[@0/ B1\ @1/ @1+]],
      ask    = "Stop red and threaten a loop of your own, all in one turn.",
      labels = { M = "A2", N = "B2", P = "C2", Q = "D2" },
      accept = all_of { prevents(wins_in(1)), threatens(1) },
      wrong  = {
        ["C2+"] = "That leads red astray, but you threaten nothing, so red has a free turn.",
        ["B2+"] = "A good defence: it forces a tile at P that leads red away. But you threaten nothing.",
        ["A2+"] = "That doesn't stop red. Your turn must change something at P or Q.",
      },
      hints  = {
        "You don't have to play at P or Q yourself. A forced tile can do it for you.",
        "Join white's ends at M and N, and see which tiles that forces.",
        [[Play A2\ or B2/.]],
      },
      right  = "White is joined at the bottom. The chain of forced tiles reached P and led red astray, and now white's ends point up with one space between them. Red has to answer you.",
    },
  },
}
