//! Parsing of a line at the prompt: a command, a move, or neither. Pure functions.

/// Command of the prompt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PromptCommand {
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

/// Alias of `quit`.
const EXIT: &str = "exit";

/// Table of commands: word, argument, description.
pub const COMMANDS: &[(&str, &str, &str, PromptCommand)] = &[
    ("help", "COMMAND", "what there is to type; help move tells how moves are written", PromptCommand::Help),
    ("moves", "", "every legal move", PromptCommand::Moves),
    ("why", "MOVE", "which rules forbid a move", PromptCommand::Why),
    ("hint", "", "a good move; in a puzzle a colour, asked again a place, then the tile", PromptCommand::Hint),
    ("seats", "WHO", "who plays: seats Ann,hard; alone it tells who does", PromptCommand::Seats),
    ("bot", "NAME", "let a bot make the next move: bot hard", PromptCommand::Bot),
    ("clock", "", "the time since the start, and what people take", PromptCommand::Clock),
    ("undo", "", "take the last turn back", PromptCommand::Undo),
    ("redo", "", "play it again", PromptCommand::Redo),
    ("board", "", "draw the board", PromptCommand::Board),
    ("hand", "", "draw the board with the hand of the seat to move", PromptCommand::Hand),
    ("look", "", "what the position holds: forced spaces, tracks, what is left", PromptCommand::Look),
    ("score", "", "what each side has", PromptCommand::Score),
    ("rules", "", "the rules in words", PromptCommand::Rules),
    ("position", "TEXT", "the position in one line; with a text, begin there", PromptCommand::Position),
    ("put", "CELL PIECE", "set the board up by hand: put c3 white", PromptCommand::Put),
    ("clear", "CELL", "take up what lies there; alone, everything", PromptCommand::Clear),
    ("history", "", "the moves so far, with their turns and notes", PromptCommand::History),
    ("goto", "N", "go to turn N, back or forth; goto start, goto end", PromptCommand::Goto),
    ("note", "TEXT", "note something about the last move", PromptCommand::Note),
    ("swap", "", "change sides, where the rules have it", PromptCommand::Swap),
    ("resign", "", "give the game up", PromptCommand::Resign),
    ("draw", "", "agree on a draw", PromptCommand::Draw),
    ("set", "KEY=VALUE", "change an option; moves that can still be played stay", PromptCommand::Set),
    ("variant", "+NAME -NAME", "play with a variant, or without; alone it lists them", PromptCommand::Variant),
    ("reload", "", "read the rules again from their files and go on under them", PromptCommand::Reload),
    ("watch", "", "reload whenever a file of the rules is saved; watch off", PromptCommand::Watch),
    ("new", "", "start again", PromptCommand::New),
    ("play", "GAME", "play another game; variants and options follow: GAME+VARIANT key=value", PromptCommand::Play),
    ("games", "", "what can be played", PromptCommand::Games),
    ("save", "FILE", "keep the game in a file: game.toml, or the game's own format by its ending", PromptCommand::Save),
    ("load", "FILE", "go on with a saved game", PromptCommand::Load),
    ("svg", "FILE", "draw the board to a file: board.svg, or game.html for the whole game", PromptCommand::Svg),
    ("png", "FILE", "draw the board to a picture: board.png", PromptCommand::Png),
    ("lua", "EXPR", "ask Lua about the position: lua view.turn, lua #view:moves()", PromptCommand::Lua),
    ("resume", "", "go on with the game you left last; resume list, resume 2", PromptCommand::Resume),
    ("forget", "N", "take a game you left off the list", PromptCommand::Forget),
    ("lesson", "LESSON", "take a lesson; alone it lists them", PromptCommand::Lesson),
    (
        "quiz",
        "GAME LEVEL",
        "unlimited exercises, from level 1 to 5; options may follow: key=value",
        PromptCommand::Quiz,
    ),
    ("quit", "", "leave", PromptCommand::Quit),
];

impl PromptCommand {
    /// Returns whether the command takes an argument.
    pub fn takes_argument(self) -> bool {
        let is_optional = matches!(self, PromptCommand::Resign | PromptCommand::Watch | PromptCommand::Resume);
        is_optional || COMMANDS.iter().any(|(_, argument, _, command)| *command == self && !argument.is_empty())
    }

    /// Returns whether a move that starts with the same word takes precedence; a leading colon selects the command.
    pub fn yields_to_move(self) -> bool {
        matches!(
            self,
            PromptCommand::Put
                | PromptCommand::Clear
                | PromptCommand::Swap
                | PromptCommand::Draw
                | PromptCommand::Resign
        )
    }

    /// Returns the word of the command.
    pub fn text(self) -> &'static str {
        COMMANDS.iter().find(|(.., command)| *command == self).map_or("", |(text, ..)| text)
    }
}

/// Parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    Empty,
    /// A command and the rest of the line.
    Command(PromptCommand, String),
    /// A command, unless a move of the current game starts with the same word.
    Ambiguous(PromptCommand, String),
    Move(String),
    /// A word that is not a command, and the whole line, which may be a move in games with words in their moves.
    Unknown(String, String),
}

impl InputLine {
    /// Resolves an ambiguous line to a move or a command.
    pub fn resolve(self, mut is_move_prefix: impl FnMut(&str) -> bool) -> InputLine {
        match self {
            InputLine::Ambiguous(command, rest) if is_move_prefix(command.text()) => {
                InputLine::Move(format!("{} {rest}", command.text()).trim().to_string())
            }
            InputLine::Ambiguous(command, rest) => InputLine::Command(command, rest),
            line => line,
        }
    }

    pub fn parse(line: &str) -> InputLine {
        let line = line.trim();
        let (text, is_command) = match line.strip_prefix(':') {
            Some(rest) => (rest.trim_start(), true),
            None => (line, false),
        };
        let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if first.is_empty() {
            return InputLine::Empty;
        }
        let entry = COMMANDS.iter().find(|(word, ..)| word.eq_ignore_ascii_case(first));
        // Only `?` is an alias: other short words may be moves.
        let alias = match first {
            "?" => Some(PromptCommand::Help),
            word if word.eq_ignore_ascii_case(EXIT) => Some(PromptCommand::Quit),
            _ => None,
        };
        match entry.map(|(.., command)| *command).or(alias) {
            // A swap is always a move, even after a colon.
            Some(command) if command.yields_to_move() && (!is_command || command == PromptCommand::Swap) => {
                InputLine::Ambiguous(command, rest.trim().to_string())
            }
            Some(command) => InputLine::Command(command, rest.trim().to_string()),
            // Most moves contain a digit or a symbol; plain words are misspelt commands.
            None if is_command || first.len() > 1 && first.chars().all(char::is_alphabetic) => {
                InputLine::Unknown(first.to_string(), line.to_string())
            }
            None => InputLine::Move(line.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserule_script::lua::reserved::RESERVED_WORDS;

    #[test]
    fn a_line_is_a_command_or_a_move() {
        assert_eq!(InputLine::parse("  "), InputLine::Empty);
        assert_eq!(InputLine::parse("undo"), InputLine::Command(PromptCommand::Undo, String::new()));
        assert_eq!(InputLine::parse(":Why  3a1>12 "), InputLine::Command(PromptCommand::Why, "3a1>12".into()));
        assert_eq!(InputLine::parse("3a1>12"), InputLine::Move("3a1>12".into()));
        assert_eq!(InputLine::parse("udno"), InputLine::Unknown("udno".into(), "udno".into()));
        assert_eq!(InputLine::parse("?"), InputLine::Command(PromptCommand::Help, String::new()));
        assert_eq!(InputLine::parse(":a1"), InputLine::Unknown("a1".into(), ":a1".into()));
        assert_eq!(InputLine::parse("put c3"), InputLine::Ambiguous(PromptCommand::Put, "c3".into()));
        assert_eq!(InputLine::parse(":put c3"), InputLine::Command(PromptCommand::Put, "c3".into()));
    }

    #[test]
    fn scripts_cannot_offer_commands_except_swap() {
        let mut words: Vec<&str> = COMMANDS.iter().map(|(text, ..)| *text).filter(|text| *text != "swap").collect();
        words.push(EXIT);
        words.sort_unstable();
        assert_eq!(RESERVED_WORDS, words);
    }
}
