//! `lua EXPR`: questions about the position, which is looked at and never changed.

use std::io::Write;

use super::command::{Line, Word};
use super::{Answer, Told, refused};
use crate::chance::Dice;
use crate::play::Session;
use crate::script::{Parsed, parse};

pub(super) fn lua(session: &Session, source: &str, out: &mut dyn Write) -> Told {
    if source.is_empty() {
        return refused("lua what? lua view.turn");
    }
    let (seat, mut dice) = (session.game.seat(), Dice::new(session.seed));
    let mut game = session.game.fork();
    // What the seat to move cannot see, Lua does not see either.
    game.determinise(seat, &mut dice);
    match session.ruleset.ask(game, seat, dice, session.moves(), source) {
        Ok(says) => {
            write!(out, "{says}")?;
            Ok(Answer::Done)
        }
        Err(says) => refused(says),
    }
}

/// Whether a text of several lines is one question.
pub(super) fn is_question(text: &str) -> bool {
    matches!(Line::parse(text), Line::Command(Word::Lua, source) if parse(&source) == Parsed::Whole)
}
