//! Programs that speak the Tak Engine Interface, as opponents at our tables: `tei:./engine`, `tei:./engine --flag@2s`,
//! `tei:./engine@60s+1s`.
//!
//! | room | what lives there |
//! |---|---|
//! | `process` | the program: how it is started, asked and ended |
//! | `introduction` | what it says of itself, and what it can play |
//! | `allowance` | how long it may think |
//! | `player` | the bot: what it is told of the game, and whether its move is one |

mod allowance;
mod introduction;
mod player;
mod process;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::{NOTATION, ProtocolError};
use allowance::Allowance;
use houserule_core::bail;
use houserule_lab::bot::{Budget, ExternalBot};
use houserule_script::game::BotError;
use player::EnginePlayer;
use process::{DeadlineCheck, EngineProcess};

/// What the names of engines begin with.
pub const PREFIX: &str = "tei:";

/// How long an engine thinks about a move unless somebody says otherwise.
const DEFAULT_MOVE_TIME: Allowance = Allowance::Each(Budget::Time(Duration::from_secs(1)));

/// How an engine is started, and those that run and have nothing to do: one that has played a game can play the next.
struct EnginePool {
    name: String,
    program: String,
    args: Vec<String>,
    allowance: Allowance,
    idle: Mutex<Vec<EngineProcess>>,
    /// Whether it was told that it takes longer than it may: once is enough.
    is_told_late: AtomicBool,
}

/// The engine of a command: a program, its arguments after blanks, and after an `@` how long it thinks: about a move, or in
/// a game.
pub fn guest(name: &str, command: &str) -> Result<ExternalBot, BotError> {
    // A word that begins with a digit is meant as a time; a file may have an `@` in its name all the same.
    let is_amount = |amount: &str| {
        amount.starts_with(|first: char| first.is_ascii_digit()) && !amount.contains(char::is_whitespace)
    };
    let timed = command.rsplit_once('@').filter(|(_, amount)| is_amount(amount));
    let (command, allowance) = match timed.filter(|_| !Path::new(command.trim()).is_file()) {
        Some((command, amount)) => (command, amount.parse()?),
        None => (command, DEFAULT_MOVE_TIME),
    };
    let (program, args) = words(command.trim());
    if program.is_empty() {
        bail!("`{name}` names no program; write tei:./engine, or tei:./engine@2s");
    }
    let (name, idle) = (name.to_string(), Mutex::default());
    let stable = Arc::new(EnginePool {
        name: name.clone(),
        program,
        args,
        allowance,
        idle,
        is_told_late: AtomicBool::new(false),
    });
    let invite = move || -> Box<dyn houserule_lab::bot::Bot> { Box::new(EnginePlayer::new(stable.clone())) };
    Ok(ExternalBot { name, notation: NOTATION, invite: Arc::new(invite) })
}

/// A command in words; a file may have blanks in its name.
fn words(command: &str) -> (String, Vec<String>) {
    if Path::new(command).is_file() {
        return (command.to_string(), Vec::new());
    }
    let mut words = command.split_whitespace().map(str::to_string);
    (words.next().unwrap_or_default(), words.collect())
}

impl EnginePool {
    /// An engine that can begin a game.
    fn engine(&self, hurry: DeadlineCheck) -> Result<EngineProcess, ProtocolError> {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        idle.map_or_else(|| EngineProcess::start(&self.name, &self.program, &self.args, hurry), Ok)
    }

    fn give_back(&self, engine: EngineProcess) {
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(engine);
        }
    }
}
