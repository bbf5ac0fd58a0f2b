--- The pieces of Tak, how they are placed, and the odd first turn.
return lesson "tak-beginning" {
  title   = "Pieces and first turns",
  game    = "tak",
  options = { size = 5 },
  level   = 1,
  steps   = {
    {
      say     = "Welcome to Tak. You want a road: a chain of your pieces from one edge of the board to the opposite one. Squares are named by column and row, a1 is at the lower left. The game begins with a courtesy: in your first turn you place a flat stone of the other side. So white, who begins, places a black flat.",
      ask     = "Place it on any square.",
      accept  = legal(),
      refused = { opening = {
        Sc3 = "An S in front makes a wall, and the first piece has to be a flat.",
        Cc3 = "A C in front means the capstone, and the first piece has to be a flat.",
      } },
      hints   = { "Type the name of a square.", "A corner is a good place for a stone of the other side: a1, say." },
      right   = "A black flat lies there now, although white placed it.",
      facts   = { count = 25, illegal = { "Sc3", "Cc3" } },
    },
    {
      say     = "White put its black flat on a1, and now black is to place a flat on e5.",
      moves   = "a1",
      ask     = "Which colour will it have?",
      choices = { "white", "black" },
      accept  = "white",
      wrong   = { black = "It is black's first turn, and in the first turn everybody places for the other side." },
      hints   = { "White began by placing a black flat. Black now does white the same courtesy." },
      right   = "White. After that everybody places their own.",
    },
    {
      say   = "So it stands now, with white to move: a black flat on a1, a white one on e5.",
      moves = "a1 e5",
      marks = { "a1", "e5" },
      facts = { becomes = "x4,1/x5/x5/x5/2,x4 1 2" },
    },
    {
      say    = "From here on you have three kinds of pieces. A stone lies flat (write only the square: c3) or stands as a wall (Sc3). Each side also has one capstone (Cc3).",
      moves  = "a1 e5",
      ask    = "You are white. Place your capstone in the middle of the board.",
      labels = { M = "c3" },
      accept = "Cc3",
      wrong  = {
        c3  = "That is a flat. The capstone needs a letter in front.",
        Sc3 = "S is for a standing stone, a wall.",
      },
      hints  = { "The middle is M. What is its square called, and which letter is the capstone's?", "C for the capstone, c3 for the square." },
      right  = "The capstone stands on M. It is the strongest piece on the board; a later lesson shows why.",
    },
    {
      moves   = "a1 e5",
      say     = "Pieces are placed on empty squares only.",
      ask     = "Place a flat beside your white flat on e5, so that the two touch by their edges.",
      accept  = function(before, after)
        for _, cell in ipairs(after:neighbours("e5")) do
          local piece, seat = after:top(cell)
          if piece == "flat" and seat == before.seat and after:top("e5") then return true end
        end
        return false, "There are no two white flats beside each other at e5."
      end,
      wrong   = {
        d4  = "d4 touches e5 at a corner only, and corners do not join.",
        Se4 = "That is a wall; a flat is asked for.",
        ["e5-"] = "You moved the flat from e5, and now it is alone on e4. Place another one.",
      },
      refused = { occupied = { e5 = "Something lies there already.", a1 = "Something lies there already." } },
      hints   = { "e5 is a corner of the board, so it has only two neighbours.", "d5 or e4." },
      right   = "Two flats that touch: the beginning of a road.",
    },
  },
}
