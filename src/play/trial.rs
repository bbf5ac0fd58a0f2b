//! Rules put to the test by playing: random games must end, every move must undo exactly, records must replay, and
//! scripts must answer the same when they are asked afresh.

use std::time::{Duration, Instant};

use super::{Dice, Session};
use crate::mechanics::{Clock, Move};
use crate::script::LoadError;

/// The most moves a trial game may take.
const LONGEST: usize = 2_000;

/// What a trial found.
#[derive(Clone, Debug, Default)]
pub struct TrialReport {
    /// Games played to their end.
    pub games: usize,
    pub moves: usize,
    /// What went wrong first, with the moves that lead there.
    pub fault: Option<String>,
}

/// Plays up to `games` random games within `time`. `open` gives a session at the start.
pub fn trial(
    open: impl Fn(u64) -> Result<Session, LoadError>,
    games: usize,
    time: Duration,
    seed: u64,
) -> TrialReport {
    let mut report = TrialReport::default();
    let deadline = Instant::now() + time;
    for number in 0..games {
        if number > 0 && Instant::now() > deadline {
            break;
        }
        let seed = seed.wrapping_add(number as u64);
        let played = open(seed).map_err(|error| error.to_string()).and_then(|session| {
            let mut game = Trial { session, moves: Vec::new(), keys: Vec::new(), listed: Vec::new() };
            let ended = game.play(Dice::new(seed), deadline)?;
            report.moves += game.moves.len();
            game.ask_afresh(deadline)?;
            game.replay(|| open(seed), deadline)?;
            game.take_back()?;
            Ok(ended)
        });
        match played {
            Ok(ended) => report.games += ended as usize,
            Err(fault) => {
                report.fault = Some(fault);
                break;
            }
        }
    }
    report
}

/// One random game and what was seen on its way.
struct Trial {
    session: Session,
    moves: Vec<Move>,
    /// Every position, the first included.
    keys: Vec<(u64, Clock)>,
    /// The legal moves of every position.
    listed: Vec<Vec<Move>>,
}

impl Trial {
    /// Plays to the end, or until time is up: then false.
    fn play(&mut self, mut dice: Dice, deadline: Instant) -> Result<bool, String> {
        self.keys.push(self.state());
        let open_ended = self.session.plan().mechanic.open_ended().map(|plies| plies as usize);
        let most = open_ended.map_or(LONGEST, |plies| plies.min(LONGEST));
        while self.moves.len() < most {
            if Instant::now() > deadline {
                return Ok(false);
            }
            let listed = self.session.game.legal_moves().map_err(|fault| self.after(&fault.to_string()))?;
            let Some(&mv) = listed.get(dice.below(listed.len().max(1))) else {
                return self.end();
            };
            self.listed.push(listed);
            let text = self.session.written(mv);
            self.session
                .play(&text)
                .map_err(|error| self.after(&format!("{text} was listed and cannot be played: {error}")))?;
            self.moves.push(mv);
            self.keys.push(self.state());
        }
        if open_ended.is_some() {
            return Ok(true);
        }
        Err(self.after(&format!("a random game has not ended within {LONGEST} moves")))
    }

    /// A game without a legal move must have an outcome, and must have had a first move.
    fn end(&mut self) -> Result<bool, String> {
        if self.moves.is_empty() {
            return Err("there is no legal first move".to_string());
        }
        let outcome = self.session.game.outcome().map_err(|fault| self.after(&fault.to_string()))?;
        outcome.map(|_| true).ok_or_else(|| self.after("no move is legal and the game is not over"))
    }

    /// Everything that undo must restore.
    fn state(&self) -> (u64, Clock) {
        (self.session.game.key(), self.session.game.board().clock())
    }

    /// Goes through the game again with the scripts freshly loaded at every move and asked in reverse: one that
    /// keeps something to itself gives itself away.
    fn ask_afresh(&self, deadline: Instant) -> Result<(), String> {
        if self.session.plan().hooks.is_empty() {
            return Ok(());
        }
        let told = |fault: crate::game::HookFault| fault.to_string();
        let mut game = self
            .session
            .ruleset
            .game(self.session.setup().as_ref(), self.session.seed)
            .map_err(|error| error.to_string())?;
        for (index, &mv) in self.moves.iter().enumerate() {
            if Instant::now() > deadline {
                break;
            }
            let so_far = || line(&self.session.moves()[..index]);
            let listed = game.fork().and_then(|mut game| game.legal_moves_asked_backwards()).map_err(told)?;
            if listed != self.listed[index] {
                return Err(format!(
                    "a script keeps something to itself: {} moves were legal the first time and {} the second (after {})",
                    self.listed[index].len(),
                    listed.len(),
                    so_far()
                ));
            }
            let mut next = game.fork().map_err(told)?;
            next.play(mv).map_err(told)?;
            if (next.key(), next.board().clock()) != self.keys[index + 1] {
                let says = "a script keeps something to itself: the same move led elsewhere the second time";
                return Err(format!("{says} (after {} {})", so_far(), self.session.moves()[index]));
            }
            game = next;
        }
        Ok(())
    }

    fn replay(&self, open: impl Fn() -> Result<Session, LoadError>, deadline: Instant) -> Result<(), String> {
        if Instant::now() > deadline {
            return Ok(());
        }
        let mut again = open().map_err(|error| error.to_string())?;
        again.follow(self.session.moves()).map_err(|(ply, error)| {
            format!("the record does not replay at move {ply}: {error} ({})", line(self.session.moves()))
        })?;
        if again.game.key() != self.session.game.key() {
            return Err(format!(
                "the record leads elsewhere the second time: {}",
                line(self.session.moves())
            ));
        }
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), String> {
        while let Some(key) = self.keys.pop() {
            if self.state() != key {
                return Err(self.after("undo does not restore the position"));
            }
            self.session.undo();
        }
        Ok(())
    }

    fn after(&self, fault: &str) -> String {
        format!("{fault} (after {})", line(self.session.moves()))
    }
}

fn line(moves: &[String]) -> String {
    if moves.is_empty() { "no move".to_string() } else { moves.join(" ") }
}
