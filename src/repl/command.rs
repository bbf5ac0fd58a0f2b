//! What a line at the prompt means: a command, a move, or neither. Pure.

/// A command of the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    Help,
    Play,
    Games,
    Moves,
    Why,
    Hint,
    Seats,
    Bot,
    Clock,
    Undo,
    Redo,
    Board,
    Hand,
    Look,
    Score,
    Rules,
    Position,
    History,
    Goto,
    Note,
    Swap,
    Resign,
    Draw,
    Put,
    Clear,
    Set,
    Variant,
    Reload,
    Watch,
    New,
    Save,
    Load,
    Svg,
    Png,
    Lua,
    Resume,
    Forget,
    Lesson,
    Quiz,
    Quit,
}

/// Another word for `quit`.
const EXIT: &str = "exit";

/// Every command: its word, its argument, what it does.
pub const COMMANDS: &[(&str, &str, &str, Word)] = &[
    ("help", "COMMAND", "what there is to type; help move tells how moves are written", Word::Help),
    ("moves", "", "every legal move", Word::Moves),
    ("why", "MOVE", "which rules forbid a move", Word::Why),
    ("hint", "", "a good move; in a puzzle a colour, asked again a place, then the tile", Word::Hint),
    ("seats", "WHO", "who plays: seats Ann,hard; alone it tells who does", Word::Seats),
    ("bot", "NAME", "let a bot make the next move: bot hard", Word::Bot),
    ("clock", "", "the time since the start, and what people take", Word::Clock),
    ("undo", "", "take the last turn back", Word::Undo),
    ("redo", "", "play it again", Word::Redo),
    ("board", "", "draw the board", Word::Board),
    ("hand", "", "draw the board with the hand of the seat to move", Word::Hand),
    ("look", "", "what the position holds: forced spaces, tracks, what is left", Word::Look),
    ("score", "", "what each side has", Word::Score),
    ("rules", "", "the rules in words", Word::Rules),
    ("position", "TEXT", "the position in one line; with a text, begin there", Word::Position),
    ("put", "CELL PIECE", "set the board up by hand: put c3 white", Word::Put),
    ("clear", "CELL", "take up what lies there; alone, everything", Word::Clear),
    ("history", "", "the moves so far, with their turns and notes", Word::History),
    ("goto", "N", "go to turn N, back or forth; goto start, goto end", Word::Goto),
    ("note", "TEXT", "note something about the last move", Word::Note),
    ("swap", "", "change sides, where the rules have it", Word::Swap),
    ("resign", "", "give the game up", Word::Resign),
    ("draw", "", "agree on a draw", Word::Draw),
    ("set", "KEY=VALUE", "change an option; moves that can still be played stay", Word::Set),
    ("variant", "+NAME -NAME", "play with a variant, or without; alone it lists them", Word::Variant),
    ("reload", "", "read the rules again from their files and go on under them", Word::Reload),
    ("watch", "", "reload whenever a file of the rules is saved; watch off", Word::Watch),
    ("new", "", "start again", Word::New),
    ("play", "GAME", "play another game; variants and options follow: GAME+VARIANT key=value", Word::Play),
    ("games", "", "what can be played", Word::Games),
    (
        "save",
        "FILE",
        "keep the game in a file: game.toml, or the game's own format by its ending",
        Word::Save,
    ),
    ("load", "FILE", "go on with a saved game", Word::Load),
    ("svg", "FILE", "draw the board to a file: board.svg, or game.html for the whole game", Word::Svg),
    ("png", "FILE", "draw the board to a picture: board.png", Word::Png),
    ("lua", "EXPR", "ask Lua about the position: lua view.turn, lua #view:moves()", Word::Lua),
    ("resume", "", "go on with the game you left last; resume list, resume 2", Word::Resume),
    ("forget", "N", "take a game you left off the list", Word::Forget),
    ("lesson", "LESSON", "take a lesson; alone it lists them", Word::Lesson),
    (
        "quiz",
        "GAME LEVEL",
        "unlimited exercises, from level 1 to 5; options may follow: key=value",
        Word::Quiz,
    ),
    ("quit", "", "leave", Word::Quit),
];

impl Word {
    /// Whether something may follow the word.
    pub fn takes_more(self) -> bool {
        let may = matches!(self, Word::Resign | Word::Watch | Word::Resume);
        may || COMMANDS.iter().any(|(_, argument, _, word)| *word == self && !argument.is_empty())
    }

    /// Whether a move of the game at hand that begins with the same word comes first; a colon before it says that the
    /// command is meant.
    pub fn yields(self) -> bool {
        matches!(self, Word::Put | Word::Clear | Word::Swap | Word::Draw | Word::Resign)
    }

    /// The word itself.
    pub fn text(self) -> &'static str {
        COMMANDS.iter().find(|(.., word)| *word == self).map_or("", |(text, ..)| text)
    }
}

/// A line taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    Empty,
    /// A command and the rest of the line.
    Command(Word, String),
    /// A command, unless a move of the game at hand begins with the same word.
    Either(Word, String),
    Move(String),
    /// A word that is no command, and the whole line; only a game with such words in its moves can make sense of it.
    Unknown(String, String),
}

impl Line {
    /// A line that may be a move or a command, as the one that it is where some words begin moves.
    pub fn settled(self, mut is_begun: impl FnMut(&str) -> bool) -> Line {
        match self {
            Line::Either(word, rest) if is_begun(word.text()) => {
                Line::Move(format!("{} {rest}", word.text()).trim().to_string())
            }
            Line::Either(word, rest) => Line::Command(word, rest),
            line => line,
        }
    }

    pub fn parse(line: &str) -> Line {
        let line = line.trim();
        let (bare, is_command) = match line.strip_prefix(':') {
            Some(rest) => (rest.trim_start(), true),
            None => (line, false),
        };
        let (first, rest) = bare.split_once(char::is_whitespace).unwrap_or((bare, ""));
        if first.is_empty() {
            return Line::Empty;
        }
        let known = COMMANDS.iter().find(|(word, ..)| word.eq_ignore_ascii_case(first));
        // Other short words than the sign may be moves.
        let aliased = match first {
            "?" => Some(Word::Help),
            word if word.eq_ignore_ascii_case(EXIT) => Some(Word::Quit),
            _ => None,
        };
        match known.map(|(.., word)| *word).or(aliased) {
            // To change sides is a move, however it is typed.
            Some(word) if word.yields() && (!is_command || word == Word::Swap) => {
                Line::Either(word, rest.trim().to_string())
            }
            Some(word) => Line::Command(word, rest.trim().to_string()),
            // Most moves have a digit or a sign in them; plain words are slips in commands.
            None if is_command || first.len() > 1 && first.chars().all(char::is_alphabetic) => {
                Line::Unknown(first.to_string(), line.to_string())
            }
            None => Line::Move(line.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::COMMAND_WORDS;

    #[test]
    fn a_line_is_a_command_or_a_move() {
        assert_eq!(Line::parse("  "), Line::Empty);
        assert_eq!(Line::parse("undo"), Line::Command(Word::Undo, String::new()));
        assert_eq!(Line::parse(":Why  3a1>12 "), Line::Command(Word::Why, "3a1>12".into()));
        assert_eq!(Line::parse("3a1>12"), Line::Move("3a1>12".into()));
        assert_eq!(Line::parse("udno"), Line::Unknown("udno".into(), "udno".into()));
        assert_eq!(Line::parse("?"), Line::Command(Word::Help, String::new()));
        assert_eq!(Line::parse(":a1"), Line::Unknown("a1".into(), ":a1".into()));
        assert_eq!(Line::parse("put c3"), Line::Either(Word::Put, "c3".into()));
        assert_eq!(Line::parse(":put c3"), Line::Command(Word::Put, "c3".into()));
    }

    #[test]
    fn scripts_may_offer_no_word_that_is_a_command_but_the_swap() {
        let mut words: Vec<&str> =
            COMMANDS.iter().map(|(text, ..)| *text).filter(|text| *text != "swap").collect();
        words.push(EXIT);
        words.sort_unstable();
        assert_eq!(COMMAND_WORDS, words);
    }
}
