--- An expert's tiles must touch at least three others.
return variant "expert" {
  title   = "Experts touch three",
  base    = "gobble",
  options = {
    seat  = { default = 1, min = 1, max = 6, says = "seat number of the expert" },
    touch = { default = 3, min = 2, max = 6, says = "minimum number of tiles to touch" },
  },
  rules   = function(o)
    assert(o.seat <= o.players, "there is no seat " .. o.seat)
    local seats, touched = { "one", "two", "three", "four", "five", "six" }, {}
    if o.players == 1 then seats = { "player" } end
    for i = 1, o.players do touched[seats[i]] = 2 end
    touched[seats[o.seat]] = o.touch
    return { constraints = { touch { min = touched } } }
  end,
  tests   = {
    { title = "two is not enough for an expert", position = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 | hands 5,20/6",
      illegal = "1:5@1,1:5", why = "touches only 2 tiles; 3 are needed" },
    { title = "it is for the others", position = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 | hands 5,20/6",
      legal = "2:6@1,1:1" },
    { title = "three is", position = "1@1,-1:0 2@1,0:5 3@0,1:4 | hands 4,5/6", legal = "1:4@0,0:5" },
    { title = "the second seat", set = { seat = 2 }, position = "1@1,-1:0 2@1,0:2 3@0,1:2 4@-1,1:3 | hands 5,20/6",
      legal = "1:5@1,1:5", illegal = "2:6@1,1:1", why = "3 are needed" },
  },
}
