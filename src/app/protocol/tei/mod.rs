//! The Tak Engine Interface: `houserule tei` is an engine for programs that speak it. The game comes from its script like
//! any other, so house rules can be played through it too.
//!
//! | module | contents |
//! |---|---|
//! | `command` | parser of commands. Pure |
//! | `clock` | time management |
//! | `options` | options: how they are declared and set |
//! | `server` | runs one command after the other |
//! | `thinking` | input and output during a search |

mod clock;
mod command;
mod options;
mod server;
mod thinking;

use std::io::{self, Write};

use houserule_script::lua::LoadError;
use houserule_script::play::Workspace;

/// Default game of the protocol.
pub const DEFAULT_GAME: &str = "tak";

/// Answers commands on standard input until `quit` or the end of the input.
pub fn serve(
    workspace: &Workspace,
    game: &str,
    sets: &[(String, String)],
    threads: usize,
    out: &mut dyn Write,
) -> Result<io::Result<()>, LoadError> {
    let ruleset = workspace.load(game, sets)?;
    super::ensure_supported(&ruleset.plan).map_err(String::from)?;
    let lines = super::lines::spawn_reader(io::stdin());
    Ok(server::Server::new(workspace, game, sets, ruleset, threads).serve(&lines, out))
}
