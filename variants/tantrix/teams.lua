--- Four seats in two teams, partners opposite each other. A team has one colour, each seat its own hand.
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
  tests   = {
    { title = "each seat has its own hand", position = "1@0,0:0 | hands 4/5/2/7 | bag 0 | seat south", legal = "2@1,0:2",
      illegal = "4@1,0:2", why = "does not hold" },
    { title = "west plays for yellow", position = "1@0,0:0 2@-1,0:2 | hands ///3 | bag 0 | seat west",
      moves = "3@0,-1:0", score = { red = 1, yellow = 6 }, outcome = "yellow wins by score" },
  },
}
