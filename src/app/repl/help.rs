//! Help: commands by task, move notation, and suggestions for typing errors.

use std::io::Write;

use super::command::Command;
use super::commands::COMMANDS;
use super::lesson::LESSON_WORDS;
use super::mode::Prompt;
use super::seats::SeatedBots;
use super::{CommandOutcome, CommandResult, NO_GAME, done, refuse};
use crate::completion::MOVE;
use crate::preview::{MovePreview, TextStatus};
use crate::render;
use houserule_core::mechanics::{Action, Move};
use houserule_core::text::{capitalised, nearest, one_line};
use houserule_script::notation::NotationError;
use houserule_script::play::{PlayError, Session};

/// Width of the column of tasks.
const TASK: usize = 9;

/// Maximum number of example moves.
const MAX_EXAMPLES: usize = 3;

impl Prompt {
    /// `help`, `help move`, `help undo`.
    pub fn help(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        if let Some(lesson) = self.lesson() {
            for (word, doc) in lesson.words() {
                writeln!(out, "{}", render::wrap_indented(&format!("  {word:<TASK$}{doc}"), TASK))?;
            }
        }
        match rest.trim_start_matches(':') {
            "" => self.help_by_task(out),
            MOVE => self.help_moves(out),
            word => {
                let Some(command) = Command::named(word) else { return refuse(self.describe_unknown(word)) };
                let line = format!("{}: {}", command.usage(), command.doc);
                writeln!(out, "{}", render::wrap_hanging(&line))?;
                done(writeln!(out, "{}", render::wrap_hanging(command.details)))
            }
        }
    }

    fn help_by_task(&self, out: &mut dyn Write) -> CommandResult {
        // A lesson lists its own words.
        let is_lesson_word = |word: &str| self.lesson().is_some() && LESSON_WORDS.iter().any(|(own, ..)| *own == word);
        writeln!(out, "Type a move, or a command:")?;
        for commands in COMMANDS.chunk_by(|one, next| one.task == next.task) {
            let listed = commands.iter().filter(|command| !is_lesson_word(command.word));
            let items: Vec<String> = listed.map(Command::usage).collect();
            writeln!(out, "{}", render::wrap_list(&format!("  {:<TASK$}", commands[0].task.title()), &items))?;
        }
        let last = "`help undo` explains `undo`, `help move` how to write a move. Tab completes.";
        done(writeln!(out, "{}", render::wrap_hanging(last)))
    }

    /// Explains the move notation, with some legal moves as examples.
    fn help_moves(&mut self, out: &mut dyn Write) -> CommandResult {
        // In a lesson the effect of a move would give the answer away.
        let shows_effects = self.lesson().is_none();
        let Some(game) = self.game() else { return refuse(NO_GAME) };
        let session = &game.session;
        let (notation, board) = (session.notation(), session.game.board());
        let text = format!("{}. {}", capitalised(&notation.help(board)), notation.describe_naming(board));
        writeln!(out, "{}", render::wrap_hanging(&text))?;
        let preview = MovePreview::new(session.snapshot());
        let Some(mut preview) = preview.filter(|preview| !preview.legal().is_empty()) else {
            return Ok(CommandOutcome::Done);
        };
        writeln!(out, "Some legal moves now:")?;
        for text in examples(preview.legal()) {
            let effect = match preview.judge(&text) {
                TextStatus::Legal(effect) if shows_effects => effect,
                _ => String::new(),
            };
            let line = format!("  {text:<12} {effect}");
            writeln!(out, "{}", render::wrap_indented(line.trim_end(), 13))?;
        }
        Ok(CommandOutcome::Done)
    }

    /// Describes a word that is neither a command nor a move, with a suggestion.
    pub fn describe_unknown(&mut self, word: &str) -> String {
        let word = &one_line(word, 40);
        let is_game = || {
            let heads = self.context.workspace.library.manifests();
            heads.games().any(|head| head.name == *word)
        };
        if let Some(near) = nearest(word, COMMANDS.iter().map(|command| command.word)) {
            // The name of a game may resemble a command.
            if !is_game() {
                return format!("unknown command `{word}`; did you mean `{near}`?");
            }
        }
        if is_game() {
            return format!("`{word}` is a game; type `play {word}`");
        }
        let legal = self.game_mut().and_then(|game| nearest_move(&mut game.session, word));
        match legal {
            Some(near) => format!("unknown command or move `{word}`; did you mean `{near}`?"),
            None => format!("unknown command or move `{word}`; type `help` for commands"),
        }
    }
}

/// Returns a legal move as an example for beginners; `None` if it would reveal a hidden hand.
fn example(session: &mut Session, seated: &SeatedBots) -> Option<String> {
    if render::hides_hands(&session.game) {
        return None;
    }
    // In generation order, not sorted: the middle of the list is often the middle of the board.
    let mut legal = session.game.legal_moves().ok()?;
    legal.retain(|mv| seated.bot_name(session.game.player(session.game.mover_of(*mv))).is_none());
    // Prefer placements, which are the simplest moves.
    let adds = |mv: &Move| matches!(session.game.unpack(*mv), Action::Place { .. } | Action::Lay { .. });
    if legal.iter().any(adds) {
        legal.retain(adds);
    }
    let texts: Vec<String> = legal.into_iter().map(|mv| session.move_text(mv)).collect();
    let shortest = texts.iter().map(String::len).min()?;
    let short: Vec<&String> = texts.iter().filter(|text| text.len() == shortest).collect();
    let example = short.get(short.len() / 2).map(|text| text.to_string())?;
    // As `moves` lists it.
    session.shorten(&[example]).into_iter().next()
}

/// Says how to begin, with an example; `None` if it would reveal a hidden hand.
pub fn first_step(session: &mut Session, seated: &SeatedBots) -> Option<String> {
    let example = example(session, seated)?;
    // In a game with hands a tile alone lists the places where it fits.
    match example
        .split_once(' ')
        .filter(|_| session.game.board().view().tile_game().is_some_and(|board| board.stock().is_some()))
    {
        Some((tile, _)) => Some(format!("Type a tile of your hand, such as `{tile}`, to see where it fits.")),
        None => Some(format!("Type a move such as `{example}`.")),
    }
}

/// Returns a few moves of different shapes.
fn examples(legal: &[String]) -> Vec<String> {
    let mut shapes: Vec<(String, &String)> = Vec::new();
    for text in legal {
        let shape: String = text.chars().map(shape_of).collect();
        if !shapes.iter().any(|(known, _)| *known == shape) {
            shapes.push((shape, text));
        }
    }
    // Short moves first, as they are simplest.
    shapes.sort_by_key(|(shape, _)| shape.len());
    shapes.into_iter().take(MAX_EXAMPLES).map(|(_, text)| text.clone()).collect()
}

fn shape_of(letter: char) -> char {
    match letter {
        'a'..='z' => 'a',
        '0'..='9' => '1',
        other => other,
    }
}

/// Returns the legal move nearest to a text, if one is similar.
fn nearest_move(session: &mut Session, typed: &str) -> Option<String> {
    if session.is_race() && render::hides_hands(&session.game) {
        return None;
    }
    let legal = session.legal_moves().ok()?;
    nearest(typed, legal.iter().map(String::as_str)).map(str::to_string)
}

/// Describes why a text is not a move, with a suggestion.
pub fn describe_typo(session: &mut Session, typed: &str, error: &PlayError) -> String {
    // A specific error is more useful than a guess.
    let is_unparsed = matches!(error, PlayError::NotAMove(NotationError::NotAMove(_)));
    match nearest_move(session, typed).filter(|_| is_unparsed) {
        Some(near) => format!("`{}` is not a move; did you mean `{near}`?", one_line(typed, 40)),
        None => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_are_short_and_of_different_shapes() {
        let legal = ["3c3+12", "Ca1", "Sa1", "a1", "b2", "c3>"].map(str::to_string);
        assert_eq!(examples(&legal), ["a1", "Ca1", "Sa1"]);
    }
}
