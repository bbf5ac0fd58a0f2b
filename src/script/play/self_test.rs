//! Self-test of rules by random games: games must end, every move must undo exactly, records must replay, and scripts
//! must give the same answers when instantiated again.
//!
//! The amount of work is limited by [`WorkCounter`], never by the clock, so that the same rules give the same report on
//! a busy machine and on an idle one.

use std::time::Instant;

use super::{PlayError, Rng, Session};
use crate::game::{HookFault, IllegalMove, Outcome};
use crate::lua::{LoadError, Ruleset, steps_spent};
use crate::rules::HookKind;
use houserule_core::mechanics::{Move, TurnState};

/// Longest test game, in moves.
pub const MAX_TRIAL_MOVES: usize = 2_000;

/// Messages about hidden state, and the functions that may have it.
const OTHER_MOVES: &str = "replaying gives different moves";
const OTHER_POSITION: &str = "replaying leads to another position";
const FILTERS: [HookKind; 3] = [HookKind::Allow, HookKind::Reject, HookKind::Moves];
const FOLLOWERS: [HookKind; 4] = [HookKind::AfterMove, HookKind::Next, HookKind::Finish, HookKind::Setup];

/// Budget of the first game, as a multiple of the whole budget: without one finished game there is no result.
const FIRST_GAME_BUDGETS: u64 = 10;

/// Result of a self-test.
#[derive(Clone, Debug, Default)]
pub struct SelfTestReport {
    /// Games played to their end.
    pub games: usize,
    /// Moves played.
    pub moves: usize,
    /// Number of games that each team won, alone or with others; a draw is won by no team.
    pub wins: Vec<usize>,
    /// First fault, if there is one.
    pub fault: Option<SelfTestFault>,
}

/// First fault, and how to reproduce it.
#[derive(Clone, Debug)]
pub struct SelfTestFault {
    /// What went wrong.
    pub trouble: SelfTestFailure,
    /// Seed of that game.
    pub seed: u64,
    /// Moves that lead there, including the one that could not be played.
    pub moves: Vec<String>,
    /// Command that reproduces it.
    pub fails: ReproCommand,
}

/// Command that reproduces a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReproCommand {
    /// Listing the moves, or playing the last one.
    Moves,
    /// Counting the points of the finished game.
    Score,
    /// Only another self-test with the same seed.
    Trial,
}

/// What can go wrong in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SelfTestFailure {
    /// A script failed.
    Script(HookFault),
    /// A script answers differently when called again: the difference, and the kinds of functions that may cause it.
    Hidden(&'static str, Vec<HookKind>),
    /// No seat has a first move.
    NoFirstMove,
    /// The game did not end within [`MAX_TRIAL_MOVES`] moves.
    Endless,
    /// The rules themselves are at fault, or this program is.
    Rules(String),
    /// The time of the whole check is up, which no ordinary amount of work exhausts.
    TooSlow,
}

impl From<HookFault> for SelfTestFailure {
    fn from(fault: HookFault) -> SelfTestFailure {
        SelfTestFailure::Script(fault)
    }
}

impl From<LoadError> for SelfTestFailure {
    fn from(error: LoadError) -> SelfTestFailure {
        match error {
            LoadError::Script(fault) => SelfTestFailure::Script(fault),
            other => SelfTestFailure::Rules(other.to_string()),
        }
    }
}

/// Limits of a self-test.
#[derive(Clone, Copy, Debug)]
pub struct SelfTestLimits {
    /// Number of games.
    pub games: usize,
    /// The first `careful` games are listed move by move, with fresh scripts, and replayed from their text.
    pub careful: usize,
    /// Work budget, in steps of scripts.
    pub work: u64,
    /// Whether the first game is played to its end whatever work that takes.
    pub must_end: bool,
    /// Time limit in addition to the work budget, for scripts whose single steps are slow. Reaching it is a fault.
    pub deadline: Instant,
}

/// Work done, in steps of scripts; native work counts as the number of steps that take about as long.
struct WorkCounter {
    own: u64,
    /// Count of steps when the self-test began.
    begun: u64,
    limit: u64,
    deadline: Instant,
}

impl WorkCounter {
    const MOVE: u64 = 500;
    const LISTED: u64 = 10;
    /// Cost of a fresh Lua state.
    const LOADED: u64 = 50_000;

    fn new(effort: &SelfTestLimits) -> WorkCounter {
        WorkCounter { own: 0, begun: steps_spent(), limit: effort.work, deadline: effort.deadline }
    }

    fn done(&self) -> u64 {
        self.own + (steps_spent() - self.begun)
    }

    fn is_done(&self) -> bool {
        self.done() > self.limit
    }

    fn spend(&mut self, work: u64) -> Result<(), SelfTestFailure> {
        self.own += work;
        if Instant::now() > self.deadline { Err(SelfTestFailure::TooSlow) } else { Ok(()) }
    }
}

/// Plays random games under some rules.
pub fn trial(ruleset: &Ruleset, effort: SelfTestLimits, seed: u64) -> SelfTestReport {
    let mut report = SelfTestReport { wins: vec![0; ruleset.plan.names.teams.len()], ..SelfTestReport::default() };
    let mut work = WorkCounter::new(&effort);
    for number in 0..effort.games {
        let is_first = number == 0 && effort.must_end;
        if number > 0 && work.is_done() {
            break;
        }
        let seed = seed.wrapping_add(number as u64);
        // A careful game is then played again quickly: both must succeed with the same seed.
        let is_careful = number < effort.careful && (number == 0 || work.done() < effort.work / 2);
        for is_careful in [is_careful, false].into_iter().skip(!is_careful as usize) {
            let mut game = match Session::new(ruleset.clone(), None, seed) {
                Ok(session) => SelfTestGame::new(session, is_first),
                Err(error) => {
                    let (trouble, moves, fails) = (error.into(), Vec::new(), ReproCommand::Moves);
                    report.fault = Some(SelfTestFault { trouble, seed, moves, fails });
                    return report;
                }
            };
            let tried = match is_careful {
                true => game.try_carefully(seed, &mut work),
                false => game.try_quickly(seed, &mut work),
            };
            if let Err(trouble) = tried {
                report.fault = Some(game.fault(trouble, seed));
                return report;
            }
            if !is_careful {
                game.count_in(&mut report);
            }
        }
    }
    report
}

/// One random game and what was observed in it.
struct SelfTestGame {
    session: Session,
    /// Whether it is the first, which is played to its end.
    is_first: bool,
    moves: Vec<Move>,
    /// Every position, including the first.
    keys: Vec<(u64, TurnState)>,
    /// Legal moves of every position, if they were listed.
    listed: Vec<Vec<Move>>,
    /// Move being played.
    trying: Option<String>,
    /// Whether the game is over and its points are being counted.
    is_counting: bool,
    /// Whether it ended within the work budget.
    ended: bool,
    outcome: Option<Outcome>,
}

impl SelfTestGame {
    fn new(session: Session, is_first: bool) -> SelfTestGame {
        SelfTestGame {
            session,
            is_first,
            moves: Vec::new(),
            keys: Vec::new(),
            listed: Vec::new(),
            trying: None,
            is_counting: false,
            ended: false,
            outcome: None,
        }
    }

    fn count_in(&self, report: &mut SelfTestReport) {
        report.moves += self.moves.len();
        report.games += self.ended as usize;
        let decided = self.outcome.iter().filter(|outcome| !outcome.is_draw());
        for team in decided.flat_map(|outcome| &outcome.winners) {
            report.wins[team.index()] += 1;
        }
    }

    fn fault(self, trouble: SelfTestFailure, seed: u64) -> SelfTestFault {
        let fails = match trouble {
            SelfTestFailure::Script(_) if self.is_counting => ReproCommand::Score,
            SelfTestFailure::Script(_) => ReproCommand::Moves,
            _ => ReproCommand::Trial,
        };
        let moves = self.session.moves().iter().cloned().chain(self.trying).collect();
        SelfTestFault { trouble, seed, moves, fails }
    }

    /// Lists every move, calls fresh scripts, and replays the record from its text under rules that were loaded again.
    fn try_carefully(&mut self, seed: u64, work: &mut WorkCounter) -> Result<(), SelfTestFailure> {
        let mut rng = Rng::new(seed);
        self.play(work, |trial, work| {
            let listed = trial.session.game.legal_moves()?;
            work.spend(WorkCounter::LISTED * listed.len() as u64)?;
            let chosen = listed.get(rng.below(listed.len().max(1))).copied();
            if let Some(mv) = chosen {
                let text = trial.session.written(mv);
                trial.listed.push(listed);
                trial.trying = Some(text.clone());
                trial.session.play(&text).map_err(|error| trial.refused(&text, error))?;
                trial.trying = None;
            }
            Ok(chosen)
        })?;
        self.ask_afresh(work)?;
        self.replay_afresh(work)?;
        self.take_back()
    }

    /// Samples moves without listing, undoes all of them, and replays the record on the same board.
    fn try_quickly(&mut self, seed: u64, work: &mut WorkCounter) -> Result<(), SelfTestFailure> {
        let mut rng = Rng::new(seed);
        self.play(work, |trial, _| {
            let drawn = trial.session.game.random_move(|bound| rng.below(bound))?;
            if let Some(mv) = drawn {
                trial.trying = Some(trial.session.written(mv));
                trial.session.play_listed(mv)?;
                trial.trying = None;
            }
            Ok(drawn)
        })?;
        let (moves, last) = (self.session.moves().to_vec(), self.state());
        self.take_back()?;
        let replayed = self.session.follow(&moves);
        replayed.map_err(|(ply, error)| self.refused(&moves[ply - 1], error))?;
        if self.state() != last { Err(self.led_elsewhere()) } else { Ok(()) }
    }

    /// Plays to the end, or until the work budget is spent.
    fn play(
        &mut self,
        work: &mut WorkCounter,
        mut step: impl FnMut(&mut SelfTestGame, &mut WorkCounter) -> Result<Option<Move>, SelfTestFailure>,
    ) -> Result<(), SelfTestFailure> {
        self.keys.push(self.state());
        let open_ended = self.session.plan().mechanic.open_ended().map(|plies| plies as usize);
        let most = open_ended.map_or(MAX_TRIAL_MOVES, |plies| plies.min(MAX_TRIAL_MOVES));
        while self.moves.len() < most {
            work.spend(WorkCounter::MOVE)?;
            if !self.is_first && work.is_done() {
                return Ok(());
            }
            if self.is_first && work.done() > work.limit.saturating_mul(FIRST_GAME_BUDGETS) {
                let moves = self.moves.len();
                return Err(SelfTestFailure::Rules(format!(
                    "the scripts take too many steps: one random game used them up after {moves} moves"
                )));
            }
            let Some(mv) = step(self, work)? else {
                return self.end();
            };
            self.moves.push(mv);
            self.keys.push(self.state());
        }
        if open_ended.is_some() {
            self.ended = true;
            return Ok(());
        }
        Err(SelfTestFailure::Endless)
    }

    /// A game without a legal move must have an outcome that can be counted, and must have had a first move.
    fn end(&mut self) -> Result<(), SelfTestFailure> {
        if self.moves.is_empty() {
            return Err(SelfTestFailure::NoFirstMove);
        }
        self.outcome = self.session.game.outcome()?;
        if self.outcome.is_none() {
            return Err(SelfTestFailure::Rules("no move is legal and the game is not over".to_string()));
        }
        self.is_counting = true;
        self.session.game.score()?;
        self.is_counting = false;
        self.ended = true;
        Ok(())
    }

    /// Everything that undo must restore.
    fn state(&self) -> (u64, TurnState) {
        (self.session.game.key(), self.session.game.board().clock())
    }

    /// Failure for a move that was listed and cannot be played: a script has hidden state, or this program is wrong.
    fn refused(&self, text: &str, error: PlayError) -> SelfTestFailure {
        match error {
            PlayError::Refused(IllegalMove::Script(fault)) => SelfTestFailure::Script(fault),
            _ if !self.session.plan().hooks.is_empty() => SelfTestFailure::Hidden(OTHER_MOVES, FILTERS.to_vec()),
            error => SelfTestFailure::Rules(format!("{text} was listed and cannot be played: {error}")),
        }
    }

    /// Failure for moves that lead to another position when repeated.
    fn led_elsewhere(&self) -> SelfTestFailure {
        match self.session.plan().hooks.is_empty() {
            true => SelfTestFailure::Rules("the record leads elsewhere the second time".to_string()),
            false => SelfTestFailure::Hidden(OTHER_POSITION, FOLLOWERS.to_vec()),
        }
    }

    /// Replays the game with freshly loaded scripts at every move, asked in reverse order, which reveals hidden state.
    fn ask_afresh(&self, work: &mut WorkCounter) -> Result<(), SelfTestFailure> {
        if self.session.plan().hooks.is_empty() {
            return Ok(());
        }
        let mut game = self.session.ruleset.game(None, self.session.seed)?;
        for (index, &mv) in self.moves.iter().enumerate() {
            if work.is_done() {
                break;
            }
            work.spend(2 * WorkCounter::LOADED + WorkCounter::LISTED * self.listed[index].len() as u64)?;
            if game.fork().legal_moves_asked_backwards()? != self.listed[index] {
                return Err(SelfTestFailure::Hidden(OTHER_MOVES, FILTERS.to_vec()));
            }
            let mut next = game.fork();
            next.play(mv)?;
            if (next.key(), next.board().clock()) != self.keys[index + 1] {
                return Err(self.led_elsewhere());
            }
            game = next;
        }
        Ok(())
    }

    fn replay_afresh(&self, work: &mut WorkCounter) -> Result<(), SelfTestFailure> {
        if work.is_done() {
            return Ok(());
        }
        work.spend(WorkCounter::LOADED + WorkCounter::MOVE * self.moves.len() as u64)?;
        let mut again = Session::new(self.session.ruleset.clone(), None, self.session.seed)?;
        let moves = self.session.moves();
        again.follow(moves).map_err(|(ply, error)| self.refused(&moves[ply - 1], error))?;
        if again.game.key() != self.session.game.key() { Err(self.led_elsewhere()) } else { Ok(()) }
    }

    fn take_back(&mut self) -> Result<(), SelfTestFailure> {
        while let Some(key) = self.keys.pop() {
            if self.state() != key {
                return Err(SelfTestFailure::Rules("undo does not restore the position".to_string()));
            }
            self.session.undo();
        }
        Ok(())
    }
}
