--- Two seats with two colours each; the best tracks of both colours are added up.
return variant "two-colours" {
  title   = "Two colours per seat",
  base    = "tantrix",
  options = { players = { default = 2, one_of = { 2 } } },
  rules   = function(o)
    local c = o.colours
    assert(#c >= 4, "two seats with two colours each need four colours")
    return {
      colours = { [c[1]] = { c[1], c[3] }, [c[2]] = { c[2], c[4] } },
      points  = longest { colours = "sum" },
    }
  end,
  tests   = {
    { title = "red and green, yellow and blue", position = "1@0,0:0 2@-1,0:2 3@0,-1:0",
      score = { red = 1, yellow = 7 } },
    { title = "added up",
      position = "1@0,0:0 13@1,0:1 7@0,1:4 10@-1,1:1 28@-1,2:3 49@-2,2:0 9@1,-1:1 4@1,1:5 6@2,0:0 48@2,-1:4 37@3,-1:3 "
        .. "16@3,0:1", score = { red = 11, yellow = 15 } },
  },
}
