--- Four seats, two teams sitting opposite; a team has one colour, and each seat a hand of its own.
return variant "teams" {
  title   = "Two teams of two",
  base    = "tantrix",
  options = { players = { default = 4, one_of = { 4 } } },
  rules   = function(o)
    return {
      seats = { "north", "east", "south", "west" },
      sides = { north = o.colours[1], south = o.colours[1], east = o.colours[2], west = o.colours[2] },
    }
  end,
}
