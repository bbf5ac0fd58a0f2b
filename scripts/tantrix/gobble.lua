--- Gobble: be the first to get rid of your tiles. Filling a space with three neighbours gives a tile away.

-- One player against the bag: a tile that fits nowhere is discarded, and every Gobble returns one.
local function alone(o)
  return {
    seats  = { "player" },
    board  = open_hex {},
    tiles  = "tantrix",
    supply = { bag { deal = o.deal }, hand { size = 1, first = 2 }, discard {} },
    moves  = { lay {}, take_back {} },
    constraints = { touch { min = 2 } },
    after    = { reward { id = "gobble", neighbours = 3, take = 1 } },
    finish   = { hand_empty { id = "all-laid" }, stuck { id = "discards-left", result = "loss" } },
    points   = places {},
    notation = "tiles",
  }
end

-- Two to six players: everyone plays at the same time, and a Gobble gives a tile to an opponent.
local function race_of(o)
  local seats = {}
  for i = 1, o.players do seats[i] = ({ "one", "two", "three", "four", "five", "six" })[i] end
  return {
    seats  = seats,
    board  = open_hex {},
    tiles  = "tantrix",
    supply = { bag { deal = o.deal }, hand { size = 54 // o.players, refill = false }, middle { tiles = 2 } },
    turn   = { race {}, pace { seconds = 10 } },
    moves  = { lay {}, give {} },
    constraints = { touch { min = 2 } },
    after  = {
      reward { id = "gobble", neighbours = 3, give = 1 },
      -- The rule books do not cover five or six sides: they count like four.
      reward { id = "double-gobble", neighbours = 4, give = 2 },
    },
    finish = {
      hand_empty { id = "out", play_on = o.places },
      -- Nor the case that nobody can move: the fewest tiles left come first.
      stuck { id = "blocked", result = "fewest" },
    },
    points   = places {},
    notation = "tiles",
  }
end

return game "gobble" {
  title = "Gobble",
  options = {
    players = { default = 2, min = 1, max = 6, says = "two to six players race; one plays against the bag" },
    places  = { default = true, says = "whether the others play on for places when the first is out" },
    deal    = { says = "all tiles in drawing order: the hands, first seat first, then the two in the middle" },
  },
  rules = function(o)
    if o.players == 1 then return alone(o) end
    return race_of(o)
  end,
  tests = {
    { title = "a tile must touch two others", position = "1@1,-1:0 2@1,0:2 | hands 3/4", legal = "1:3@0,0:2",
      illegal = "1:3@2,-2:2", why = "2 are needed" },
    { title = "both players may move", position = "1@1,-1:0 2@1,0:2 | hands 3/4", count = 3,
      legal = { "1:3@0,0:2", "2:4@2,-1:5" } },
    { title = "three neighbours: one gift", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,6,7/8 | bag 0",
      moves = "1:4@0,0:5", becomes = "1@1,-1:0 2@1,0:5 3@0,1:4 4@0,0:5 | bag 0 | hands 6,7/8 | owes 1/0" },
    { title = "four neighbours: two gifts", position = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 | hands 12,20,21/5 | bag 0",
      moves = "1:12@0,0:5 1:give:20>2",
      becomes = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 12@0,0:5 | bag 0 | hands 21/5,20 | owes 1/0" },
    { title = "a due gift comes first", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,6,7/8 | bag 0",
      moves = "1:4@0,0:5", legal = "1:give:6>2", illegal = "1:6@0,-1:2", why = "must give away 1 tile first" },
    { title = "the first player without tiles wins", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4/6,7", moves = "1:4@0,0:5",
      outcome = "one wins by out" },
    { title = "the others play on for places", set = { players = 3 },
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4/6,7/8", moves = "1:4@0,0:5", outcome = "open" },
    { title = "or not", set = { players = 3, places = false }, position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4/6,7/8",
      moves = "1:4@0,0:5", outcome = "one wins by out" },
    { title = "nobody can move", set = { players = 3 }, position = "1@1,-1:0 2@1,0:2 | hands 36,37/38/39",
      outcome = "two and three win by blocked" },
    { title = "alone: a tile that fits nowhere is discarded", set = { players = 1 },
      position = "1@1,-1:0 2@1,0:2 | hand 36 | bag 5,6", count = 1, legal = "discard" },
    { title = "alone: a Gobble earns a discard", set = { players = 1 },
      position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4 | bag 5,6 | discards 30,9", moves = "4@0,0:5 take",
      becomes = "1@1,-1:0 2@1,0:5 3@0,1:4 4@0,0:5 | bag 5,6 | hands 9 | discards 30 | seat player" },
  },
}
