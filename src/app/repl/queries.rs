//! `lua EXPR`: evaluates Lua on a copy of the position.

use std::io::Write;

use super::active_game::ActiveGame;
use super::command::{Completion, InputLine};
use super::{CommandResult, Context, done, refuse};
use houserule_core::rng::Rng;
use houserule_script::lua::{ParsedChunk, parse};

impl ActiveGame {
    pub fn lua(&mut self, _: &mut Context, source: &str, out: &mut dyn Write) -> CommandResult {
        let session = &self.session;
        if source.is_empty() {
            return refuse("`lua` needs an expression, for example lua view.turn");
        }
        let (seat, mut rng) = (session.game.seat(), Rng::new(session.seed));
        let mut game = session.game.fork();
        // Hide from Lua what the seat to move cannot see.
        game.determinise(seat, &mut rng);
        let text = or_refuse!(session.ruleset.evaluate_lua(game, seat, rng, session.moves(), source));
        done(write!(out, "{text}"))
    }
}

/// Returns the Lua of a line, the only argument that may go on over several lines.
pub fn lua_source(line: &InputLine) -> Option<&str> {
    let (_, source) = line.command().filter(|(command, _)| command.argument.completion == Completion::Lua)?;
    Some(source)
}

/// Returns whether a text of several lines is one complete `lua` command.
pub fn is_complete_query(text: &str) -> bool {
    lua_source(&InputLine::parse(text)).is_some_and(|source| parse(source) == ParsedChunk::Complete)
}
