--- Races, gifts, discards and goals that cannot be meant.
return variant "races-and-goals" {
  base  = "tantrix",
  rules = {
    sides  = { red = "all", yellow = "all" },
    supply = { discard {}, middle { tiles = 0 }, remainder_to { seat = "green" } },
    turn   = { race {}, pace { seconds = { blue = 3 } } },
    moves  = { take_back {} },
    constraints = { fillable { sides = 7 }, touch { min = { red = 9 } } },
    after  = { reward { neighbours = 3, give = 1 }, reward { id = "more", neighbours = 4, take = 11 } },
    finish = { hand_empty { play_on = "yes" }, goal { line = 5.5 } },
  },
}
