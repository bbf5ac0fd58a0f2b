--- Reverse Hex: whoever connects their two sides loses.
return variant "misere" {
  base  = "hex",
  title = "Chains lose",
  rules = {
    hooks = {
      finish = function(view, base)
        local ending = base(view)
        if not ending or not ending.winner then return ending end
        if ending.winner == "red" then return win { seat = "blue", how = "chain" } end
        return win { seat = "red", how = "chain" }
      end,
    },
  },
  tests = {
    { title = "red connects and loses", set = { size = 3 }, moves = "a1 b1 a2 b2 a3", outcome = "blue wins by chain" },
    { title = "blue connects and loses", set = { size = 3 }, moves = "a1 a2 b1 b2 c1 c2", outcome = "red wins by chain" },
    { title = "until then, the game is open", set = { size = 3 }, moves = "a1 b1 a2 b2", outcome = "open" },
  },
}
