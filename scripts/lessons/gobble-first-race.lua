--- Gobble: be the first without tiles, and give some away on the way.
return lesson "gobble-first-race" {
  title = "A race with tiles",
  game  = "gobble",
  level = 1,
  steps = {
    {
      say      = "Gobble is a race, with the tiles of Tantrix. Nobody waits for a turn: everybody plays at once, and the first without tiles wins. You are seat one. Colours match, as ever, but a tile has to touch at least two others.",
      position = "1@1,-1:0 2@1,0:2 | hands 3,8,20/4,22 | bag 0",
      labels   = { A = "0,0", B = "2,-1", C = "2,-2" },
      marks    = { "1,-1", "1,0" },
      ask      = "Which of the three spaces may not be used yet: A, B or C?",
      choices  = { "A", "B", "C" },
      accept   = "C",
      facts    = { legal = { "1:3@0,0:2", "1:3@2,-1:0", "2:4@2,-1:5" }, illegal = { "1:3@2,-2:2", "1:3@2,-2:3" }, why = "touch" },
      hints    = { "Count the tiles that each of them touches.", "A and B each touch tiles 1 and 2." },
      wrong    = { A = "A touches tiles 1 and 2: fine.", B = "B touches tiles 1 and 2: fine." },
      right    = "C touches tile 1 only.",
    },
    {
      ask     = "Go! Lay one of your tiles. At the prompt a move may begin with its seat, `1:3@0,0:2`, but the tile alone tells whose it is.",
      labels  = { A = "0,0", B = "2,-1" },
      accept  = function(before, after)
        return #after:hand("one") < #before:hand("one"), "That was a tile of seat two, who may move as well. Yours are those of seat one."
      end,
      hints   = { "A asks for r r, B for y r: read both clockwise.", "Tile 20 has r r, tile 8 has y r. Tile 3 has both." },
      refused = { touch = { ["1:3@2,-2:2"] = "Touching one tile is not enough." } },
      wrong   = { ["2:4@2,-1:5"] = "Quick, but that was a tile of the other seat!" },
      right   = "One less. The other did not have to wait, and will not wait for you.",
    },
    {
      say      = "Now the trick of the game. Fill a space with three neighbours, and you have made a Gobble: you may give one of your tiles to an opponent.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,6,7/8,22 | bag 0",
      ask      = "Make a Gobble.",
      labels   = { A = "0,0", B = "1,1" },
      accept   = function(before, after)
        return after:owes("one") == 1, "No gift comes of that."
      end,
      hints    = { "Which space has three neighbours?", "A, and it asks for r y b.", "Tile 4 fits it." },
      wrong    = {
        ["1:4@1,1:2"] = "A fair move, but B has two neighbours only. Tile 4 could do better.",
        ["1:6@1,1:5"] = "B has two neighbours only.",
        ["2:8@0,0:2"] = "That Gobble would be your opponent's! Be faster.",
      },
      right    = "Gobble!",
    },
    {
      say     = "You owe a gift now: until you have given it, you may do nothing else. Others go on playing.",
      ask     = "Give a tile to seat two. A gift is written `1:give:6>2`.",
      accept  = function(before, after)
        return after:owes("one") == 0, "You still owe a gift."
      end,
      facts   = { legal = { "1:give:6>2", "1:give:7>2" }, illegal = "1:6@1,1:5", why = "must give away" },
      hints   = { "You have tiles 6 and 7. Keep the one that you can play.", "Tile 6 fits at the right of tile 3. So give 7: `1:give:7>2`." },
      wrong   = { ["2:8@1,1:5"] = "That is your opponent, who uses the time." },
      refused = { ["gift-first"] = { ["1:6@1,1:5"] = "First the gift." } },
      right   = {
        ["1:give:7>2"] = "Well chosen: tile 6 you can play at once, tile 7 fits nowhere yet.",
        ["1:give:6>2"] = "Given is given. But tile 6 could have been played at once, and tile 7 fits nowhere.",
      },
    },
    {
      say      = "A space with four neighbours or more is worth two gifts. A has four.",
      position = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 | hands 12,20,21/5,6 | bag 0",
      ask      = "Take it.",
      labels   = { A = "0,0" },
      accept   = function(before, after)
        return after:owes("one") == 2, "Two gifts are waiting elsewhere."
      end,
      hints    = { "A asks for r r y b.", "Tile 12: b-RRYB-y." },
      wrong    = { ["2:5@1,1:5"] = "That is a tile of seat two." },
      refused  = { match = { ["1:20@0,0:5"] = "Tile 20 has r r y, but then comes g." } },
      right    = "Two tiles to give away: three gone with one move.",
    },
    {
      say      = "The last tile. Who is out first has won, at once.",
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4/6,7 | bag 0",
      ask      = "Win the race.",
      labels   = { A = "0,0", B = "1,1" },
      accept   = function(before, after)
        return after.winner == "one", "Seat two has moved, and you are not out yet."
      end,
      hints    = { "You have one tile left, and it fits.", "Type `4 A` or `4 B`, it makes no difference." },
      wrong    = { ["2:6@1,1:5"] = "That was seat two." },
      right    = {
        ["1:4@0,0:5"] = "First! It was a Gobble, too, but whoever is out has nothing left to give.",
        ["1:4@1,1:2"] = "First! No Gobble was needed: the last tile may go wherever it fits.",
      },
    },
  },
}
