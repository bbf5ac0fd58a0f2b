--- Tantrix: match the colours and fill forced spaces; the longest line or loop of your colour scores.
return game "tantrix" {
  title = "Tantrix",
  options = {
    players = { default = 2, min = 2, max = 4 },
    colours = { default = { "red", "yellow", "green", "blue" }, says = "colours of the seats, in turn order" },
    start   = { one_of = { "draw", "draw_and_keep", "highest_in_hand", "first_seat" },
                says = "who moves first; default: draw, or first_seat with a deal" },
    deal    = { says = "all tiles in drawing order, first hand first" },
  },
  rules = function(o)
    assert(#o.colours >= o.players, "there are fewer colours than players")
    local seats = {}
    for i = 1, o.players do seats[i] = o.colours[i] end
    local begins = "draw"
    if o.deal then begins = "first_seat" end
    return {
      seats  = seats,
      board  = open_hex {},
      tiles  = "tantrix",
      supply = { bag { deal = o.deal }, hand { size = 6, open = true, refill = true } },
      turn   = { start { by = o.start or begins }, steps { "fill", "free", "fill" } },
      moves  = { lay {} },
      constraints = {
        touch { min = 1 },
        no_triple { sides = 3, while_ = "bag_not_empty" },
        no_fourth { sides = 4, while_ = "bag_not_empty" },
        controlled_side { filled = 3, while_ = "bag_not_empty" },
        fill_first { sides = 3 },
      },
      finish   = { all_played { id = "score" }, stuck { id = "deadlock", result = "draw" } },
      points   = longest { line = 1, loop = 2 },
      notation = "tiles",
    }
  end,
  tests = {
    { title = "six tiles, six ways", seed = 1, count = 36 },
    { title = "colours match", position = "1@0,0:0 | hand 2 | bag 40", legal = "2@1,0:2", illegal = "2@1,0:0",
      why = "match" },
    { title = "tiles touch", position = "1@0,0:0 | hand 2 | bag 40", illegal = "2@5,5:2", why = "touch" },
    { title = "a tile that fits a forced space goes there", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4,5 | bag 40",
      count = 1, legal = "4@0,0:5", illegal = "5@2,0:2", why = "filled first" },
    { title = "then the turn continues", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,5/6 | bag 7,8,9",
      moves = "4@0,0:5", becomes = "1@1,-1:0 2@1,0:5 3@0,1:4 4@0,0:5 | bag 8,9 | hands 7,5/6 | seat red" },
    { title = "first restriction: no three of a colour", position = "1@1,-1:0 2@1,0:2 | hand 3 | bag 1",
      illegal = "3@0,1:1", why = "no-triple" },
    { title = "second: no fourth tile", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hand 4 | bag 1", illegal = "4@-1,1:1",
      why = "no-fourth" },
    { title = "third: no controlled side",
      position = "1@0,0:0 2@1,0:3 3@0,-1:5 4@2,0:0 5@3,0:2 6@4,0:1 | hand 8 | bag 1", illegal = "8@3,-1:3",
      why = "controlled-side" },
    { title = "an empty bag lifts them",
      position = "1@0,0:0 2@1,0:3 3@0,-1:5 4@2,0:0 5@3,0:2 6@4,0:1 | hand 8 | bag 0", legal = "8@3,-1:3" },
    { title = "a loop of three scores six", position = "1@0,0:0 2@-1,0:2 | hands 3/ | bag 0", moves = "3@0,-1:0",
      score = { red = 1, yellow = 6 }, outcome = "yellow wins by score" },
    { title = "no tile fits any more",
      position = "28@0,0:0 41@1,-1:1 36@1,0:0 24@0,1:1 25@-1,1:1 32@-1,0:1 39@0,-1:4 | hand 1 | bag 0",
      outcome = "draw by deadlock" },
  },
}
