--- Two against two: partners sit opposite each other and share a colour, but not a hand.
return lesson "tantrix-teams" {
  title = "Two against two",
  game  = "tantrix+teams",
  level = 9,
  steps = {
    {
      say      = "This house rule is for four players. North and south both play red, east and west both play yellow. Each player has a hand, and everyone can see all four hands. Turns go north, east, south, west. So an opponent always plays between you and your partner.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 | hands 10,15,43/17,18/25,46/19,21 | bag 44,50,51,52 | seat north",
      ask      = "You're north. Can you play tile 25, which your partner south has?",
      choices  = { "yes", "no" },
      accept   = "no",
      facts    = { illegal = "25@0,2:2", why = "does not hold", legal = "10@-1,0:3" },
      hints    = { "You share a colour. Do you share a hand?", "Each player has their own." },
      wrong    = { yes = "You share a colour, but not your tiles." },
      right    = "No. But you can see it, and that's worth a lot.",
    },
    {
      say    = "South has tile 25, with r r b. X would need exactly that if you played the right tile on P. East is next, and has nothing that fits X.",
      ask    = "You're north. Prepare an indirect connection of five through X, for your partner to complete.",
      labels = { X = "-1,1", P = "-1,0" },
      accept = function(before, after)
        return after:track("red").indirect >= 5, "Red doesn't point into any forced space twice."
      end,
      hints  = { "Play a tile on P, so that X has three neighbours.", "Yellow to tile 1, red to X.", "Tile 10 or tile 15: `10@-1,0:3`." },
      wrong  = {
        ["10@-1,1:5"] = "That makes four right away. But with your partner's help you can make five.",
        ["43@-1,0:4"] = "The right space, but tile 43 has no red.",
      },
      reply  = "17@2,0:0",
      right  = "East can't do anything about it and plays elsewhere. South is next, and south is on your team.",
    },
    {
      ask     = "Now you're south. Complete the connection.",
      labels  = { X = "-1,1" },
      accept  = makes_line(5),
      facts   = { count = 1, legal = "25@-1,1:1" },
      hints   = { "X is a forced space, and your tile fits.", "Type `25 X`." },
      refused = { ["fill-first"] = { ["46@0,2:2"] = "Fill X first." } },
      right   = "Two partners, two tiles, five points.",
    },
    {
      say      = "Points belong to the team. The bag is empty, and west has the last tile of the game.",
      position = "1@0,0:0 2@-1,0:2 | hands ///3 | bag 0 | seat west",
      ask      = "You're west, playing yellow. Get six points for your team.",
      labels   = { X = "0,-1" },
      accept   = scores(6),
      facts    = { score = { red = 1, yellow = 2 } },
      hints    = { "A loop of three makes six points.", "Both yellow ends point into X." },
      wrong    = { ["3@1,0:0"] = "Red meets red there. That helps the other team." },
      right    = "Six points for yellow: for east as well as west.",
    },
  },
}
