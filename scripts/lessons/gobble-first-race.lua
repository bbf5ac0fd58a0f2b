--- Gobble: get rid of your tiles first, and give some away on the way.
return lesson "gobble-first-race" {
  title = "A race with tiles",
  game  = "gobble",
  level = 1,
  steps = {
    {
      say      = "Gobble is a race with Tantrix tiles. There are no turns: everyone plays at once, and the first to run out of tiles wins. Colours must match, as in Tantrix, and every tile must touch at least two others. You're seat one.",
      position = "1@1,-1:0 2@1,0:2 | hands 3,8,20/4,22 | bag 0",
      labels   = { P = "0,0", Q = "2,-1", X = "2,-2" },
      marks    = { "1,-1", "1,0" },
      ask      = "Which of the three spaces can't be used yet: P, Q or X?",
      choices  = { "P", "Q", "X" },
      accept   = "X",
      facts    = { legal = { "1:3@0,0:2", "1:3@2,-1:0", "2:4@2,-1:5" }, illegal = { "1:3@2,-2:2", "1:3@2,-2:3" }, why = "touch" },
      hints    = { "Count the tiles around each space.", "P and Q both touch tiles 1 and 2." },
      wrong    = { P = "P touches tiles 1 and 2, so it's fine.", Q = "Q touches tiles 1 and 2, so it's fine." },
      right    = "X touches only tile 1.",
    },
    {
      ask     = "Go! Play one of your tiles. You can put the seat first, as in `1:3@0,0:2`, but you don't have to: each tile has only one owner.",
      labels  = { P = "0,0", Q = "2,-1" },
      accept  = function(before, after)
        return #after:hand("one") < #before:hand("one"), "That was one of seat two's tiles, and seat two may play it at any time. Play one of your own."
      end,
      hints   = { "Read the colours clockwise: P needs red and red (r r), Q needs yellow and red (y r).", "Tile 20 has r r, tile 8 has y r, and tile 3 has both." },
      refused = { touch = { ["1:3@2,-2:2"] = "One neighbour isn't enough." } },
      wrong   = { ["2:4@2,-1:5"] = "That was quick, but it was your opponent's tile!" },
      right   = "One tile fewer. Your opponent didn't have to wait, and won't wait for you.",
    },
    {
      say      = "Here's the heart of the game. Fill a space that has three neighbours, and you've made a Gobble: you give one of your tiles to an opponent.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,6,7/8,22 | bag 0",
      ask      = "Make a Gobble.",
      labels   = { P = "0,0", Q = "1,1" },
      accept   = function(before, after)
        return after:owes("one") == 1, "That isn't a Gobble of yours."
      end,
      hints    = { "Which space has three neighbours?", "P does, and it needs r y b, read clockwise.", "Tile 4 fits." },
      wrong    = {
        ["1:4@1,1:2"] = "That's allowed, but Q has only two neighbours. Tile 4 could do better.",
        ["1:6@1,1:5"] = "Q has only two neighbours.",
        ["2:8@0,0:2"] = "That would be your opponent's Gobble. Be faster!",
      },
      right    = "Gobble!",
    },
    {
      say     = "Now you owe a gift, and you can't do anything else until you've given it. Your opponent keeps playing.",
      ask     = "Give a tile to seat two. A gift is written `1:give:6>2`.",
      accept  = function(before, after)
        return after:owes("one") == 0, "You still owe a gift."
      end,
      facts   = { legal = { "1:give:6>2", "1:give:7>2" }, illegal = "1:6@1,1:5", why = "must give away" },
      hints   = { "You have tiles 6 and 7. Keep the one you can play.", "Tile 6 fits to the right of tile 3. So give tile 7: `1:give:7>2`." },
      wrong   = { ["2:8@1,1:5"] = "That was your opponent, making good use of the time." },
      refused = { ["gift-first"] = { ["1:6@1,1:5"] = "Give your gift first." } },
      right   = {
        ["1:give:7>2"] = "Good choice: you can play tile 6 right away, and tile 7 doesn't fit anywhere yet.",
        ["1:give:6>2"] = "Done. But you could have played tile 6 right away, and tile 7 doesn't fit anywhere yet.",
      },
    },
    {
      say      = "Fill a space with four or more neighbours, and you give away two tiles. X has four.",
      position = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 | hands 12,20,21/5,6 | bag 0",
      ask      = "Fill it.",
      labels   = { X = "0,0" },
      accept   = function(before, after)
        return after:owes("one") == 2, "That isn't worth two gifts. Fill X."
      end,
      hints    = { "Read clockwise, X needs r r y b.", "Tile 12 is b r r y b y: it has r r y b in the middle." },
      wrong    = { ["2:5@1,1:5"] = "That's one of seat two's tiles." },
      refused  = { match = { ["1:20@0,0:5"] = "Tile 20 has r r y, but g comes next." } },
      right    = "Two tiles to give away. That's three gone in one move!",
    },
    {
      say      = "You're down to your last tile. Play it and you win on the spot.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4/6,7 | bag 0",
      ask      = "Win the race.",
      labels   = { P = "0,0", Q = "1,1" },
      accept   = function(before, after)
        return after.winner == "one", "That was seat two's move, and you still have a tile."
      end,
      hints    = { "You have one tile left, and it fits.", "Type `4 P` or `4 Q`. Either will do." },
      wrong    = { ["2:6@1,1:5"] = "That was seat two." },
      right    = {
        ["1:4@0,0:5"] = "First! It was a Gobble too, but you have no tile left to give.",
        ["1:4@1,1:2"] = "First! You didn't need a Gobble: your last tile can go anywhere it fits.",
      },
    },
  },
}
