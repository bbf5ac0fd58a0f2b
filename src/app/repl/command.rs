//! What a command of the prompt is, and the parsing of a line: a command, a move, or neither.

use std::fmt;
use std::io::Write;

use super::active_game::ActiveGame;
use super::commands::COMMANDS;
use super::mode::Prompt;
use super::{CommandResult, Context};
use serde::Serialize;

/// Command of the prompt.
pub struct Command {
    pub word: &'static str,
    /// Other spellings. Short words may be moves.
    pub aliases: &'static [&'static str],
    pub argument: Argument,
    /// Description in one line.
    pub doc: &'static str,
    /// Longer description, with examples.
    pub details: &'static str,
    /// Task under which `help` lists it.
    pub task: Task,
    pub in_lesson: InLesson,
    pub reveals: Reveals,
    pub changes: Changes,
    pub run: Run,
}

/// Function of a command, with what it needs: it gets the rest of the line, and writes what people read.
#[derive(Clone, Copy)]
pub enum Run {
    /// Runs with or without a game.
    Anywhere(fn(&mut Prompt, &str, &mut dyn Write) -> CommandResult),
    /// Runs in a game, a puzzle or a lesson only.
    InGame(fn(&mut ActiveGame, &mut Context, &str, &mut dyn Write) -> CommandResult),
}

/// Argument of a command.
#[derive(Clone, Copy)]
pub struct Argument {
    /// Placeholder in help; empty if the command takes none, or one that only its details explain.
    pub placeholder: &'static str,
    pub is_accepted: bool,
    pub completion: Completion,
    /// Words that complete it in addition.
    pub words: &'static [&'static str],
}

impl Argument {
    pub const NONE: Argument =
        Argument { placeholder: "", is_accepted: false, completion: Completion::Nothing, words: &[] };

    /// Argument that nothing completes.
    pub const fn text(placeholder: &'static str) -> Argument {
        Argument::new(placeholder, Completion::Nothing)
    }

    pub const fn new(placeholder: &'static str, completion: Completion) -> Argument {
        Argument { placeholder, is_accepted: true, completion, words: &[] }
    }

    pub const fn with_words(self, words: &'static [&'static str]) -> Argument {
        Argument { words, ..self }
    }
}

/// What Tab completes an argument with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Completion {
    Nothing,
    Move,
    Command,
    File,
    /// A game with its variants.
    Game,
    /// A game, then options.
    GameAndOptions,
    Lesson,
    /// Players of all seats, separated by commas.
    Players,
    Bot,
    /// An option of the current rules.
    Setting,
    /// Variants with their sign.
    Variants,
    /// An expression in Lua.
    Lua,
}

/// Task under which `help` lists a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Task {
    Play,
    Look,
    TakeBack,
    Keep,
    ChangeRules,
    Learn,
}

/// What a command does in a lesson or a quiz.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum InLesson {
    /// Runs as elsewhere.
    Runs,
    /// Runs without an argument; with one it would change the lesson's game.
    RunsAlone,
    /// Draws the step instead.
    DrawsStep,
    /// Ends the lesson if it succeeds, unless the step asks for it.
    Leaves,
    /// Ends the lesson whatever is asked.
    Quits,
    /// Would change the lesson's game.
    Refused,
}

/// Whether a command shows what the seat to move hides from others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reveals {
    Nothing,
    /// Only with an argument.
    WithArgument,
    Hand,
}

/// Whether a command changes the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Changes {
    Nothing,
    /// Only with an argument.
    WithArgument,
    Game,
    /// The game, and events report all of it, so programs do not get its text.
    GameInEvents,
    /// Only the search of a bot that thinks, so it never waits for that bot.
    Search,
}

impl Command {
    /// Returns the command with a word or an alias.
    pub fn named(word: &str) -> Option<&'static Command> {
        let is_word = |spelling: &str| spelling.eq_ignore_ascii_case(word);
        COMMANDS.iter().find(|command| is_word(command.word) || command.aliases.iter().any(|alias| is_word(alias)))
    }

    /// Returns the word with the placeholder of its argument.
    pub fn usage(&self) -> String {
        format!("{} {}", self.word, self.argument.placeholder).trim_end().to_string()
    }

    /// Whether it runs only in a game.
    pub fn needs_game(&self) -> bool {
        matches!(self.run, Run::InGame(_))
    }

    /// Whether its argument is a move.
    pub fn takes_move(&self) -> bool {
        self.argument.completion == Completion::Move
    }

    /// Whether it would show a hand that is hidden, with this argument.
    pub fn reveals_hand(&self, argument: &str) -> bool {
        match self.reveals {
            Reveals::Nothing => false,
            Reveals::WithArgument => !argument.is_empty(),
            Reveals::Hand => true,
        }
    }

    /// Whether it would change the game, with this argument.
    pub fn changes_game(&self, argument: &str) -> bool {
        match self.changes {
            Changes::Nothing | Changes::Search => false,
            Changes::WithArgument => !argument.is_empty(),
            Changes::Game | Changes::GameInEvents => true,
        }
    }
}

impl Task {
    pub fn title(self) -> &'static str {
        match self {
            Task::Play => "play",
            Task::Look => "look",
            Task::TakeBack => "go back",
            Task::Keep => "save",
            Task::ChangeRules => "set up",
            Task::Learn => "learn",
        }
    }
}

impl PartialEq for Command {
    fn eq(&self, other: &Command) -> bool {
        self.word == other.word
    }
}

impl Eq for Command {}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.word)
    }
}

/// Parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum InputLine {
    Empty,
    /// A command and the rest of the line.
    Command(&'static Command, String),
    /// A command and the rest of the line, unless a move of the current game starts with the same word; then the whole
    /// line is a move.
    Ambiguous(&'static Command, String, String),
    Move(String),
    /// A word that is not a command, and the whole line, which may be a move in games with words in their moves.
    Unknown(String, String),
}

impl InputLine {
    /// Resolves a line that begins like a command and like a move of the game: the game's own word wins.
    pub fn resolve(self, mut is_move_prefix: impl FnMut(&str) -> bool) -> InputLine {
        let mut is_move = |line: &str| is_move_prefix(line.split_whitespace().next().unwrap_or_default());
        match self {
            InputLine::Ambiguous(_, _, line) if is_move(&line) => InputLine::Move(line),
            InputLine::Ambiguous(command, rest, _) => InputLine::Command(command, rest),
            InputLine::Unknown(_, line) if is_move(&line) => InputLine::Move(line),
            line => line,
        }
    }

    /// Parses a line. After a colon, a word is always a command.
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
        match Command::named(first) {
            Some(command) if is_command => InputLine::Command(command, rest.trim().to_string()),
            Some(command) => InputLine::Ambiguous(command, rest.trim().to_string(), line.to_string()),
            // Most moves contain a digit or a symbol; plain words are misspelt commands.
            None if is_command || first.len() > 1 && first.chars().all(char::is_alphabetic) => {
                InputLine::Unknown(first.to_string(), line.to_string())
            }
            None => InputLine::Move(line.to_string()),
        }
    }

    /// Returns the command and its argument, if the line can be one.
    pub fn command(&self) -> Option<(&'static Command, &str)> {
        match self {
            InputLine::Command(command, rest) | InputLine::Ambiguous(command, rest, _) => Some((command, rest)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_command_or_a_move() {
        assert_eq!(InputLine::parse("  "), InputLine::Empty);
        let command = |word: &str| Command::named(word).expect("a command");
        assert_eq!(InputLine::parse("undo"), InputLine::Ambiguous(command("undo"), String::new(), "undo".into()));
        assert_eq!(InputLine::parse(":Why  3a1>12 "), InputLine::Command(command("why"), "3a1>12".into()));
        assert_eq!(InputLine::parse("3a1>12"), InputLine::Move("3a1>12".into()));
        assert_eq!(InputLine::parse("udno"), InputLine::Unknown("udno".into(), "udno".into()));
        assert_eq!(InputLine::parse(":?"), InputLine::Command(command("help"), String::new()));
        assert_eq!(InputLine::parse(":a1"), InputLine::Unknown("a1".into(), ":a1".into()));
        assert_eq!(InputLine::parse("put c3"), InputLine::Ambiguous(command("put"), "c3".into(), "put c3".into()));
        assert_eq!(InputLine::parse(":put c3"), InputLine::Command(command("put"), "c3".into()));
    }

    #[test]
    fn a_word_of_the_game_wins_unless_a_colon_precedes_it() {
        let resolved = |line: &str, word: &str| InputLine::parse(line).resolve(|prefix| prefix == word);
        let undo = Command::named("undo").expect("a command");
        assert_eq!(resolved("undo", "undo"), InputLine::Move("undo".into()));
        assert_eq!(resolved("undo 2", "undo"), InputLine::Move("undo 2".into()));
        assert_eq!(resolved(":undo", "undo"), InputLine::Command(undo, String::new()));
        assert_eq!(resolved("undo", "take"), InputLine::Command(undo, String::new()));
        assert_eq!(resolved("take", "take"), InputLine::Move("take".into()));
        assert_eq!(resolved("exit", "exit"), InputLine::Move("exit".into()), "an alias");
        assert_eq!(resolved(":take", "take"), InputLine::Unknown("take".into(), ":take".into()));
    }

    #[test]
    fn every_word_is_one_command() {
        for (index, command) in COMMANDS.iter().enumerate() {
            for word in command.aliases.iter().chain([&command.word]) {
                let found = COMMANDS.iter().position(|other| Some(other) == Command::named(word));
                assert_eq!(found, Some(index), "{word}");
            }
        }
    }
}
