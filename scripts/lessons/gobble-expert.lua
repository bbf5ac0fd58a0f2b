--- A handicap for Gobble: the expert's tiles touch three others.
return lesson "gobble-expert" {
  title   = "A handicap for the expert",
  game    = "gobble+expert",
  options = { seat = 1 },
  course  = "gobble",
  level   = 2,
  steps   = {
    {
      say      = "An old hand plays against a newcomer: who would watch that? This house rule helps. Seat one is the expert, whose tiles have to touch three others. Seat two plays as ever, and touches two.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,6,7/8,22 | bag 0",
      labels   = { A = "0,0", B = "1,1" },
      ask      = "You are the expert. Which of the two spaces is left for you: A or B?",
      choices  = { "A", "B", "both" },
      accept   = "A",
      facts    = { legal = { "1:4@0,0:5", "2:8@1,1:5" }, illegal = { "1:4@1,1:2", "1:6@1,1:5" }, why = "3 are needed" },
      hints    = { "Count the neighbours of each.", "A has three, B has two." },
      wrong    = { B = "B touches two tiles. That is enough for seat two only.", both = "B touches two tiles, and you need three." },
      right    = "A. Seat two may use both.",
    },
    {
      ask     = "Try B all the same, with tile 4 or tile 6.",
      labels  = { B = "1,1" },
      accept  = illegal("touch"),
      hints   = { "Tile 6 matches both neighbours of B, tiles 2 and 3. That is one neighbour too few.", "Type `1:6@1,1:5`." },
      wrong   = { ["1:4@0,0:5"] = "That is A, and allowed.", ["2:8@1,1:5"] = "Seat two may, of course. You are seat one." },
      refused = { ["1:6@1,1:5"] = "Colours match, but three tiles have to be touched.", ["1:4@1,1:2"] = "Colours match, but three tiles have to be touched." },
      right   = "Refused: the rule is touch, and it says how many are needed.",
    },
    {
      say    = "There is a bright side: whenever the expert plays, three neighbours are there. So every move of the expert is a Gobble!",
      ask    = "Play, and see what you owe.",
      labels = { A = "0,0" },
      accept = function(before, after)
        return after:owes("one") == 1, "That was seat two. You are seat one."
      end,
      hints  = { "A asks for r y b.", "Tile 4." },
      wrong  = { ["2:8@1,1:5"] = "Seat two is faster. Your own tiles are 4, 6 and 7." },
      right  = "A Gobble, and a gift to give.",
    },
    {
      ask    = "Give a tile to seat two.",
      accept = function(before, after)
        return after:owes("one") == 0, "You still owe a gift."
      end,
      hints  = { "A gift names the seats: who gives, what, and to whom.", "`1:give:6>2`, or the same with tile 7." },
      wrong  = { ["2:8@1,1:5"] = "Seat two plays on meanwhile. You owe a gift." },
      right  = "Few moves, but each is worth two tiles. Is the handicap fair? `simulate` and `compare` can tell, with a pace for each seat.",
    },
  },
}
