--- Say here in one sentence how NAME is won.
return game "NAME" {
  title   = "TITLE",
  -- author  = "your name",
  -- version = "1",

  -- Numbers and words that people may set with --set; the rules get them as o.size.
  options = {
    size = { default = 6, min = 3, max = 12, says = "cells along a side" },
  },

  rules   = function(o)
    ---@type houserule.Rules (so that editors know; see `houserule meta`)
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

      -- A game of tiles has no pieces and no reserve but a tile set, and perhaps more:

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

  -- What you expect of the rules; `houserule test` tries it.
  tests   = {
    { title = "four in a row win", moves = "a1 a2 b1 b2 c1 c2 d1", outcome = "white wins by in_a_row" },
    { title = "three do not", moves = "a1 a2 b1 b2 c1", outcome = "open" },
    { title = "a cell is taken once", moves = "a1", illegal = "a1", why = "not empty" },
  },
}
