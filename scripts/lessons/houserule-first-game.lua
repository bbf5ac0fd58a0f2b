--- At the prompt: list the moves, play one, undo it, and look around.
return lesson "houserule-first-game" {
  title   = "The prompt: playing and undoing moves",
  course  = "houserule",
  game    = "tak",
  options = { size = 3 },
  level   = 1,
  steps   = {
    {
      say    = "You type a line, and the program answers. That's all there is to the prompt. A line is either a command, such as `moves`, or a move. We'll use a small Tak board, and you don't need to know the game.",
      ask    = "Which moves are there? Type `moves`.",
      accept = types("moves"),
      hints  = { "Type the word and press Enter: moves" },
      right  = "Nine squares, nine moves. In every game, `moves` lists what you can play right now.",
      facts  = { count = 9 },
    },
    {
      ask     = "Now play one of them: type its name.",
      accept  = legal(),
      refused = {
        ["off-board"] = { d4 = "This board ends at column c and row 3." },
        opening = { Sb2 = "That isn't one of the moves on the list." },
      },
      hints   = { "Any name from the list will do.", "For example, b2." },
      right   = "The move is played, and you see the new board. Mistakes cost nothing: a move that isn't allowed is never played.",
    },
    {
      say    = "Three moves have been played in this game, and the last one was a mistake.",
      moves  = "a1 c3 b2",
      ask    = "Take it back with `undo`.",
      accept = types("undo"),
      hints  = { "Type: undo" },
      right  = "You can `undo` as many moves as you like, and `redo` plays them again.",
    },
    {
      say    = "Some commands only show you something. `board` shows the board, `score` shows the score, `history` lists the moves so far, and `position` prints the board as one line you can copy.",
      moves  = "a1 c3 b2",
      ask    = "Find out what has been played so far.",
      accept = types("history"),
      hints  = { "One of the four commands does that.", "Type: history" },
      right  = "Three moves, in the order they were played.",
    },
    {
      say    = "And if you forget all this, one word is enough.",
      moves  = "a1 c3 b2",
      ask    = "Which command lists all the commands? Try it.",
      accept = types("help"),
      hints  = { "What would you shout if you were lost?", "Type: help" },
      right  = "There they are. `games` lists what you can play, and `play` with a name starts a game.",
    },
  },
}
