//! Programs that speak the Tak Engine Interface, as opponents: `tei:./engine`, `tei:./engine --flag@2s`,
//! `tei:./engine@60s+1s`.
//!
//! | module | contents |
//! |---|---|
//! | `process` | the process: starting, asking and ending it |
//! | `introduction` | what it reports of itself, and what it can play |
//! | `allowance` | how long it may think |
//! | `player` | the bot: sends the game, checks the answer |

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

/// Prefix of the names of engines.
pub const PREFIX: &str = "tei:";

/// Default thinking time per move, in games without a clock.
const DEFAULT_MOVE_TIME: Allowance = Allowance::PerMove(Budget::Time(Duration::from_secs(1)));

/// How an engine is started, and its idle processes, which can play further games.
struct EnginePool {
    name: String,
    program: String,
    args: Vec<String>,
    /// Thinking time, if it was given.
    allowance: Option<Allowance>,
    idle: Mutex<Vec<EngineProcess>>,
    /// Whether a late move was reported; once is enough.
    has_reported_late: AtomicBool,
}

/// Parses the command of an engine: a program, its arguments, and after an `@` its thinking time per move or per game.
pub fn external_bot(name: &str, command: &str) -> Result<ExternalBot, BotError> {
    // A suffix that begins with a digit is a time, unless a file has that name.
    let is_time = |amount: &str| {
        amount.starts_with(|first: char| first.is_ascii_digit()) && !amount.contains(char::is_whitespace)
    };
    let split = command.rsplit_once('@').filter(|(_, amount)| is_time(amount));
    let (command, allowance) = match split.filter(|_| !Path::new(command.trim()).is_file()) {
        Some((command, amount)) => (command, Some(amount.parse()?)),
        None => (command, None),
    };
    let (program, args) = split_command(command.trim());
    if program.is_empty() {
        bail!("`{name}` names no program; write tei:./engine or tei:./engine@2s");
    }
    let (name, idle) = (name.to_string(), Mutex::default());
    let pool = Arc::new(EnginePool {
        name: name.clone(),
        program,
        args,
        allowance,
        idle,
        has_reported_late: AtomicBool::new(false),
    });
    let make_player = move || -> Box<dyn houserule_lab::bot::Bot> { Box::new(EnginePlayer::new(pool.clone())) };
    Ok(ExternalBot { name, notation: NOTATION, factory: Arc::new(make_player) })
}

/// Splits a command into program and arguments; the path of a file may contain blanks.
fn split_command(command: &str) -> (String, Vec<String>) {
    if Path::new(command).is_file() {
        return (command.to_string(), Vec::new());
    }
    let mut words = command.split_whitespace().map(str::to_string);
    (words.next().unwrap_or_default(), words.collect())
}

impl EnginePool {
    /// Takes an idle engine or starts one.
    fn acquire(&self, should_stop: DeadlineCheck) -> Result<EngineProcess, ProtocolError> {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        idle.map_or_else(|| EngineProcess::start(&self.name, &self.program, &self.args, should_stop), Ok)
    }

    fn release(&self, engine: EngineProcess) {
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(engine);
        }
    }
}
