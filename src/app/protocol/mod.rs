//! Engine protocols: our bots for other programs, and other programs as opponents at our tables. With `notation` the one
//! room where Rust may know a game.
//!
//! | room | what lives there |
//! |---|---|
//! | `tei` | the Tak Engine Interface: what is said to us, and what we answer |
//! | `engine` | programs that speak it, as bots |
//! | `lines` | lines that come when they come |

mod engine;
mod lines;
pub mod tei;

use houserule_core::{bail, sentence_errors};
use houserule_lab::bot::BotName;
use houserule_script::game::BotError;
use houserule_script::rules::RulePlan;

sentence_errors! {
    /// What goes wrong between us and another program.
    ProtocolError;
}

/// The notation that the protocol writes its moves in.
const NOTATION: &str = "ptn";

/// How guests are asked to the table, as people write it.
pub const GUESTS: &str = "`tei:./engine` for a Tak engine";

/// The bot of a name, guests among them.
pub fn bot_named(text: &str) -> Result<BotName, BotError> {
    match text.strip_prefix(engine::PREFIX) {
        Some(command) => engine::guest(text, command).map(BotName::Guest),
        // Whoever meant a bot of ours, as the words say, is not told of others.
        None => text.parse().map_err(|error| match error {
            BotError::Unknown(says) => BotError::Unknown(format!("{says}, or {GUESTS}")),
            other => other,
        }),
    }
}

/// Whether moves of a game can be told in the protocol.
fn suits(plan: &RulePlan) -> Result<(), ProtocolError> {
    if plan.notation.name() == NOTATION && plan.names.seats.len() == 2 {
        return Ok(());
    }
    bail!(
        "the Tak Engine Interface is for two seats and moves written in {NOTATION}, and {} is not such a game; name one that is",
        plan.title
    )
}
