--- Four seats in two teams, partners opposite each other. A team has one colour, each seat its own hand.
return variant "teams" {
  base  = "weave",
  title = "Two teams of two",
  rules = {
    seats = { "north", "east", "south", "west" },
    sides = { north = "red", south = "red", east = "blue", west = "blue" },
  },
  tests = {
    { title = "four hands", position = "19@0,0:0 | hands 20/24/21/25 | seat south", legal = "21@1,0:0",
      illegal = "20@1,0:0", why = "does not hold" },
    { title = "south wins for red", position = "19@0,0:0 | hands //20/ | bag 0 | seat south", moves = "20@1,0:4",
      outcome = "red wins by score", score = { red = 2, blue = 0 } },
  },
}
