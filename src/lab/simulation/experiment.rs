//! One game of an experiment: seating, random numbers, play and what is recorded.

use std::ops::ControlFlow;

use crate::bot::{Bot, BotName, SearchObserver, SearchProgress, SearchRequest};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{Move, Seat, Team};
use houserule_core::rng::{Rng, mixed};
use houserule_script::game::{BotError, Game, HookFault};
use houserule_script::lua::{LoadError, Ruleset};
use houserule_script::play::Session;

use super::rule_impact::{self, RuleImpact};
use super::scheduler::TurnScheduler;
use super::trace::TraceStats;

/// Default maximum number of moves.
pub const MAX_GAME_LEN: usize = 10_000;

/// Random games are many and fast: every nth is traced move by move, the others only at their end.
const TRACE_INTERVAL: u64 = 32;

/// Every nth of these where rules are sampled for what they forbid.
const RULE_SAMPLE_INTERVAL: u64 = 8;

/// Experiment: rules, bots and seed.
pub struct Experiment {
    pub ruleset: Ruleset,
    /// One per seat.
    bots: Vec<BotName>,
    pub seed: u64,
    /// Number of moves after which a game is stopped.
    pub max_moves: usize,
    /// File name for records of every game, if they are kept.
    pub records: Option<String>,
    /// Whether a sample of positions is checked for what the rules forbid.
    pub asks_why: bool,
}

/// Result of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// The teams that won and what ended the game; none if it was broken off.
    pub outcome: Option<(Vec<Team>, String)>,
    /// Whether a solitaire was a partial success.
    pub is_partial: bool,
    pub moves: u32,
    /// Hash of its moves, if they depend on the bots alone: equal games have equal hashes.
    pub course: Option<u64>,
    /// Statistics of a traced game.
    pub trace: Option<TraceStats>,
    /// Impact of each rule, if it was sampled.
    pub mattered: Option<RuleImpact>,
    pub record: Option<String>,
}

impl Experiment {
    /// Assigns the bots to the seats in turn, starting over if there are more seats.
    pub fn new(ruleset: Ruleset, bots: &[BotName], seed: u64) -> Result<Experiment, BotError> {
        let seats = ruleset.plan.names.seats.len();
        if bots.len() > seats {
            bail!("{} bots do not fit in the {seats} seats of {}; name at most {seats}", bots.len(), ruleset.reference);
        }
        bots.iter().try_for_each(|bot| bot.supports(&ruleset.plan))?;
        let bots = bots.iter().map(|bot| bot.resolve(&ruleset)).collect::<Result<Vec<_>, _>>()?;
        let bots: Vec<BotName> = bots.iter().cycle().take(seats).cloned().collect();
        let longest = ruleset.plan.mechanic.open_ended().map_or(MAX_GAME_LEN, |most| MAX_GAME_LEN.min(most as usize));
        Ok(Experiment { ruleset, bots, seed, max_moves: longest, records: None, asks_why: false })
    }

    /// Bot at a seat in a game: bots rotate by one seat from game to game.
    pub fn bot_at(&self, seat: Seat, number: u64) -> usize {
        (seat.index() + (number % self.bots.len() as u64) as usize) % self.bots.len()
    }

    fn name_at(&self, seat: Seat, number: u64) -> &BotName {
        &self.bots[self.bot_at(seat, number)]
    }

    /// Like [`bot_at`](Experiment::bot_at), but bots with one name count as the first of them.
    pub fn same_bot_at(&self, seat: Seat, number: u64) -> usize {
        let bot = self.bot_at(seat, number);
        self.bots.iter().position(|other| *other == self.bots[bot]).unwrap_or(bot)
    }

    pub fn seats(&self) -> usize {
        self.bots.len()
    }

    /// Maximum number of script instances per worker: those of the board, of a search, and of the bots.
    pub fn scripts(&self) -> usize {
        let bots = self.bots.iter().filter(|bot| matches!(bot, BotName::Script(_))).count();
        if self.ruleset.plan.hooks.is_empty() { bots } else { 2 + bots }
    }

    pub fn is_random(&self) -> bool {
        self.bots.iter().all(|bot| *bot == BotName::Random)
    }

    /// Worker that plays games of the experiment.
    pub fn player(&self) -> GameRunner<'_> {
        GameRunner { experiment: self, game: None }
    }
}

/// Plays the games of an experiment on one board.
pub struct GameRunner<'a> {
    experiment: &'a Experiment,
    /// Game at its start, if every game starts alike.
    game: Option<Game>,
}

/// Board of a game: without history, or with a session that can be recorded.
enum RunnerBoard {
    Bare(Box<Game>),
    Kept(Box<Session>),
}

impl RunnerBoard {
    fn game(&mut self) -> &mut Game {
        match self {
            RunnerBoard::Bare(game) => game,
            RunnerBoard::Kept(session) => &mut session.game,
        }
    }

    fn play(&mut self, mv: Move) -> Result<(), HookFault> {
        match self {
            RunnerBoard::Bare(game) => game.play(mv),
            RunnerBoard::Kept(session) => session.play_listed(mv),
        }
    }
}

impl GameRunner<'_> {
    /// Plays game `number`; `None` if `stop` returned `true` meanwhile. The game depends on the seed and the number
    /// only, whichever worker plays it and whatever it played before, unless a script has hidden state.
    pub fn play(&mut self, number: u64, stop: &dyn Fn() -> bool) -> Result<Option<GameResult>, LoadError> {
        let experiment = self.experiment;
        let seed = seed_of(experiment.seed, number);
        let mut rng = Rng::new(mixed(seed));
        let mut board = self.board(seed)?;
        let pace = TurnScheduler::of(&experiment.ruleset.plan);
        let is_plain = experiment.is_random() && pace.is_none() && experiment.records.is_none();
        let every = if experiment.asks_why { RULE_SAMPLE_INTERVAL } else { TRACE_INTERVAL };
        let (mut mattered, mut course) = (None, None);
        let trace = if is_plain && !number.is_multiple_of(every) {
            let wandered = board.game().playout(experiment.max_moves, |bound| rng.below(bound));
            wandered?;
            None
        } else {
            let asked = experiment.asks_why.then(|| RuleImpact::new(&experiment.ruleset.plan));
            let mut sitting = TracedGame { experiment, number, pace, trace: TraceStats::default(), asked, course: 0 };
            if !sitting.play(&mut board, &mut rng, stop)? {
                return Ok(None);
            }
            mattered = sitting.asked;
            // Random bots repeat a game only by chance.
            course = (!experiment.bots.contains(&BotName::Random)).then_some(sitting.course);
            Some(sitting.trace)
        };
        let game = board.game();
        if let Some(mattered) = &mut mattered {
            mattered.look_back(game);
        }
        let outcome = game.outcome()?;
        let mut played = GameResult {
            moves: game.played() as u32,
            is_partial: outcome.as_ref().is_some_and(|outcome| outcome.alone() == Some("partial")),
            outcome: outcome.map(|outcome| (players(game, outcome.winners), outcome.how)),
            course,
            trace,
            mattered,
            record: None,
        };
        played.record = self.put_away(board, number)?;
        Ok(Some(played))
    }

    /// Keeps a bare board for the next game; a game that is kept gives its record.
    fn put_away(&mut self, board: RunnerBoard, number: u64) -> Result<Option<String>, LoadError> {
        match board {
            RunnerBoard::Bare(mut game) => {
                game.undo_all();
                self.game = Some(*game);
                Ok(None)
            }
            RunnerBoard::Kept(mut session) => {
                let experiment = self.experiment;
                let name = experiment.records.as_deref().unwrap_or_default();
                let mut record = session.record()?;
                let seats = Seat::all(experiment.seats());
                record.seats = seats.map(|seat| experiment.name_at(seat, number).to_string()).collect();
                Ok(Some(session.in_format_of(&record, name)?))
            }
        }
    }

    /// Board for a game: a new deal if there is chance, otherwise the one used before.
    fn board(&mut self, seed: u64) -> Result<RunnerBoard, LoadError> {
        let ruleset = &self.experiment.ruleset;
        if self.experiment.records.is_some() {
            return Ok(RunnerBoard::Kept(Box::new(Session::new(ruleset.clone(), None, seed)?)));
        }
        let game = match self.game.take() {
            None => ruleset.game(None, seed)?,
            Some(mut game) => {
                if ruleset.plan.mechanic.has_chance() {
                    game.begin_anew(seed)?;
                }
                game
            }
        };
        Ok(RunnerBoard::Bare(Box::new(game)))
    }
}

/// Game that is traced move by move.
struct TracedGame<'a> {
    experiment: &'a Experiment,
    number: u64,
    pace: Option<TurnScheduler>,
    trace: TraceStats,
    /// Impact of the rules, if it is sampled.
    asked: Option<RuleImpact>,
    /// Hash of the moves so far.
    course: u64,
}

impl TracedGame<'_> {
    /// Plays to the end or to the maximum length; `false` if it was stopped.
    fn play(&mut self, board: &mut RunnerBoard, rng: &mut Rng, stop: &dyn Fn() -> bool) -> Result<bool, HookFault> {
        let experiment = self.experiment;
        let mut bots: IndexVec<Seat, Option<Box<dyn Bot>>> = Seat::all(experiment.seats())
            .map(|seat| experiment.name_at(seat, self.number))
            .map(|name| (*name != BotName::Random).then(|| name.bot()))
            .collect();
        self.trace.games = 1;
        while board.game().played() < experiment.max_moves {
            if stop() {
                return Ok(false);
            }
            let game = board.game();
            let listed = game.legal_moves()?;
            if listed.is_empty() {
                break;
            }
            self.trace.observe(game, &listed);
            if let Some(asked) = &mut self.asked
                && (game.played() as u64).wrapping_add(mixed(self.number)).is_multiple_of(rule_impact::EVERY)
            {
                asked.ask(game, self.number)?;
            }
            let (seat, own) = match &mut self.pace {
                None => (game.seat(), None),
                Some(pace) => match pace.next(&listed, |mv| game.mover_of(mv), rng) {
                    Some((seat, own)) => (seat, Some(own)),
                    None => break,
                },
            };
            let mut patience = RunDeadline { stop, is_over: false };
            // In a race `own` are the moves of the seat.
            let chosen = match (&mut bots[game.player(seat)], own) {
                (Some(bot), _) => bot.search(game, rng, SearchRequest::observed(seat, &mut patience)),
                (None, Some(own)) => Ok(Some(own[rng.below(own.len())])),
                (None, None) => game.random_move(|bound| rng.below(bound)),
            };
            // The choice of an interrupted search is not the bot's move, and its failure not the bot's fault.
            if patience.is_over {
                return Ok(false);
            }
            let Some(mv) = chosen? else { break };
            self.course = mixed(self.course ^ mv.0);
            board.play(mv)?;
        }
        Ok(true)
    }
}

/// The teams for which the winners sat down: others than those that won once players have changed sides.
fn players(game: &Game, teams: Vec<Team>) -> Vec<Team> {
    let mut players: Vec<Team> = teams.into_iter().map(|team| game.seated_team(team)).collect();
    players.sort_unstable();
    players
}

/// Observer that stops a bot when the run is stopped: one move may take longer than all games were given.
struct RunDeadline<'a> {
    stop: &'a dyn Fn() -> bool,
    is_over: bool,
}

impl SearchObserver for RunDeadline<'_> {
    fn look(&mut self, _: &dyn Fn() -> SearchProgress) -> ControlFlow<()> {
        self.is_over |= (self.stop)();
        if self.is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Seed of one game.
pub(super) fn seed_of(seed: u64, number: u64) -> u64 {
    mixed(mixed(seed) ^ number)
}
