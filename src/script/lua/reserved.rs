//! Words that a script cannot use as the name of a move.

/// The commands of a prompt, in alphabetical order: a move of the same name could not be played there.
pub const RESERVED_WORDS: &[&str] = &[
    "board", "bot", "clear", "clock", "draw", "exit", "forget", "games", "goto", "hand", "help", "hint", "history",
    "lesson", "load", "look", "lua", "moves", "new", "note", "play", "png", "position", "put", "quit", "quiz", "redo",
    "reload", "resign", "resume", "rules", "save", "score", "seats", "set", "svg", "undo", "variant", "watch", "why",
];
