--- Values that are well formed and do not go together.
return variant "clashing-races" {
  base  = "tantrix",
  rules = {
    sides  = { red = "all", yellow = "all" },
    colours = { all = "red" },
    supply = { discard {}, middle { tiles = 20 }, hand { size = 20 } },
    turn   = { race {} },
    after  = { reward { neighbours = 3, give = 1 }, reward { id = "more", neighbours = 4, take = 1 } },
  },
}
