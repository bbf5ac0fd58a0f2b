--- At the prompt: see the moves, play one, take it back, ask how things stand.
return lesson "houserule-first-game" {
  title   = "The prompt: moves, and taking them back",
  course  = "houserule",
  game    = "tak",
  options = { size = 3 },
  level   = 1,
  steps   = {
    {
      say    = "You type, the program answers: that is all there is to the prompt. A line is either a command, such as `moves`, or a move. We use a small board of Tak, and you need not know the game for this.",
      ask    = "Which moves are there? Type `moves`.",
      accept = types("moves"),
      hints  = { "Type the word and press Enter: moves" },
      right  = "Nine squares, nine moves. In every game `moves` lists all that is allowed just now.",
      facts  = { count = 9 },
    },
    {
      ask     = "Now play one of them: type its name.",
      accept  = legal(),
      refused = {
        ["off-board"] = { d4 = "This board ends at column c and row 3." },
        opening = { Sb2 = "That is not among the moves you have just seen." },
      },
      hints   = { "Any name from the list will do.", "b2, say." },
      right   = "The move is played and the board is drawn anew. A slip would have cost you nothing: what is not allowed is not played.",
    },
    {
      say    = "Three moves have been played in this game, and the last one was rash.",
      moves  = "a1 c3 b2",
      ask    = "Take it back with `undo`.",
      accept = types("undo"),
      hints  = { "Type: undo" },
      right  = "`undo` goes back as far as you like, and `redo` forward again.",
    },
    {
      say    = "There are more commands that only tell you something: `board` draws the board, `score` counts, `history` lists the moves so far, `position` writes the board in one line that you can copy.",
      moves  = "a1 c3 b2",
      ask    = "Find out what has been played so far.",
      accept = types("history"),
      hints  = { "One of the four commands is for that.", "Type: history" },
      right  = "Three moves, in the order they were played.",
    },
    {
      say    = "And if you forget all this, one word is enough.",
      moves  = "a1 c3 b2",
      ask    = "Which command lists the commands? Try it.",
      accept = types("help"),
      hints  = { "What would you shout if you were lost?", "Type: help" },
      right  = "There they are. `games` lists what can be played, and `play` with a name begins.",
    },
  },
}
