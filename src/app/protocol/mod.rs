//! Protocols: the prompt and our bots for other programs, and other programs as opponents. Besides `notation`, `tei` and
//! `engine` are the only modules where Rust knows a specific game.
//!
//! | module | contents |
//! |---|---|
//! | `events` | the prompt for programs: JSON events |
//! | `tei` | server for the Tak Engine Interface |
//! | `engine` | programs that speak it, as bots |
//! | `lines` | lines of a stream, read without blocking |

mod engine;
pub(crate) mod events;
mod lines;
pub mod tei;

use houserule_core::{bail, sentence_errors};
use houserule_lab::bot::BotName;
use houserule_script::game::BotError;
use houserule_script::rules::RulePlan;

sentence_errors! {
    /// An error in the communication with another program.
    ProtocolError;
}

/// Notation of moves in the protocol.
const NOTATION: &str = "ptn";

/// How users write external engines, for messages.
pub use engine::PREFIX as ENGINE_PREFIX;

pub const ENGINE_SYNTAX: &str = "`tei:./engine` for a Tak engine";

/// Parses the name of a bot or of an external engine.
pub fn parse_bot(text: &str) -> Result<BotName, BotError> {
    match text.strip_prefix(engine::PREFIX) {
        Some(command) => engine::external_bot(text, command).map(BotName::External),
        // Other errors concern our own bots; engines are not mentioned there.
        None => text.parse().map_err(|error| match error {
            BotError::Unknown(message) => BotError::Unknown(format!("{message}, or {ENGINE_SYNTAX}")),
            other => other,
        }),
    }
}

/// Checks that the protocol can express the moves of a game.
fn ensure_supported(plan: &RulePlan) -> Result<(), ProtocolError> {
    if plan.notation.name() == NOTATION && plan.names.seats.len() == 2 {
        return Ok(());
    }
    bail!("cannot use the Tak Engine Interface for {}: it needs two seats and moves in {NOTATION}", plan.title)
}
