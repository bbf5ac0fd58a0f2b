//! Rules put to the test by playing: random games must end, every move must undo exactly, records must replay, and
//! scripts must answer the same when they are asked afresh.

use std::time::{Duration, Instant};

use super::{Dice, Session};
use crate::game::Outcome;
use crate::mechanics::{Clock, Move};
use crate::script::Ruleset;

/// The most moves a trial game may take.
const LONGEST: usize = 2_000;

/// What a trial found.
#[derive(Clone, Debug, Default)]
pub struct TrialReport {
    /// Games played to their end.
    pub games: usize,
    pub moves: usize,
    /// How many of them each side won, alone or with others; a draw is won by nobody.
    pub wins: Vec<usize>,
    pub fault: Option<TrialFault>,
}

/// What went wrong first, and how to see it again.
#[derive(Clone, Debug)]
pub struct TrialFault {
    pub says: String,
    pub seed: u64,
    /// The moves that lead there, with the one that could not be played.
    pub moves: Vec<String>,
    /// Whether it is the count of the finished game that fails.
    pub is_counting: bool,
}

/// How much is played.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub games: usize,
    /// The first so many are listed move by move, asked about with fresh scripts and replayed from their text.
    pub careful: usize,
    pub time: Duration,
}

/// Plays random games under some rules.
pub fn trial(ruleset: &Ruleset, effort: Effort, seed: u64) -> TrialReport {
    let mut report = TrialReport { wins: vec![0; ruleset.plan.names.sides.len()], ..TrialReport::default() };
    let begun = Instant::now();
    let deadline = begun + effort.time;
    for number in 0..effort.games {
        if number > 0 && Instant::now() > deadline {
            break;
        }
        let seed = seed.wrapping_add(number as u64);
        let session = match Session::new(ruleset.clone(), None, seed) {
            Ok(session) => session,
            Err(error) => {
                let says = error.to_string();
                report.fault = Some(TrialFault { says, seed, moves: Vec::new(), is_counting: false });
                break;
            }
        };
        let mut game = Trial {
            session,
            moves: Vec::new(),
            keys: Vec::new(),
            listed: Vec::new(),
            trying: None,
            is_counting: false,
            ended: false,
            outcome: None,
        };
        let is_early = begun.elapsed() < effort.time / 2;
        let tried = if number < effort.careful && (is_early || number == 0) {
            game.try_carefully(seed, deadline)
        } else {
            game.try_quickly(seed, deadline)
        };
        report.moves += game.moves.len();
        if let Err(says) = tried {
            let moves = game.session.moves().iter().cloned().chain(game.trying).collect();
            report.fault = Some(TrialFault { says, seed, moves, is_counting: game.is_counting });
            break;
        }
        report.games += game.ended as usize;
        let decided = game.outcome.iter().filter(|outcome| !outcome.is_draw());
        for side in decided.flat_map(|outcome| &outcome.winners) {
            report.wins[*side as usize] += 1;
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
    /// The legal moves of every position, where they were listed.
    listed: Vec<Vec<Move>>,
    /// The move that is being played.
    trying: Option<String>,
    /// Whether the game is over and its points are being counted.
    is_counting: bool,
    /// Whether it came to its end in the time there was.
    ended: bool,
    outcome: Option<Outcome>,
}

impl Trial {
    /// Every move listed, scripts asked afresh, the record replayed from its text under rules that were loaded again.
    fn try_carefully(&mut self, seed: u64, deadline: Instant) -> Result<(), String> {
        let mut dice = Dice::new(seed);
        self.play(deadline, |trial| {
            let listed = trial.session.game.legal_moves().map_err(|fault| fault.to_string())?;
            let chosen = listed.get(dice.below(listed.len().max(1))).copied();
            if let Some(mv) = chosen {
                let text = trial.session.written(mv);
                trial.listed.push(listed);
                trial.trying = Some(text.clone());
                let played = trial.session.play(&text);
                played.map_err(|error| format!("{text} was listed and cannot be played: {error}"))?;
                trial.trying = None;
            }
            Ok(chosen)
        })?;
        self.ask_afresh(deadline)?;
        self.replay_afresh(deadline)?;
        self.take_back()
    }

    /// Moves drawn without listing, all taken back, and the record replayed on the same board.
    fn try_quickly(&mut self, seed: u64, deadline: Instant) -> Result<(), String> {
        let mut dice = Dice::new(seed);
        self.play(deadline, |trial| {
            let drawn = trial.session.game.random_move(|bound| dice.below(bound));
            let drawn = drawn.map_err(|fault| fault.to_string())?;
            if let Some(mv) = drawn {
                let text = trial.session.written(mv);
                let played = trial.session.play_listed(mv);
                if let Err(fault) = played {
                    let says = format!("{text} was drawn and cannot be played: {fault}");
                    trial.trying = Some(text);
                    return Err(says);
                }
            }
            Ok(drawn)
        })?;
        let (moves, last) = (self.session.moves().to_vec(), self.state());
        self.take_back()?;
        self.session
            .follow(&moves)
            .map_err(|(ply, error)| format!("the record does not replay at move {ply}: {error}"))?;
        if self.state() != last {
            return Err("the record leads elsewhere the second time".to_string());
        }
        Ok(())
    }

    /// Plays to the end, or until time is up.
    fn play(
        &mut self,
        deadline: Instant,
        mut step: impl FnMut(&mut Trial) -> Result<Option<Move>, String>,
    ) -> Result<(), String> {
        self.keys.push(self.state());
        let open_ended = self.session.plan().mechanic.open_ended().map(|plies| plies as usize);
        let most = open_ended.map_or(LONGEST, |plies| plies.min(LONGEST));
        while self.moves.len() < most {
            if Instant::now() > deadline {
                return Ok(());
            }
            let Some(mv) = step(self)? else {
                return self.end();
            };
            self.moves.push(mv);
            self.keys.push(self.state());
        }
        if open_ended.is_some() {
            self.ended = true;
            return Ok(());
        }
        Err(format!("a random game has not ended within {LONGEST} moves; a `limit` in `finish` would end it"))
    }

    /// A game without a legal move must have an outcome that can be counted, and must have had a first move.
    fn end(&mut self) -> Result<(), String> {
        if self.moves.is_empty() {
            return Err("there is no legal first move".to_string());
        }
        self.outcome = self.session.game.outcome().map_err(|fault| fault.to_string())?;
        if self.outcome.is_none() {
            return Err("no move is legal and the game is not over".to_string());
        }
        self.is_counting = true;
        self.session.game.score().map_err(|fault| fault.to_string())?;
        self.is_counting = false;
        self.ended = true;
        Ok(())
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
        let (ruleset, seed) = (&self.session.ruleset, self.session.seed);
        let game = match self.session.setup() {
            Some((setup, told)) => ruleset.game_at(&setup, told, seed),
            None => ruleset.game(None, seed),
        };
        let mut game = game.map_err(|error| error.to_string())?;
        for (index, &mv) in self.moves.iter().enumerate() {
            if Instant::now() > deadline {
                break;
            }
            let listed = game.fork().legal_moves_asked_backwards().map_err(told)?;
            if listed != self.listed[index] {
                return Err(format!(
                    "a script keeps something to itself: {} moves were legal the first time and {} the second, at move {}",
                    self.listed[index].len(),
                    listed.len(),
                    index + 1
                ));
            }
            let mut next = game.fork();
            next.play(mv).map_err(told)?;
            if (next.key(), next.board().clock()) != self.keys[index + 1] {
                let says = "a script keeps something to itself: the same move led elsewhere the second time";
                return Err(format!("{says}, move {}, {}", index + 1, self.session.moves()[index]));
            }
            game = next;
        }
        Ok(())
    }

    fn replay_afresh(&self, deadline: Instant) -> Result<(), String> {
        if Instant::now() > deadline {
            return Ok(());
        }
        let again = Session::new(self.session.ruleset.clone(), None, self.session.seed);
        let mut again = again.map_err(|error| error.to_string())?;
        again
            .follow(self.session.moves())
            .map_err(|(ply, error)| format!("the record does not replay at move {ply}: {error}"))?;
        if again.game.key() != self.session.game.key() {
            return Err("the record leads elsewhere the second time".to_string());
        }
        Ok(())
    }

    fn take_back(&mut self) -> Result<(), String> {
        while let Some(key) = self.keys.pop() {
            if self.state() != key {
                return Err("undo does not restore the position".to_string());
            }
            self.session.undo();
        }
        Ok(())
    }
}
