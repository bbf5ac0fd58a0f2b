--- Trax: make a loop of your colour, or a line across the 8 by 8 box.
return game "trax" {
  title = "Trax",
  rules = {
    seats       = { "white", "red" },
    board       = open_square {},
    tiles       = "trax",
    turn        = { first { rotation = 0 } },
    moves       = { lay {} },
    constraints = { touch {}, no_triple {}, within { width = 8, height = 8 } },
    after       = { auto_fill { same_colour = 2 } },
    finish      = {
      loop {},
      line { across = 8 },
      tiles_played { count = 64 },
      stuck { result = "draw" },
    },
    notation    = "trax",
  },
  tests = {
    { title = "two possible first tiles", count = 2, legal = { "@0/", "@0+" }, illegal = [[@0\]], why = "opening" },
    { title = "colours match", moves = [[@0/ B1+ A0\]], illegal = [[B1\]], why = "match" },
    { title = "tiles touch", moves = "@0/ B1+", illegal = "A5+", why = "touches no tile" },
    { title = "a forced tile closes the opponent's loop", moves = [[@0/ B1\ A2\]], outcome = "red wins by loop" },
    { title = "a chain of forced tiles ends in an impossible space", moves = [[@0+ A0+ B1/ A3\ C1+ A4/ D1\ D0/ B5\ C5\]],
      illegal = "C4/", why = "red would enter C3 from 3 sides, after the forced tiles B4 and B3" },
    { title = "a line of eight", moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+ H1+", outcome = "red wins by line" },
    { title = "seven is not enough", moves = "@0+ B1+ C1+ D1+ E1+ F1+ G1+", outcome = "open" },
    { title = "no ninth column", moves = [[@0/ A2\ A3/ A4\ B1/ C1\ D1/ E1\ F1/ G1\ H1/]],
      illegal = "I1+", why = "larger than" },
    { title = "both at once: the mover wins", moves = [[@0+ B1\ B2/ A2+ A3/ A0\ @3+ @3\ B2+]], outcome = "white wins by loop" },
    { title = "64 tiles", outcome = "draw by tiles_played",
      moves = [[@0/ A0+ @2\ B0/ B0/ C1/ A5/ D2+ @5+ E0\ A7+ E0\ F2+ C7\ B4/ G1/ C8\ @8+ H2\ B5\ A7\ E8+ G7+ A3\ H7\ ]]
        .. [[H8\ A1\ A5+]] },
    { title = "no legal turn is left", outcome = "draw by stuck",
      moves = [[@0+ A2\ A3\ B1/ B0+ @3/ @3/ @3/ F1+ A4+ C5/ G1\ C2\ B5+ H1\ H2/ H3/ C0+ G1/ C0+ E2/ H6\ H7\ C8\ ]]
        .. [[G7\ F1\ G8+ A7+ F7/ B1+ B3\ A2+ A1+ F8+ E7+ G1+ E8+ B8/ H2/]] },
  },
}
