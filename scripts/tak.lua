--- Tak: build a road across the board.
return game "tak" {
  title   = "Tak",
  options = {
    size = { default = 5, one_of = { 3, 4, 5, 6, 7, 8 }, says = "cells along a side" },
    komi = { default = 0, min = -5, max = 9.5, step = 0.5, says = "points added to black's count of flats" },
  },
  rules   = function(o)
    local flats = { [3] = 10, [4] = 15, [5] = 21, [6] = 30, [7] = 40, [8] = 50 }
    local caps  = { [3] = 0, [4] = 0, [5] = 1, [6] = 1, [7] = 2, [8] = 2 }
    return {
      seats   = { "white", "black" },
      board   = square(o.size),
      pieces  = {
        flat = { letter = "F", road = true },
        wall = { letter = "S", stands = true, from = "flat", crushed_to = "flat" },
        cap  = { letter = "C", stands = true, road = true, crushes = { "wall" } },
      },
      reserve = { flat = flats[o.size], cap = caps[o.size] },
      turn    = { opening { place = "flat", owner = "opponent", turns = 1 } },
      moves   = { place { "flat", "wall", "cap" }, spread { carry = o.size } },
      finish  = {
        road { tie = "mover" },
        tops { id = "flats", count = "flat", when = { "board_full", "reserve_empty" }, komi = o.komi },
      },
      points   = win_points { cells = true, reserve = true },
      notation = "ptn",
    }
  end,
  tests   = {
    { title = "the first flat is the opponent's", moves = "a1", becomes = "x5/x5/x5/x5/2,x4 2 1" },
    { title = "no wall in the first turn", illegal = "Sa1", why = "opening" },
    { title = "a road: nine cells, seven pieces left", set = { size = 3 }, moves = "c3 a3 a2 c2 a1",
      outcome = "white wins by road", score = { white = 16 } },
    { title = "a wall does not count for a road", set = { size = 3 }, moves = "c3 a3 a2 c2 Sa1", outcome = "open" },
    { title = "two roads: the mover wins", position = "x3/2,2,21/1,1,x 1 6", moves = "c2-", outcome = "white wins by road" },
    { title = "you uncover the opponent's road", position = "2,2,21/x3/x3 1 6", moves = "c3-", outcome = "black wins by road" },
    { title = "five flats to three", position = "1,2,1/2,1,2S/1,2,x 1 6", moves = "c1", outcome = "white wins by flats" },
    { title = "a tied count", position = "1,2,1/2,1S,21/1,2,x 1 6", moves = "c2-", outcome = "draw by flats" },
    { title = "white places its last stone", position = "111111111,2,x/2,x2/x3 1 9", moves = "b2",
      outcome = "draw by flats" },
    { title = "a capstone counts for a road", position = "x5/x5/x5/x5/1,1,1,1C,x 1 9", moves = "e1",
      outcome = "white wins by road" },
    { title = "komi decides", set = { komi = 0.5 }, position = "1,2,1/2,1S,21/1,2,x 1 6", moves = "c2-",
      outcome = "black wins by flats" },
    { title = "drops start from the bottom", position = "x5/x5/x5/x5/121,2,x3 1 9", moves = "3a1>12",
      becomes = "x5/x5/x5/x5/x,21,21,x2 2 9" },
    { title = "five may be carried", position = "x5/x5/111111,x4/x5/x5 1 12",
      legal = "5a3>2111", illegal = "6a3>3111", why = "at most 5" },
    { title = "a capstone crushes alone", position = "x5/x5/x5/2S,x4/11C,x4 1 9", moves = "a1+",
      becomes = "x5/x5/x5/21C,x4/1,x4 2 9" },
    { title = "but not with another piece", position = "x5/x5/x5/2S,x4/11C,x4 1 9", illegal = "2a1+", why = "in the way" },
    { title = "a capstone cannot be covered", position = "x5/x5/x5/2C,x4/1C,x4 1 9",
      illegal = "a1+", why = "may not be covered" },
    { title = "a flat crushes nothing", position = "x5/x5/x5/2S,x4/1,x4 1 9",
      illegal = "a1+", why = "may not be covered" },
  },
}
