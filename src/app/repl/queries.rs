//! `lua EXPR`: evaluates Lua on a copy of the position.

use std::io::Write;

use super::command::{Completion, InputLine};
use super::{CommandOutcome, CommandResult, NO_GAME, Prompt, refuse};
use houserule_core::rng::Rng;
use houserule_script::lua::{ParsedChunk, parse};

impl Prompt {
    pub(super) fn lua(&mut self, source: &str, out: &mut dyn Write) -> CommandResult {
        let Some(session) = &self.session else { return refuse(NO_GAME) };
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
}

/// Returns the Lua of a line, the only argument that may go on over several lines.
pub(super) fn lua_source(line: &InputLine) -> Option<&str> {
    match line {
        InputLine::Command(command, source) if command.argument.completion == Completion::Lua => Some(source),
        _ => None,
    }
}

/// Returns whether a text of several lines is one complete `lua` command.
pub(super) fn is_complete_query(text: &str) -> bool {
    lua_source(&InputLine::parse(text)).is_some_and(|source| parse(source) == ParsedChunk::Complete)
}
