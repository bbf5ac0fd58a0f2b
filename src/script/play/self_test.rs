//! Self-test of rules by random games: games must end, every move must undo exactly, records must replay, and scripts
//! must give the same answers when instantiated again.
//!
//! The amount of work is limited by [`WorkCounter`], never by the clock, so that the same rules give the same report on
//! a busy machine and on an idle one.

use super::{PlayError, Rng, Session};
use crate::game::{HookFault, IllegalMove, Outcome};
use crate::lua::{LoadError, Ruleset, steps_spent};
use crate::matches::GameScore;
use crate::rules::HookKind;
use houserule_core::mechanics::{Move, TurnState};

/// Longest test game, in moves.
pub const MAX_TEST_MOVES: usize = 2_000;

/// Messages about hidden state, and the hooks that may have it.
const OTHER_MOVES: &str = "replaying gives different moves";
const OTHER_POSITION: &str = "replaying leads to another position";
const FILTER_HOOKS: [HookKind; 3] = [HookKind::Allow, HookKind::Reject, HookKind::Moves];
const EFFECT_HOOKS: [HookKind; 4] = [HookKind::AfterMove, HookKind::Next, HookKind::Finish, HookKind::Setup];

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
    /// Results of these games, if scripts declare how they add up in a match.
    pub scores: Vec<GameScore>,
    /// First fault, if there is one.
    pub fault: Option<SelfTestFault>,
}

/// First fault, and how to reproduce it.
#[derive(Clone, Debug)]
pub struct SelfTestFault {
    /// What went wrong.
    pub failure: SelfTestFailure,
    /// Seed of that game.
    pub seed: u64,
    /// Moves that lead there, including the one that could not be played.
    pub moves: Vec<String>,
    /// Command that reproduces it.
    pub command: ReproCommand,
}

/// Command that reproduces a fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReproCommand {
    /// Listing the moves, or playing the last one.
    Moves,
    /// Counting the points of the finished game.
    Score,
    /// Only another self-test with the same seed.
    SelfTest,
}

/// What can go wrong in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SelfTestFailure {
    /// A script failed.
    Script(HookFault),
    /// A script answers differently when called again: the difference, and the kinds of hooks that may cause it.
    Hidden(&'static str, Vec<HookKind>),
    /// No seat has a first move.
    NoFirstMove,
    /// The game did not end within [`MAX_TEST_MOVES`] moves.
    Endless,
    /// The rules themselves are at fault, or this program is.
    Rules(String),
    /// The deadline of the whole check has passed, which no ordinary amount of work causes.
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
#[derive(Clone, Copy)]
pub struct SelfTestLimits<'a> {
    /// Number of games.
    pub games: usize,
    /// The first `careful` games are listed move by move, with fresh scripts, and replayed from their text.
    pub careful: usize,
    /// Work budget, in steps of scripts.
    pub work: u64,
    /// Whether the first game is played to its end whatever work that takes.
    pub must_end: bool,
    /// Whether a time limit has passed, in addition to the work budget, for scripts whose single steps are slow. Reaching
    /// it is a fault.
    pub is_late: &'a dyn Fn() -> bool,
}

/// Work done, in steps of scripts; native work counts as the number of steps that take about as long.
struct WorkCounter<'a> {
    native: u64,
    /// Count of steps when the self-test began.
    start_steps: u64,
    limit: u64,
    is_late: &'a dyn Fn() -> bool,
}

impl<'a> WorkCounter<'a> {
    const MOVE_COST: u64 = 500;
    const LISTING_COST: u64 = 10;
    /// Cost of a fresh Lua state.
    const LOADING_COST: u64 = 50_000;

    fn new(limits: &SelfTestLimits<'a>) -> WorkCounter<'a> {
        WorkCounter { native: 0, start_steps: steps_spent(), limit: limits.work, is_late: limits.is_late }
    }

    fn spent(&self) -> u64 {
        self.native + (steps_spent() - self.start_steps)
    }

    fn is_spent(&self) -> bool {
        self.spent() > self.limit
    }

    fn spend(&mut self, work: u64) -> Result<(), SelfTestFailure> {
        self.native += work;
        if (self.is_late)() { Err(SelfTestFailure::TooSlow) } else { Ok(()) }
    }
}

/// Plays random games under some rules.
pub fn run_self_test(ruleset: &Ruleset, limits: SelfTestLimits, seed: u64) -> SelfTestReport {
    let mut report = SelfTestReport { wins: vec![0; ruleset.plan.names.teams.len()], ..SelfTestReport::default() };
    let mut work = WorkCounter::new(&limits);
    for number in 0..limits.games {
        let is_first = number == 0 && limits.must_end;
        if number > 0 && work.is_spent() {
            break;
        }
        let seed = seed.wrapping_add(number as u64);
        // A careful game is also played quickly: both must succeed with the same seed.
        let is_careful = number < limits.careful && (number == 0 || work.spent() < limits.work / 2);
        for is_careful in [is_careful, false].into_iter().skip(usize::from(!is_careful)) {
            let mut game = match Session::new(ruleset.clone(), None, seed) {
                Ok(session) => SelfTestGame::new(session, is_first),
                Err(error) => {
                    let (failure, moves, command) = (error.into(), Vec::new(), ReproCommand::Moves);
                    report.fault = Some(SelfTestFault { failure, seed, moves, command });
                    return report;
                }
            };
            let result = match is_careful {
                true => game.play_carefully(seed, &mut work),
                false => game.play_quickly(seed, &mut work),
            };
            if let Err(failure) = result {
                report.fault = Some(game.fault(failure, seed));
                return report;
            }
            if !is_careful {
                game.add_to(&mut report);
                report.scores.extend(game.score);
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
    states: Vec<(u64, TurnState)>,
    /// Legal moves of every position, if they were listed.
    listed: Vec<Vec<Move>>,
    /// Move being played.
    pending_move: Option<String>,
    /// Whether the game is over and its points are being counted.
    is_counting: bool,
    /// Whether it ended within the work budget.
    has_ended: bool,
    outcome: Option<Outcome>,
    score: Option<GameScore>,
}

impl SelfTestGame {
    fn new(session: Session, is_first: bool) -> SelfTestGame {
        SelfTestGame {
            session,
            is_first,
            moves: Vec::new(),
            states: Vec::new(),
            listed: Vec::new(),
            pending_move: None,
            is_counting: false,
            has_ended: false,
            outcome: None,
            score: None,
        }
    }

    fn add_to(&self, report: &mut SelfTestReport) {
        report.moves += self.moves.len();
        report.games += usize::from(self.has_ended);
        let decisive = self.outcome.iter().filter(|outcome| !outcome.is_draw());
        for team in decisive.flat_map(|outcome| &outcome.winners) {
            report.wins[team.index()] += 1;
        }
    }

    fn fault(self, failure: SelfTestFailure, seed: u64) -> SelfTestFault {
        let command = match failure {
            SelfTestFailure::Script(_) if self.is_counting => ReproCommand::Score,
            SelfTestFailure::Script(_) => ReproCommand::Moves,
            _ => ReproCommand::SelfTest,
        };
        let moves = self.session.moves().iter().cloned().chain(self.pending_move).collect();
        SelfTestFault { failure, seed, moves, command }
    }

    /// Lists every move, calls fresh scripts, and replays the record from its text under rules that were loaded again.
    fn play_carefully(&mut self, seed: u64, work: &mut WorkCounter) -> Result<(), SelfTestFailure> {
        let mut rng = Rng::new(seed);
        self.play(work, |test, work| {
            let listed = test.session.game.legal_moves()?;
            work.spend(WorkCounter::LISTING_COST * listed.len() as u64)?;
            let chosen = listed.get(rng.below(listed.len().max(1))).copied();
            if let Some(mv) = chosen {
                let text = test.session.move_text(mv);
                test.listed.push(listed);
                test.pending_move = Some(text.clone());
                test.session.play(&text).map_err(|error| test.play_failure(&text, error))?;
                test.pending_move = None;
            }
            Ok(chosen)
        })?;
        self.check_fresh_scripts(work)?;
        self.check_replay(work)?;
        self.check_undo()
    }

    /// Samples moves without listing, undoes all of them, and replays the record on the same board.
    fn play_quickly(&mut self, seed: u64, work: &mut WorkCounter) -> Result<(), SelfTestFailure> {
        let mut rng = Rng::new(seed);
        self.play(work, |test, _| {
            let sampled = test.session.game.random_move(|bound| rng.below(bound))?;
            if let Some(mv) = sampled {
                test.pending_move = Some(test.session.move_text(mv));
                test.session.play_listed(mv)?;
                test.pending_move = None;
            }
            Ok(sampled)
        })?;
        let (moves, final_state) = (self.session.moves().to_vec(), self.state());
        self.check_undo()?;
        let result = self.session.play_all(&moves);
        result.map_err(|(ply, error)| self.play_failure(&moves[ply - 1], error))?;
        if self.state() != final_state { Err(self.position_failure()) } else { Ok(()) }
    }

    /// Plays to the end, or until the work budget is spent.
    fn play(
        &mut self,
        work: &mut WorkCounter,
        mut step: impl FnMut(&mut SelfTestGame, &mut WorkCounter) -> Result<Option<Move>, SelfTestFailure>,
    ) -> Result<(), SelfTestFailure> {
        self.states.push(self.state());
        let open_ended = self.session.plan().mechanic.playout_limit().map(|plies| plies as usize);
        let max_moves = open_ended.map_or(MAX_TEST_MOVES, |plies| plies.min(MAX_TEST_MOVES));
        while self.moves.len() < max_moves {
            work.spend(WorkCounter::MOVE_COST)?;
            if !self.is_first && work.is_spent() {
                return Ok(());
            }
            if self.is_first && work.spent() > work.limit.saturating_mul(FIRST_GAME_BUDGETS) {
                let moves = self.moves.len();
                return Err(SelfTestFailure::Rules(format!(
                    "the scripts take too many steps: the limit for one random game was reached after {moves} moves"
                )));
            }
            let Some(mv) = step(self, work)? else { return self.end() };
            self.moves.push(mv);
            self.states.push(self.state());
        }
        if open_ended.is_some() {
            self.has_ended = true;
            return Ok(());
        }
        Err(SelfTestFailure::Endless)
    }

    /// Ends a game without a legal move, which must have an outcome that can be counted and must have had a first move.
    fn end(&mut self) -> Result<(), SelfTestFailure> {
        if self.moves.is_empty() {
            return Err(SelfTestFailure::NoFirstMove);
        }
        self.outcome = self.session.game.outcome()?;
        if self.outcome.is_none() {
            return Err(SelfTestFailure::Rules("no move is legal, but the game is not over".to_string()));
        }
        self.is_counting = true;
        self.session.game.score()?;
        if self.session.plan().match_rules.is_declared() {
            self.score = GameScore::of_session(&mut self.session)?;
        }
        self.is_counting = false;
        self.has_ended = true;
        Ok(())
    }

    /// Everything that undo must restore.
    fn state(&self) -> (u64, TurnState) {
        (self.session.game.position_hash(), self.session.game.board().turn_state())
    }

    /// Failure for a move that was listed and cannot be played: a script has hidden state, or this program is wrong.
    fn play_failure(&self, text: &str, error: PlayError) -> SelfTestFailure {
        match error {
            PlayError::Illegal(IllegalMove::Script(fault)) => SelfTestFailure::Script(fault),
            _ if !self.session.plan().hooks.is_empty() => SelfTestFailure::Hidden(OTHER_MOVES, FILTER_HOOKS.to_vec()),
            error => SelfTestFailure::Rules(format!("{text} was listed as legal but cannot be played: {error}")),
        }
    }

    /// Failure for moves that lead to another position when repeated.
    fn position_failure(&self) -> SelfTestFailure {
        match self.session.plan().hooks.is_empty() {
            true => SelfTestFailure::Rules("replaying the record leads to another position".to_string()),
            false => SelfTestFailure::Hidden(OTHER_POSITION, EFFECT_HOOKS.to_vec()),
        }
    }

    /// Replays the game with freshly loaded scripts at every move, called in reverse order, which reveals hidden state.
    fn check_fresh_scripts(&self, work: &mut WorkCounter) -> Result<(), SelfTestFailure> {
        if self.session.plan().hooks.is_empty() {
            return Ok(());
        }
        let mut game = self.session.ruleset.game(None, self.session.seed)?;
        for (index, &mv) in self.moves.iter().enumerate() {
            if work.is_spent() {
                break;
            }
            work.spend(2 * WorkCounter::LOADING_COST + WorkCounter::LISTING_COST * self.listed[index].len() as u64)?;
            if game.fork().legal_moves_reversed()? != self.listed[index] {
                return Err(SelfTestFailure::Hidden(OTHER_MOVES, FILTER_HOOKS.to_vec()));
            }
            let mut next = game.fork();
            next.play(mv)?;
            if (next.position_hash(), next.board().turn_state()) != self.states[index + 1] {
                return Err(self.position_failure());
            }
            game = next;
        }
        Ok(())
    }

    fn check_replay(&self, work: &mut WorkCounter) -> Result<(), SelfTestFailure> {
        if work.is_spent() {
            return Ok(());
        }
        work.spend(WorkCounter::LOADING_COST + WorkCounter::MOVE_COST * self.moves.len() as u64)?;
        let mut replayed = Session::new(self.session.ruleset.clone(), None, self.session.seed)?;
        let moves = self.session.moves();
        replayed.play_all(moves).map_err(|(ply, error)| self.play_failure(&moves[ply - 1], error))?;
        if replayed.game.position_hash() != self.session.game.position_hash() {
            Err(self.position_failure())
        } else {
            Ok(())
        }
    }

    fn check_undo(&mut self) -> Result<(), SelfTestFailure> {
        while let Some(state) = self.states.pop() {
            if self.state() != state {
                return Err(SelfTestFailure::Rules("undo does not restore the position".to_string()));
            }
            self.session.undo();
        }
        Ok(())
    }
}
