//! The words for somebody who is lost: help by task, how moves are written, and what a slip may have meant.

use std::io::Write;

use super::command::COMMANDS;
use super::completion::MOVE;
use super::lesson::WORDS;
use super::preview::{MovePreview, TextStatus};
use super::seats::SeatedBots;
use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, refused};
use crate::render;
use houserule_core::mechanics::{Action, Move};
use houserule_core::text::{nearest, one_line};
use houserule_script::notation::NotationError;
use houserule_script::play::{PlayError, Session};

/// The commands by what people want to do. A command that is missing here stands under the last of them.
const TASKS: &[(&str, &[&str])] = &[
    ("play", &["moves", "why", "hint", "seats", "bot", "swap", "resign", "draw", "clock"]),
    ("look", &["board", "hand", "look", "score", "history", "position"]),
    ("take back", &["undo", "redo", "goto"]),
    ("keep", &["save", "load", "resume", "forget", "note", "svg", "png"]),
    ("change the rules", &["play", "new", "games", "set", "variant", "reload", "watch", "put", "clear"]),
    ("learn", &["rules", "lesson", "quiz", "lua", "help", "quit"]),
];

/// How many columns the tasks take.
const TASK: usize = 18;

/// The most moves that are shown as examples.
const EXAMPLES: usize = 3;

impl Prompt {
    /// `help`, `help move`, `help undo`.
    pub(super) fn help(&mut self, rest: &str, out: &mut dyn Write) -> CommandResult {
        match rest.trim_start_matches(':') {
            "" => self.help_by_task(out),
            MOVE => self.help_with_moves(out),
            word => {
                let known = COMMANDS.iter().find(|(known, ..)| known.eq_ignore_ascii_case(word));
                let Some((word, argument, says, _)) = known else { return refused(self.unknown(word)) };
                let line = format!("{}: {says}", format!("{word} {argument}").trim_end());
                writeln!(out, "{}", render::folded(&line))?;
                Ok(CommandOutcome::Done)
            }
        }
    }

    fn help_by_task(&self, out: &mut dyn Write) -> CommandResult {
        let placed = |word: &str| TASKS.iter().any(|(_, words)| words.contains(&word));
        for (index, (task, words)) in TASKS.iter().enumerate() {
            let mut listed: Vec<&str> = words.to_vec();
            if index + 1 == TASKS.len() {
                listed.extend(COMMANDS.iter().map(|(word, ..)| *word).filter(|word| !placed(word)));
            }
            // A lesson has told of its own words.
            let is_told = |word: &&str| self.lesson_session.is_some() && WORDS.iter().any(|(own, ..)| own == word);
            listed.retain(|word| !is_told(word));
            let known = |word: &&str| COMMANDS.iter().find(|(known, ..)| known == word);
            let written = |(word, argument): (&str, &str)| format!("{word} {argument}").trim_end().to_string();
            let words = listed.iter().filter_map(known).map(|(word, argument, ..)| written((word, argument)));
            let first = (index == 0).then(|| "a move".to_string());
            let items: Vec<String> = first.into_iter().chain(words).collect();
            let line = format!("  {task:<TASK$}{}", items.join(", "));
            writeln!(out, "{}", render::folded_at(&line, TASK))?;
        }
        let last = "`help move` tells how moves are written, `help undo` what undo does; Tab completes.";
        writeln!(out, "{}", render::folded(last))?;
        Ok(CommandOutcome::Done)
    }

    /// How moves are written, and some that are legal right now.
    fn help_with_moves(&mut self, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &mut self.session else { return refused(NO_GAME) };
        let (notation, board) = (session.notation(), session.game.board());
        let says = format!("A move: {}. {}", notation.help(board), notation.naming_in_words(board));
        writeln!(out, "{}", render::folded(&says))?;
        let preview = MovePreview::new(session);
        let Some(mut preview) = preview.filter(|preview| !preview.legal().is_empty()) else {
            return Ok(CommandOutcome::Done);
        };
        writeln!(out, "Legal right now, for example:")?;
        for text in examples(preview.legal()) {
            let does = match preview.judge(&text) {
                // In a lesson that is for the learner to find out.
                TextStatus::Legal(does) if self.lesson_session.is_none() => does,
                _ => String::new(),
            };
            let line = format!("  {text:<12} {does}");
            writeln!(out, "{}", render::folded_at(line.trim_end(), 13))?;
        }
        Ok(CommandOutcome::Done)
    }

    /// A word that is neither a command nor looks like a move.
    pub(super) fn unknown(&mut self, word: &str) -> String {
        let word = &one_line(word, 40);
        let is_game = || {
            let heads = self.table.library.heads();
            heads.games().any(|head| head.name == *word)
        };
        if let Some(near) = nearest(word, COMMANDS.iter().map(|(known, ..)| *known)) {
            // A game's name may be like a command's.
            if !is_game() {
                return format!("`{word}` is no command; did you mean `{near}`?");
            }
        }
        if is_game() {
            return format!("`{word}` is a game; type `play {word}`");
        }
        let legal = self.session.as_mut().and_then(|session| near_move(session, word));
        match legal {
            Some(near) => format!("`{word}` is no command and no move; did you mean `{near}`?"),
            None => format!("`{word}` is no command and no move; `help` lists what there is"),
        }
    }
}

/// A move that is legal now, for somebody who has never typed one; none where it would tell of a hidden hand.
pub(super) fn example(session: &mut Session, seated: &SeatedBots) -> Option<String> {
    if render::hides_hands(&session.game) {
        return None;
    }
    // As they are listed, not by their names: the middle of the list is often the middle of the board.
    let mut legal = session.game.legal_moves().ok()?;
    legal.retain(|mv| seated.bot_name(session.game.player(session.game.mover_of(*mv))).is_none());
    // Something new on the board is what people begin with.
    let adds = |mv: &Move| matches!(session.game.unpack_named(*mv), Action::Place { .. } | Action::Lay { .. });
    if legal.iter().any(adds) {
        legal.retain(adds);
    }
    let texts: Vec<String> = legal.into_iter().map(|mv| session.written(mv)).collect();
    let shortest = texts.iter().map(String::len).min()?;
    let short: Vec<&String> = texts.iter().filter(|text| text.len() == shortest).collect();
    short.get(short.len() / 2).map(|text| text.to_string())
}

/// A few moves that look as different as can be: those that begin with other signs.
fn examples(legal: &[String]) -> Vec<String> {
    let mut shapes: Vec<(String, &String)> = Vec::new();
    for text in legal {
        let shape: String = text.chars().map(shape_of).collect();
        if !shapes.iter().any(|(known, _)| *known == shape) {
            shapes.push((shape, text));
        }
    }
    // The short ones come first: they are what people begin with.
    shapes.sort_by_key(|(shape, _)| shape.len());
    shapes.into_iter().take(EXAMPLES).map(|(_, text)| text.clone()).collect()
}

fn shape_of(letter: char) -> char {
    match letter {
        'a'..='z' => 'a',
        '0'..='9' => '1',
        other => other,
    }
}

/// The legal move that something typed is most like, if it is like one.
fn near_move(session: &mut Session, typed: &str) -> Option<String> {
    if session.is_race() && render::hides_hands(&session.game) {
        return None;
    }
    let legal = session.legal_moves().ok()?;
    nearest(typed, legal.iter().map(String::as_str)).map(str::to_string)
}

/// Why something typed is no move, and which one may have been meant.
pub(super) fn slip(session: &mut Session, typed: &str, error: &PlayError) -> String {
    // Where it is told what exactly is wrong, a guess would say less.
    let is_shapeless = matches!(error, PlayError::NotAMove(NotationError::Shapeless(_)));
    match near_move(session, typed).filter(|_| is_shapeless) {
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
