//! One game of an experiment: seating, random numbers, play and what is recorded.

use std::ops::ControlFlow;

use crate::bot::{Bot, BotName, SearchObserver, SearchProgress, SearchRequest};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{Move, Seat, Team};
use houserule_core::rng::{Rng, mix};
use houserule_core::text::plural;
use houserule_script::game::{BotError, Game, HookFault, Outcome};
use houserule_script::lua::{LoadError, Ruleset};
use houserule_script::play::Session;

use super::points::{PointTally, to_parts};
use super::rule_impact::{self, RuleImpact};
use super::scheduler::TurnScheduler;
use super::trace::TraceStats;

/// Default maximum number of moves.
pub const MAX_GAME_LEN: usize = 10_000;

/// Every nth random game is traced move by move: random games are many and fast, and the others need only their result.
const TRACE_INTERVAL: u64 = 32;

/// Interval of traced random games if rules are sampled.
const RULE_SAMPLE_INTERVAL: u64 = 8;

/// Experiment: rules, bots and seed.
pub struct Experiment {
    pub ruleset: Ruleset,
    /// One per seat.
    bots: Vec<BotName>,
    pub seed: u64,
    /// Number of moves after which a game is stopped.
    pub max_moves: usize,
    /// File name for the records of games, if they are kept; it determines the format.
    pub record_file: Option<String>,
    /// Whether the rules are judged in a sample of positions.
    pub samples_rules: bool,
    has_points: bool,
}

/// Result of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// Winning teams and the rule that ended the game; `None` if it was stopped.
    pub outcome: Option<(Vec<Team>, String)>,
    /// Whether a solitaire was a partial success.
    pub is_partial: bool,
    /// Points of every team of a finished game, by the team at which its players started, in parts of a point; `None` if
    /// the game has none.
    pub points: Option<Vec<i64>>,
    pub moves: u32,
    /// Hash of the moves, unless a bot plays at random: equal games have equal hashes.
    pub move_hash: Option<u64>,
    /// Statistics of a traced game.
    pub trace: Option<TraceStats>,
    /// Impact of each rule, if it was sampled.
    pub rule_impact: Option<RuleImpact>,
    pub record: Option<String>,
}

impl Experiment {
    /// Assigns the bots to the seats in turn, starting over if there are more seats.
    pub fn new(ruleset: Ruleset, bots: &[BotName], seed: u64) -> Result<Experiment, BotError> {
        let seats = ruleset.plan.names.seats.len();
        if bots.len() > seats {
            bail!("too many bots: {} for {} of {}", bots.len(), plural(seats, "seat"), ruleset.reference);
        }
        bots.iter().try_for_each(|bot| bot.supports(&ruleset.plan))?;
        let bots = bots.iter().map(|bot| bot.resolve(&ruleset)).collect::<Result<Vec<_>, _>>()?;
        let bots: Vec<BotName> = bots.iter().cycle().take(seats).cloned().collect();
        let max_moves =
            ruleset.plan.mechanic.playout_limit().map_or(MAX_GAME_LEN, |plies| MAX_GAME_LEN.min(plies as usize));
        let has_points = ruleset.plan.has_points();
        Ok(Experiment { ruleset, bots, seed, max_moves, record_file: None, samples_rules: false, has_points })
    }

    /// Returns the index of the bot at a seat: bots rotate by one seat from game to game.
    pub fn bot_at(&self, seat: Seat, number: u64) -> usize {
        (seat.index() + (number % self.bots.len() as u64) as usize) % self.bots.len()
    }

    fn bot_name_at(&self, seat: Seat, number: u64) -> &BotName {
        &self.bots[self.bot_at(seat, number)]
    }

    /// Returns the index of the first bot with the same name as the bot at a seat; see [`bot_at`](Experiment::bot_at).
    pub fn same_bot_at(&self, seat: Seat, number: u64) -> usize {
        let bot = self.bot_at(seat, number);
        self.bots.iter().position(|other| *other == self.bots[bot]).unwrap_or(bot)
    }

    pub fn seats(&self) -> usize {
        self.bots.len()
    }

    /// Returns the maximum number of script instances per worker: those of the board, of a search, and of the bots.
    pub fn max_script_instances(&self) -> usize {
        let bots = self.bots.iter().filter(|bot| matches!(bot, BotName::Script(_))).count();
        if self.ruleset.plan.hooks.is_empty() { bots } else { 2 + bots }
    }

    /// Returns whether finished games have points.
    pub fn has_points(&self) -> bool {
        self.has_points
    }

    /// Creates an empty tally of points.
    pub(super) fn point_tally(&self) -> PointTally {
        let bots = if self.has_different_bots() { self.bots.len() } else { 0 };
        PointTally::new(self.ruleset.plan.names.teams.len(), bots)
    }

    pub fn has_different_bots(&self) -> bool {
        self.bots.iter().any(|bot| *bot != self.bots[0])
    }

    pub fn is_random(&self) -> bool {
        self.bots.iter().all(|bot| *bot == BotName::Random)
    }

    /// Creates a worker that plays games of the experiment.
    pub fn runner(&self) -> GameRunner<'_> {
        GameRunner { experiment: self, game: None }
    }
}

/// Plays the games of an experiment on one board.
pub struct GameRunner<'a> {
    experiment: &'a Experiment,
    /// Game at its start, if every game starts alike.
    game: Option<Game>,
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

impl GameRunner<'_> {
    /// Plays game `number`; `None` if `stop` returned `true` meanwhile. The game depends only on the seed and the
    /// number, unless a script has hidden state.
    pub fn play(&mut self, number: u64, stop: &dyn Fn() -> bool) -> Result<Option<GameResult>, LoadError> {
        let experiment = self.experiment;
        let seed = game_seed(experiment.seed, number);
        let mut rng = Rng::new(mix(seed));
        let mut board = self.board(seed)?;
        let scheduler = TurnScheduler::of(&experiment.ruleset.plan);
        let needs_no_trace = experiment.is_random() && scheduler.is_none() && experiment.record_file.is_none();
        let interval = if experiment.samples_rules { RULE_SAMPLE_INTERVAL } else { TRACE_INTERVAL };
        let (mut rule_impact, mut move_hash) = (None, None);
        let trace = if needs_no_trace && !number.is_multiple_of(interval) {
            let playout = board.game().playout(experiment.max_moves, |bound| rng.below(bound));
            playout?;
            None
        } else {
            let impact = experiment.samples_rules.then(|| RuleImpact::new(&experiment.ruleset.plan));
            let mut traced =
                TracedGame { experiment, number, scheduler, trace: TraceStats::default(), impact, move_hash: 0 };
            if !traced.play(&mut board, &mut rng, stop)? {
                return Ok(None);
            }
            rule_impact = traced.impact;
            // Random bots repeat a game only by chance.
            move_hash = (!experiment.bots.contains(&BotName::Random)).then_some(traced.move_hash);
            Some(traced.trace)
        };
        let game = board.game();
        if let Some(impact) = &mut rule_impact {
            impact.count_hooks(game);
        }
        let outcome = game.outcome()?;
        let points = match &outcome {
            Some(outcome) if experiment.has_points => Some(seated_points(game, outcome)?),
            _ => None,
        };
        let mut result = GameResult {
            points,
            moves: game.move_count() as u32,
            is_partial: outcome.as_ref().is_some_and(|outcome| outcome.solitaire_result() == Some("partial")),
            outcome: outcome.map(|outcome| (seated_teams(game, outcome.winners), outcome.reason)),
            move_hash,
            trace,
            rule_impact,
            record: None,
        };
        result.record = self.recycle(board, number)?;
        Ok(Some(result))
    }

    /// Keeps an unrecorded board for the next game, and returns the record of a recorded one.
    fn recycle(&mut self, board: RunnerBoard, number: u64) -> Result<Option<String>, LoadError> {
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
                let seats = Seat::all(experiment.seats());
                record.seats = seats.map(|seat| experiment.bot_name_at(seat, number).to_string()).collect();
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
    number: u64,
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
        let mut bots: IndexVec<Seat, Option<Box<dyn Bot>>> = Seat::all(experiment.seats())
            .map(|seat| experiment.bot_name_at(seat, self.number))
            .map(|name| (*name != BotName::Random).then(|| name.create()))
            .collect();
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
                    .wrapping_add(mix(self.number))
                    .is_multiple_of(rule_impact::SAMPLE_INTERVAL)
            {
                impact.sample(game, self.number)?;
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

/// Returns the points of every team in parts of a point, by the team at which its players started.
fn seated_points(game: &mut Game, outcome: &Outcome) -> Result<Vec<i64>, HookFault> {
    let points = game.final_points(outcome)?;
    Ok(Team::all(points.len()).map(|team| to_parts(points[game.seated_team(team).index()])).collect())
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

/// Returns the seed of one game.
pub(super) fn game_seed(seed: u64, number: u64) -> u64 {
    mix(mix(seed) ^ number)
}
