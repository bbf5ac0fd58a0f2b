--- Gobble: be the first without tiles; whoever fills a space with three neighbours gives a tile away.

-- One player against the bag: what fits nowhere is discarded, and comes back with every Gobble.
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

-- Two to six: everybody plays at once, and a Gobble gives a tile to an opponent.
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
      -- The books do not say what five or six sides give: they count like four.
      reward { id = "double-gobble", neighbours = 4, give = 2 },
    },
    finish = {
      hand_empty { id = "out", play_on = o.places },
      -- Nor what happens when nobody can move any more: the fewest tiles left come first.
      stuck { id = "blocked", result = "fewest" },
    },
    points   = places {},
    notation = "tiles",
  }
end

return game "gobble" {
  title = "Gobble",
  options = {
    players = { default = 2, min = 1, max = 6, says = "two to six race; one plays against the bag" },
    places  = { default = true, says = "whether the others play on once the first is out" },
    deal    = { says = "every tile in the order of drawing: the hands, first seat first, then the two in the middle" },
  },
  rules = function(o)
    if o.players == 1 then return alone(o) end
    return race_of(o)
  end,
}
