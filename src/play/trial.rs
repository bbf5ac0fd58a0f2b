//! Rules put to the test by playing: random games must end, every move must undo exactly, records must replay, and
//! scripts must answer the same when they are asked again from scratch.

use std::time::{Duration, Instant};

use super::{Dice, Session};
use crate::game::HookFault;
use crate::script::Ruleset;

/// The most moves a trial game may take.
const LONGEST: usize = 2_000;

/// What a trial found.
#[derive(Clone, Debug, Default)]
pub struct TrialReport {
    pub games: usize,
    pub moves: usize,
    /// Games that were still running after the longest time.
    pub unfinished: usize,
    /// What went wrong first, with the moves that lead there.
    pub fault: Option<String>,
}

/// Plays up to `games` random games within `time`. `load` gives the same rules with fresh hooks.
pub fn trial(
    load: impl Fn() -> Result<Ruleset, String>,
    games: usize,
    time: Duration,
    seed: u64,
) -> TrialReport {
    let mut report = TrialReport::default();
    let start = Instant::now();
    for number in 0..games {
        if number > 0 && start.elapsed() > time {
            break;
        }
        let mut dice = Dice::new(seed.wrapping_add(number as u64));
        match one_game(&load, &mut dice, start + time, &mut report) {
            Ok(()) => report.games += 1,
            Err(fault) => {
                report.fault = Some(fault);
                break;
            }
        }
    }
    report
}

fn one_game(
    load: &impl Fn() -> Result<Ruleset, String>,
    dice: &mut Dice,
    deadline: Instant,
    report: &mut TrialReport,
) -> Result<(), String> {
    let mut session = Session::new(load()?, None, 0)?;
    let mut keys = vec![session.game.key()];
    let mut counts = Vec::new();
    while session.moves().len() < LONGEST && Instant::now() < deadline {
        let moves = session.legal_moves().map_err(|fault| after(&session, &fault))?;
        counts.push(moves.len());
        if moves.is_empty() {
            break;
        }
        let text = &moves[dice.below(moves.len())];
        session
            .play(text)
            .map_err(|error| format!("{text} was listed, but {error} (after {})", line(session.moves())))?;
        keys.push(session.game.key());
        report.moves += 1;
    }
    if session.game.outcome().map_err(|fault| after(&session, &fault))?.is_none()
        && session.moves().len() >= LONGEST
    {
        report.unfinished += 1;
    }
    // Again, in a fresh state: a script that remembers something of its own gives itself away.
    let mut again = Session::new(load()?, None, 0)?;
    for (index, text) in session.moves().iter().enumerate() {
        let listed = again.legal_moves().map_err(|fault| after(&again, &fault))?;
        if listed.len() != counts[index] {
            let says = format!("{} moves the first time and {} the second", counts[index], listed.len());
            return Err(format!("the same position gave {says} (after {})", line(again.moves())));
        }
        again.play(text).map_err(|error| format!("the record does not replay at {text}: {error}"))?;
    }
    if again.game.key() != session.game.key() {
        return Err(format!(
            "the record does not lead to the same position again: {}",
            line(session.moves())
        ));
    }
    while let Some(key) = keys.pop() {
        if session.game.key() != key {
            return Err(format!("undo does not restore the position after {}", line(session.moves())));
        }
        session.undo();
    }
    Ok(())
}

fn after(session: &Session, fault: &HookFault) -> String {
    format!("{fault} (after {})", line(session.moves()))
}

fn line(moves: &[String]) -> String {
    if moves.is_empty() { "no move".to_string() } else { moves.join(" ") }
}
