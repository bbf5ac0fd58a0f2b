//! `lua EXPR`: questions about the position, which is looked at and never changed.

use std::io::Write;

use super::command::{InputLine, PromptCommand};
use super::{CommandOutcome, CommandResult, refused};
use houserule_core::rng::Rng;
use houserule_script::lua::{ParsedChunk, parse};
use houserule_script::play::Session;

pub(super) fn lua(session: &Session, source: &str, out: &mut dyn Write) -> CommandResult {
    if source.is_empty() {
        return refused("lua what? lua view.turn");
    }
    let (seat, mut rng) = (session.game.seat(), Rng::new(session.seed));
    let mut game = session.game.fork();
    // What the seat to move cannot see, Lua does not see either.
    game.determinise(seat, &mut rng);
    match session.ruleset.ask(game, seat, rng, session.moves(), source) {
        Ok(says) => {
            write!(out, "{says}")?;
            Ok(CommandOutcome::Done)
        }
        Err(says) => refused(says),
    }
}

/// Whether a text of several lines is one question.
pub(super) fn is_question(text: &str) -> bool {
    matches!(InputLine::parse(text), InputLine::Command(PromptCommand::Lua, source) if parse(&source) == ParsedChunk::Whole)
}
