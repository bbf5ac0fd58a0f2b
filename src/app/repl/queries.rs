//! `lua EXPR`: evaluates Lua on a copy of the position.

use std::io::Write;

use super::command::{InputLine, PromptCommand};
use super::{CommandOutcome, CommandResult, refuse};
use houserule_core::rng::Rng;
use houserule_script::lua::{ParsedChunk, parse};
use houserule_script::play::Session;

pub(super) fn lua(session: &Session, source: &str, out: &mut dyn Write) -> CommandResult {
    if source.is_empty() {
        return refuse("lua what? lua view.turn");
    }
    let (seat, mut rng) = (session.game.seat(), Rng::new(session.seed));
    let mut game = session.game.fork();
    // Hide from Lua what the seat to move cannot see.
    game.determinise(seat, &mut rng);
    let text = or_refuse!(session.ruleset.evaluate_lua(game, seat, rng, session.moves(), source));
    write!(out, "{text}")?;
    Ok(CommandOutcome::Done)
}

/// Returns whether a text of several lines is one complete `lua` command.
pub(super) fn is_complete_query(text: &str) -> bool {
    matches!(InputLine::parse(text), InputLine::Command(PromptCommand::Lua, source) if parse(&source) == ParsedChunk::Complete)
}
