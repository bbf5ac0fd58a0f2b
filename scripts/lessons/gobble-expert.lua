--- A handicap for Gobble: the expert's tiles must touch three others.
return lesson "gobble-expert" {
  title   = "A handicap for the expert",
  game    = "gobble+expert",
  options = { seat = 1 },
  course  = "gobble",
  level   = 2,
  steps   = {
    {
      say      = "An expert against a beginner isn't much of a race. This house rule evens things up. Seat one is the expert, and each of the expert's tiles must touch three others. Seat two needs only two, as usual.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,6,7/8,22 | bag 0",
      labels   = { P = "0,0", Q = "1,1" },
      ask      = "You're the expert. Which space can you use: P, Q or both?",
      choices  = { "P", "Q", "both" },
      accept   = "P",
      facts    = { legal = { "1:4@0,0:5", "2:8@1,1:5" }, illegal = { "1:4@1,1:2", "1:6@1,1:5" }, why = "3 are needed" },
      hints    = { "Count the tiles around each space.", "P touches three tiles, Q touches two." },
      wrong    = { Q = "Q touches two tiles. That's enough for seat two, but not for you.", both = "P is fine, but Q touches only two tiles and you need three." },
      right    = "Only P. Seat two can use both.",
    },
    {
      ask     = "Try Q anyway, with tile 4 or tile 6.",
      labels  = { Q = "1,1" },
      accept  = illegal("touch"),
      hints   = { "Tile 6 matches both neighbours of Q, tiles 2 and 3. But you need three neighbours.", "Type `1:6@1,1:5`." },
      wrong   = { ["1:4@0,0:5"] = "That space touches three tiles, so the move is allowed. Try Q.", ["2:8@1,1:5"] = "Seat two may play there, of course. You're seat one." },
      refused = { ["1:6@1,1:5"] = "The colours match, but the tile must touch three others.", ["1:4@1,1:2"] = "The colours match, but the tile must touch three others." },
      right   = "Not allowed: the rule is called touch, and the message says how many tiles you need.",
    },
    {
      say    = "There's a bright side. Whenever the expert plays, the space has three neighbours. So every move you make is a Gobble!",
      ask    = "Make a move and see what you get to do next.",
      labels = { P = "0,0" },
      accept = function(before, after)
        return after:owes("one") == 1, "That was seat two's move. You're seat one."
      end,
      hints  = { "P needs r y b, read clockwise.", "Tile 4 fits." },
      wrong  = { ["2:8@1,1:5"] = "Seat two was faster. Your own tiles are 4, 6 and 7." },
      right  = "A Gobble! Now you owe a gift.",
    },
    {
      ask    = "Give a tile to seat two.",
      accept = function(before, after)
        return after:owes("one") == 0, "You still owe a gift."
      end,
      hints  = { "A gift says who gives, which tile, and to whom.", "Type `1:give:6>2`, or give tile 7 instead." },
      wrong  = { ["2:8@1,1:5"] = "Seat two keeps playing in the meantime. You still owe a gift." },
      right  = "You have fewer moves to choose from, but each one gets rid of two tiles. Is the handicap fair? `simulate` and `compare` can tell you: give each seat its own pace.",
    },
  },
}
