--- Seeing the loop that is coming, and leading it astray before it closes.
return lesson "trax-defence" {
  title = "Defending against loops",
  game  = "trax",
  level = 3,
  steps = {
    {
      say     = "Two turns have been played and there is a threat already. You are white. Both red ends point down, into X and into Y.",
      moves   = [[@0/ B1\]],
      labels  = { X = "A2", Y = "B2" },
      ask     = "You could play in eighteen ways here. How many of them stop red: four, nine or seventeen?",
      choices = { "four", "nine", "seventeen" },
      accept  = "four",
      wrong   = {
        nine      = "Fewer. Everything that leaves both X and Y empty loses at once.",
        seventeen = "Far fewer. Everything that leaves both X and Y empty loses at once.",
      },
      hints   = { "Whoever plays elsewhere is too late: red closes with one tile. So it is X or Y, three signs each, and not all of these will do." },
      right   = "Only four. After every turn of the other side look for two ends that point the same way.",
      facts   = { count = 18 },
    },
    {
      say    = "So it has to be one of the four.",
      moves  = [[@0/ B1\]],
      ask    = "Save white.",
      labels = { X = "A2", Y = "B2" },
      accept = prevents(wins_in(1)),
      wrong  = {
        [ [[A2\]] ] = "Careful! That leads red from X to Y, and the forced tile closes red's loop. You have lost in your own turn.",
        ["B2/"] = "Careful! That leads red from Y to X, and the forced tile closes red's loop. You have lost in your own turn.",
        ["C1+"] = "X and Y are still open, and red needs only one of them.",
        ["A0+"] = "X and Y are still open, and red needs only one of them.",
      },
      hints  = {
        "Lay a tile at X or at Y.",
        "Lead red away from the other space: straight down, or to the outside.",
        [[At X that is A2+ or A2/, at Y it is B2+ or B2\.]],
      },
      right  = "Red was led astray: the two ends no longer meet.",
    },
    {
      say    = "Now you are red, and white has a wide attack: its ends point up into X and Z, and Y is the gap between them.",
      moves  = [[@0/ @1+ @1\]],
      ask    = "Save red.",
      labels = { X = "A0", Y = "B0", Z = "C0" },
      accept = prevents(wins_in(1)),
      wrong  = {
        ["B0+"] = "A tile at Y that takes white across forces both corners: you have closed white's loop.",
        ["A0+"] = "Two tiles follow by force, and white's ends stand side by side one row higher: the wide attack has become a narrow one.",
        ["D1+"] = "White plays Y, and both corners follow.",
      },
      hints  = {
        "You can use the gap Y: any tile there that does not take white straight across.",
        "Or a corner: at X or Z bend white to the outside.",
      },
      right  = "Four turns of twenty-four hold here too, and you found one of them.",
      facts  = { count = 24 },
    },
    {
      say    = "The best defence does something for you as well. You are white. Red's ends point down in columns C and D, and white has two ends that point down in columns A and B.",
      moves  = [[@0/ B1\ @1/ @1+]],
      ask    = "Stop red, and threaten a loop of your own with the same turn.",
      labels = { A = "A2", B = "B2", C = "C2", D = "D2" },
      accept = all_of { prevents(wins_in(1)), threatens(1) },
      wrong  = {
        ["C2+"] = "Red is led astray, but you threaten nothing: red has a free turn.",
        ["B2+"] = "A good defence: a tile in C is forced, and it leads red away. But you threaten nothing.",
        ["A2+"] = "You have not stopped red: the tile has to have an effect on C or D.",
      },
      hints  = {
        "You need not play at C or D yourself: a forced tile may do it for you.",
        "Join white's ends at A and B, and see what that forces.",
        [[Play A2\ or B2/.]],
      },
      right  = "White is joined at the bottom, the chain reached C and led red astray, and now white's ends point up with one space between them. Red has to answer you.",
    },
  },
}
