--- Tantrix: lay tiles that match and fill what is forced; the longest line or loop of your colour wins.
return game "tantrix" {
  title = "Tantrix",
  options = {
    players = { default = 2, min = 2, max = 4 },
    colours = { default = { "red", "yellow", "green", "blue" }, says = "the colours of the seats, in their order" },
    start   = { one_of = { "draw", "draw_and_keep", "highest_in_hand", "first_seat" },
                says = "who begins: draw unless set, first_seat with a deal" },
    deal    = { says = "every tile in the order of drawing, first hand first" },
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
}
