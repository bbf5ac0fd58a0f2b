--- The pieces of Tak, how to place them, and the unusual first turn.
return lesson "tak-beginning" {
  title   = "Pieces and first turns",
  game    = "tak",
  options = { size = 5 },
  level   = 1,
  steps   = {
    {
      say     = "Welcome to Tak! Your goal is a road: a chain of your pieces from one edge of the board to the opposite edge. Each square is named by its column and row, and a1 is at the lower left. The game starts in an unusual way: in your first turn, you place a flat for your opponent. So white, who goes first, places a black flat.",
      ask     = "You're white. Place the black flat on any square.",
      accept  = legal(),
      refused = { opening = {
        Sc3 = "An S in front makes a wall, and the first piece must be a flat.",
        Cc3 = "A C in front means the capstone, and the first piece must be a flat.",
      } },
      hints   = { "Type the name of a square.", "A corner is a good place for an opponent's flat. For example, a1." },
      right   = "White placed it, but the flat is black.",
      facts   = { count = 25, illegal = { "Sc3", "Cc3" } },
    },
    {
      say     = "White placed the black flat on a1. Now black is about to place a flat on e5.",
      moves   = "a1",
      ask     = "What colour will it be?",
      choices = { "white", "black" },
      accept  = "white",
      wrong   = { black = "It's black's first turn, and in your first turn you place a flat for your opponent." },
      hints   = { "White placed a black flat. Now black does the same for white." },
      right   = "White. From now on you place your own pieces.",
    },
    {
      say   = "After these two turns there's a black flat on a1 and a white flat on e5. It's white's turn.",
      moves = "a1 e5",
      marks = { "a1", "e5" },
      facts = { becomes = "x4,1/x5/x5/x5/2,x4 1 2" },
    },
    {
      say    = "From here on you have three kinds of pieces. A stone can lie flat, and you type just the square: c3. Or it can stand on its edge as a wall: Sc3. Each player also has one capstone: Cc3.",
      moves  = "a1 e5",
      ask    = "You're white. Place your capstone in the middle of the board.",
      labels = { M = "c3" },
      accept = "Cc3",
      wrong  = {
        c3  = "That's a flat. The capstone needs a letter in front.",
        Sc3 = "S is for a standing stone, which is a wall.",
      },
      hints  = { "The middle is marked M. What's the name of that square, and which letter means the capstone?", "C for the capstone, c3 for the square." },
      right  = "The capstone is the strongest piece on the board. A later lesson shows why.",
    },
    {
      moves   = "a1 e5",
      say     = "You can place pieces only on empty squares.",
      ask     = "Place a flat beside your white flat on e5, so that their edges touch.",
      accept  = function(before, after)
        for _, cell in ipairs(after:neighbours("e5")) do
          local piece, seat = after:top(cell)
          if piece == "flat" and seat == before.seat and after:top("e5") then return true end
        end
        return false, "There aren't two white flats side by side at e5."
      end,
      wrong   = {
        d4  = "d4 touches e5 only at a corner, and corners don't connect.",
        Se4 = "That's a wall. Place a flat.",
        ["e5-"] = "You moved your flat from e5 to e4, so it's still alone. Place a second one.",
      },
      refused = { occupied = { e5 = "There's already a piece there.", a1 = "There's already a piece there." } },
      hints   = { "e5 is in a corner of the board, so it has only two neighbours.", "d5 or e4." },
      right   = "Two flats that touch: the start of a road.",
    },
  },
}
