//! The Tak Engine Interface: `houserule tei` is an engine for programs that speak it. The game comes from its script like
//! any other, so house rules can be played through it too.
//!
//! | room | what lives there |
//! |---|---|
//! | `command` | what a line says. Pure |
//! | `clock` | how long to think |
//! | `options` | what can be set, as it is told and as it is read |
//! | `server` | one command after the other |
//! | `thinking` | what is heard and said while a search runs |

mod clock;
mod command;
mod options;
mod server;
mod thinking;

use std::io::{self, Write};

use houserule_script::lua::LoadError;
use houserule_script::play::Workspace;

/// The game that the protocol is for, unless somebody names another.
pub const GAME: &str = "tak";

/// Answers what comes in on the standard input until it says `quit` or ends.
pub fn serve(
    table: &Workspace,
    game: &str,
    sets: &[(String, String)],
    threads: usize,
    out: &mut dyn Write,
) -> Result<io::Result<()>, LoadError> {
    let ruleset = table.load(game, sets)?;
    super::suits(&ruleset.plan).map_err(String::from)?;
    let lines = super::lines::of(io::stdin());
    Ok(server::Server::new(table, game, sets, ruleset, threads).serve(&lines, out))
}
