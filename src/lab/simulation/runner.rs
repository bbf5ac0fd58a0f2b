//! Plays the games of an experiment: random numbers, bots and what is recorded.

use std::ops::ControlFlow;

use crate::bot::{Bot, BotName, SearchObserver, SearchProgress, SearchRequest};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{Move, Seat, Team};
use houserule_core::points::Points;
use houserule_core::rng::{Rng, mix};
use houserule_script::game::{Game, HookFault, Outcome};
use houserule_script::lua::LoadError;
use houserule_script::notation::record::MatchPart;
use houserule_script::play::Session;

use super::experiment::{Experiment, GameResult, game_seed};
use super::rule_impact::{self, RuleImpact};
use super::scheduler::TurnScheduler;
use super::trace::TraceStats;

/// Every nth random game is traced move by move: random games are many and fast, and the others need only their result.
const TRACE_INTERVAL: u64 = 32;

/// Interval of traced random games if rules are sampled.
const RULE_SAMPLE_INTERVAL: u64 = 8;

impl Experiment {
    /// Creates a worker that plays games of the experiment.
    pub fn runner(&self) -> GameRunner<'_> {
        let seats = Seat::all(self.seats());
        let bots_at = |number: usize| seats.clone().map(|seat| self.bot_at(seat, number as u64)).collect();
        GameRunner { experiment: self, game: None, rotation: (0..self.seats()).map(bots_at).collect() }
    }
}

/// Plays the games of an experiment on one board.
pub struct GameRunner<'a> {
    pub(super) experiment: &'a Experiment,
    /// Game at its start, if every game starts alike.
    game: Option<Game>,
    /// Index of the bot at each seat, in as many games as it takes until the bots are back at their seats.
    rotation: Vec<Vec<usize>>,
}

/// Board of a game: a bare game, or a session that can be recorded.
enum RunnerBoard {
    Game(Box<Game>),
    Session(Box<Session>),
}

impl RunnerBoard {
    fn game(&mut self) -> &mut Game {
        match self {
            RunnerBoard::Game(game) => game,
            RunnerBoard::Session(session) => &mut session.game,
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), HookFault> {
        match self {
            RunnerBoard::Game(game) => game.play(mv),
            RunnerBoard::Session(session) => session.play_listed(mv),
        }
    }
}

/// One game to play.
pub(super) struct GameOrder<'a> {
    /// Number of the game or match in the experiment.
    pub number: u64,
    pub seed: u64,
    /// Index of the bot at each seat.
    pub bots: &'a [usize],
    /// Note in its record.
    pub in_match: Option<MatchPart>,
}

impl GameRunner<'_> {
    /// Plays game or match `number`; `None` if `stop` returned `true` meanwhile. It depends only on the seed and the
    /// number, unless a script has hidden state.
    pub fn play(&mut self, number: u64, stop: &dyn Fn() -> bool) -> Result<Option<GameResult>, LoadError> {
        let experiment = self.experiment;
        if let Some(terms) = &experiment.match_terms {
            return self.play_match(terms, number, stop);
        }
        let rotation = std::mem::take(&mut self.rotation);
        let bots = &rotation[(number % rotation.len() as u64) as usize];
        let order = GameOrder { number, seed: game_seed(experiment.seed, number), bots, in_match: None };
        let result = self.play_game(&order, stop, |_| Ok(()));
        self.rotation = rotation;
        result
    }

    /// Plays one game and calls `at_end` with it.
    pub(super) fn play_game(
        &mut self,
        order: &GameOrder,
        stop: &dyn Fn() -> bool,
        at_end: impl FnOnce(&mut Game) -> Result<(), HookFault>,
    ) -> Result<Option<GameResult>, LoadError> {
        let experiment = self.experiment;
        let mut rng = Rng::new(mix(order.seed));
        let mut board = self.board(order.seed)?;
        let scheduler = TurnScheduler::of(&experiment.ruleset.plan);
        let needs_no_trace = experiment.is_random() && scheduler.is_none() && experiment.record_file.is_none();
        let interval = if experiment.samples_rules { RULE_SAMPLE_INTERVAL } else { TRACE_INTERVAL };
        let (mut rule_impact, mut move_hash) = (None, None);
        let trace = if needs_no_trace && !order.number.is_multiple_of(interval) {
            let playout = board.game().playout(experiment.max_moves, |bound| rng.below(bound));
            playout?;
            None
        } else {
            let impact = experiment.samples_rules.then(|| RuleImpact::new(&experiment.ruleset.plan));
            let mut traced =
                TracedGame { experiment, order, scheduler, trace: TraceStats::default(), impact, move_hash: 0 };
            if !traced.play(&mut board, &mut rng, stop)? {
                return Ok(None);
            }
            rule_impact = traced.impact;
            // Random bots repeat a game only by chance.
            move_hash = (!experiment.bots().contains(&BotName::Random)).then_some(traced.move_hash);
            Some(traced.trace)
        };
        let game = board.game();
        if let Some(impact) = &mut rule_impact {
            impact.count_hooks(game);
        }
        let outcome = game.outcome()?;
        let points = match &outcome {
            Some(outcome) if experiment.has_points() => Some(seated_points(game, outcome)?),
            _ => None,
        };
        let mut result = GameResult {
            points,
            games: None,
            moves: game.move_count() as u32,
            is_partial: outcome.as_ref().is_some_and(|outcome| outcome.solitaire_result() == Some("partial")),
            outcome: outcome.map(|outcome| (seated_teams(game, outcome.winners), outcome.reason)),
            move_hash,
            trace,
            rule_impact,
            record: None,
        };
        at_end(game)?;
        result.record = self.recycle(board, order)?;
        Ok(Some(result))
    }

    /// Keeps an unrecorded board for the next game, and returns the record of a recorded one.
    fn recycle(&mut self, board: RunnerBoard, order: &GameOrder) -> Result<Option<String>, LoadError> {
        match board {
            RunnerBoard::Game(mut game) => {
                game.undo_all();
                self.game = Some(*game);
                Ok(None)
            }
            RunnerBoard::Session(mut session) => {
                let experiment = self.experiment;
                let name = experiment.record_file.as_deref().unwrap_or_default();
                let mut record = session.record()?;
                record.seats = order.bots.iter().map(|bot| experiment.bots()[*bot].to_string()).collect();
                record.in_match = order.in_match.clone();
                Ok(Some(session.format_record(&record, name)?))
            }
        }
    }

    /// Returns the board for a game: a new deal if there is chance, otherwise the board of the last game.
    fn board(&mut self, seed: u64) -> Result<RunnerBoard, LoadError> {
        let ruleset = &self.experiment.ruleset;
        if self.experiment.record_file.is_some() {
            return Ok(RunnerBoard::Session(Box::new(Session::new(ruleset.clone(), None, seed)?)));
        }
        let game = match self.game.take() {
            None => ruleset.game(None, seed)?,
            Some(mut game) => {
                if ruleset.plan.mechanic.has_chance() {
                    game.restart(seed)?;
                }
                game
            }
        };
        Ok(RunnerBoard::Game(Box::new(game)))
    }
}

/// Game that is traced move by move.
struct TracedGame<'a> {
    experiment: &'a Experiment,
    order: &'a GameOrder<'a>,
    scheduler: Option<TurnScheduler>,
    trace: TraceStats,
    /// Impact of the rules, if it is sampled.
    impact: Option<RuleImpact>,
    /// Hash of the moves so far.
    move_hash: u64,
}

impl TracedGame<'_> {
    /// Plays to the end or to the maximum length; `false` if it was stopped.
    fn play(&mut self, board: &mut RunnerBoard, rng: &mut Rng, stop: &dyn Fn() -> bool) -> Result<bool, HookFault> {
        let experiment = self.experiment;
        let names = self.order.bots.iter().map(|bot| &experiment.bots()[*bot]);
        let mut bots: IndexVec<Seat, Option<Box<dyn Bot>>> =
            names.map(|name| (*name != BotName::Random).then(|| name.create())).collect();
        self.trace.games = 1;
        while board.game().move_count() < experiment.max_moves {
            if stop() {
                return Ok(false);
            }
            let game = board.game();
            let legal_moves = game.legal_moves()?;
            if legal_moves.is_empty() {
                break;
            }
            self.trace.observe(game, &legal_moves);
            if let Some(impact) = &mut self.impact
                && (game.move_count() as u64)
                    .wrapping_add(mix(self.order.number))
                    .is_multiple_of(rule_impact::SAMPLE_INTERVAL)
            {
                impact.sample(game, self.order.number)?;
            }
            let (seat, own_moves) = match &mut self.scheduler {
                None => (game.seat(), None),
                Some(scheduler) => match scheduler.next_seat(&legal_moves, |mv| game.mover_of(mv), rng) {
                    Some((seat, own_moves)) => (seat, Some(own_moves)),
                    None => break,
                },
            };
            let mut deadline = StopObserver { stop, is_over: false };
            // In a race, `own_moves` are the moves of the seat.
            let chosen = match (&mut bots[game.player(seat)], own_moves) {
                (Some(bot), _) => bot.search(game, rng, SearchRequest::new(seat, &mut deadline)),
                (None, Some(own_moves)) => Ok(Some(own_moves[rng.below(own_moves.len())])),
                (None, None) => game.random_move(|bound| rng.below(bound)),
            };
            // The choice of an interrupted search is not the bot's move, and its error not the bot's.
            if deadline.is_over {
                return Ok(false);
            }
            let Some(mv) = chosen? else { break };
            self.move_hash = mix(self.move_hash ^ mv.0);
            board.play(mv)?;
        }
        Ok(true)
    }
}

/// Returns the teams at which the winners started. They differ from the winning teams after players have swapped sides.
fn seated_teams(game: &Game, teams: Vec<Team>) -> Vec<Team> {
    let mut seated: Vec<Team> = teams.into_iter().map(|team| game.seated_team(team)).collect();
    seated.sort_unstable();
    seated
}

/// Returns the points of every team, by the team at which its players started.
fn seated_points(game: &mut Game, outcome: &Outcome) -> Result<Vec<Points>, HookFault> {
    let points = game.final_points(outcome)?;
    Ok(Team::all(points.len()).map(|team| Points::clamped(points[game.seated_team(team).index()])).collect())
}

/// Observer that stops a search when the run is stopped, because a single move may outlast the time of the run.
struct StopObserver<'a> {
    stop: &'a dyn Fn() -> bool,
    is_over: bool,
}

impl SearchObserver for StopObserver<'_> {
    fn on_progress(&mut self, _: &dyn Fn() -> SearchProgress) -> ControlFlow<()> {
        self.is_over |= (self.stop)();
        if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
