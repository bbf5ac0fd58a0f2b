--- Filling a space with five or six neighbours is a triple Gobble: give three tiles away.
return variant "triple-gobble" {
  title = "Triple Gobbles",
  base  = "gobble",
  rules = function(o)
    assert(o.players > 1, "this variant needs at least two players")
    return { after = { reward { id = "triple-gobble", neighbours = 5, give = 3 } } }
  end,
  tests = {
    { title = "six neighbours: three gifts",
      position = "26@1,-1:0 56@1,0:0 23@0,1:0 10@-1,1:0 3@-1,0:4 11@0,-1:2 | hands 6,1,2,4/5 | bag 0",
      moves = "1:6@0,0:5",
      becomes = "26@1,-1:0 56@1,0:0 23@0,1:0 10@-1,1:0 3@-1,0:4 11@0,-1:2 6@0,0:5 | bag 0 | hands 1,2,4/5 | owes 3/0" },
    { title = "four neighbours: two gifts, as usual", position = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 | hands 12,20,21/5 | bag 0",
      moves = "1:12@0,0:5",
      becomes = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 12@0,0:5 | bag 0 | hands 20,21/5 | owes 2/0" },
  },
}
