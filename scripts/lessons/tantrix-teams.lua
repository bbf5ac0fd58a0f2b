--- Two against two: partners sit opposite and share a colour, not a hand.
return lesson "tantrix-teams" {
  title = "Two against two",
  game  = "tantrix+teams",
  level = 9,
  steps = {
    {
      say      = "A house rule for four: north and south are red together, east and west yellow. Each has a hand of its own, and all hands are open. Turns go north, east, south, west, so an opponent always plays between you and your partner.",
      position = "1@0,0:0 2@1,0:2 5@0,1:4 | hands 10,15,43/17,18/25,46/19,21 | bag 44,50,51,52 | seat north",
      ask      = "You are north. May you play tile 25, which your partner south has?",
      choices  = { "yes", "no" },
      accept   = "no",
      facts    = { illegal = "25@0,2:2", why = "does not hold", legal = "10@-1,0:3" },
      hints    = { "The colour is shared. And the hands?", "Each seat has its own." },
      wrong    = { yes = "You share a colour, not the tiles." },
      right    = "But you can see it, and that is worth a lot.",
    },
    {
      say    = "South has tile 25, with r r b. A would ask for it, if you laid the right tile on B. East, who is next, has nothing that fits.",
      ask    = "Prepare an indirect connection of five, over A, for your partner to close.",
      labels = { A = "-1,1", B = "-1,0" },
      accept = function(before, after)
        return after:track("red").indirect >= 5, "Red looks into no forced space twice."
      end,
      hints  = { "Lay a tile on B, so that A has three neighbours.", "Yellow to tile 1, red to A.", "Tile 10 or tile 15: `10@-1,0:3`." },
      wrong  = {
        ["10@-1,1:5"] = "Four, at once. But with your partner's help it will be five.",
        ["43@-1,0:4"] = "The right place, but tile 43 has no red.",
      },
      reply  = "17@2,0:0",
      right  = "East can do nothing about it, and plays elsewhere. South is next: that is still your team.",
    },
    {
      ask     = "You are south now. Close it.",
      labels  = { A = "-1,1" },
      accept  = makes_line(5),
      facts   = { count = 1, legal = "25@-1,1:1" },
      hints   = { "A forced space, and your tile fits.", "Type `25 A`." },
      refused = { ["fill-first"] = { ["46@0,2:2"] = "A comes first." } },
      right   = "Two partners, two tiles, five points.",
    },
    {
      say      = "Points belong to the team. The bag is empty, and west has the last tile of all.",
      position = "1@0,0:0 2@-1,0:2 | hands ///3 | bag 0 | seat west",
      ask      = "You are west, for yellow. Get six points for your team.",
      labels   = { A = "0,-1" },
      accept   = scores(6),
      facts    = { score = { red = 1, yellow = 2 } },
      hints    = { "Six points are a loop of three.", "Both yellow ends look into A." },
      wrong    = { ["3@1,0:0"] = "Red meets red: that helps the others." },
      right    = "Six for yellow, for east as well as for west.",
    },
  },
}
