--- Describe in one sentence how to win NAME.
return game "NAME" {
  title   = "TITLE",
  -- author  = "your name",
  -- version = "1",

  -- Options: players set them with --set, and the rules read them as o.size.
  options = {
    size = { default = 6, min = 3, max = 12, says = "cells along a side" },
  },

  rules   = function(o)
    ---@type houserule.Rules (for editors; see `houserule meta`)
    return {
      -- @seats
      seats   = { "white", "black" },

      -- @board
      board   = square(o.size),

      -- @pieces
      pieces  = { stone = {} },

      -- @reserve
      reserve = { stone = o.size * o.size },

      -- @turn
      -- turn = {},

      -- @moves
      moves   = { place { "stone" } },

      -- @finish
      finish  = { in_a_row { count = 4 }, stuck { result = "draw" } },

      -- @points
      -- points = win_points { base = 1 },

      -- A game of tiles has a tile set in place of pieces and a reserve. It can also have these keys:

      -- @tiles
      -- tiles = "NAME",

      -- @supply
      -- supply = {},

      -- @constraints
      -- constraints = {},

      -- @after
      -- after = {},

      -- @hooks
      -- hooks = {
@neutral
      -- },
    }
  end,

  -- Tests: `houserule test` runs them.
  tests   = {
    { title = "four in a row win", moves = "a1 a2 b1 b2 c1 c2 d1", outcome = "white wins by in_a_row" },
    { title = "three in a row do not win", moves = "a1 a2 b1 b2 c1", outcome = "open" },
    { title = "a cell holds one stone", moves = "a1", illegal = "a1", why = "not empty" },
  },
}
