--- No automatic tiles: players fill every space themselves, and forced spaces may wait.
return variant "no-forced" {
  base  = "trax",
  title = "No forced tiles",
  rules = { after = { off "auto_fill" } },
  tests = {
    { title = "the last corner stays open", moves = [[@0/ B1\ A2\]], outcome = "open", legal = "B2/" },
    { title = "only a matching tile fits there", moves = [[@0/ B1\ A2\]], illegal = "B2+", why = "match" },
    { title = "a player fills it", moves = [[@0/ B1\ A2\ B2/]], outcome = "red wins by loop" },
  },
}
