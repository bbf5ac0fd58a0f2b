--- Nobody gives tiles away: a plain race, for first games with children.
return variant "no-gifts" {
  title = "No gifts",
  base  = "gobble",
  rules = function(o)
    assert(o.players > 1, "this variant needs at least two players")
    return { moves = { off "give" }, after = { off "gobble", off "double-gobble" } }
  end,
  tests = {
    { title = "three neighbours earn nothing", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,6,7/8 | bag 0",
      moves = "1:4@0,0:5", becomes = "1@1,-1:0 2@1,0:5 3@0,1:4 4@0,0:5 | bag 0 | hands 6,7/8" },
    { title = "nor do four neighbours", position = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 | hands 12,20,21/5 | bag 0",
      moves = "1:12@0,0:5", becomes = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 12@0,0:5 | bag 0 | hands 20,21/5" },
  },
}
