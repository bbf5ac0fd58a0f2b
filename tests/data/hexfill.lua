--- Hexagonal tiles without end: what two ends of one colour enter is filled at once; the first loop wins.
return game "hexfill" {
  title = "Hexagons that fill themselves",
  rules = {
    seats       = { "white", "red", "blue" },
    board       = open_hex {},
    tiles       = "three-ways",
    moves       = { lay {} },
    constraints = { touch {}, no_triple {} },
    after       = { auto_fill { same_colour = 2 } },
    finish      = { loop { min = 4 }, tiles_played { count = 80 } },
  },
}
