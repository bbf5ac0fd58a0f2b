//! What bots are called: `random`, and more to come in the same way.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Which bot.
#[derive(Clone, PartialEq, Debug)]
pub enum BotName {
    Random,
}

/// How long a bot thinks about a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many games played out: repeatable.
    Playouts(u64),
    Time(Duration),
}

impl FromStr for BotName {
    type Err = String;

    fn from_str(text: &str) -> Result<BotName, String> {
        match text {
            "random" => Ok(BotName::Random),
            _ => Err(format!("there is no bot `{text}`; there is `random`")),
        }
    }
}

impl fmt::Display for BotName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BotName::Random => f.write_str("random"),
        }
    }
}
