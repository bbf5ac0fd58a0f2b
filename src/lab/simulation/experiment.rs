//! Experiment: rules, bots and seed; who sits where; and the result of a game or a match.

use crate::bot::BotName;
use houserule_core::mechanics::{Seat, Team};
use houserule_core::points::Points;
use houserule_core::rng::mix;
use houserule_core::text::plural;
use houserule_script::game::BotError;
use houserule_script::lua::Ruleset;
use houserule_script::matches::MatchTerms;

use super::points::PointTally;
use super::rule_impact::RuleImpact;
use super::trace::TraceStats;

/// Default maximum number of moves.
pub const MAX_GAME_LEN: usize = 10_000;

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
    /// Terms of the matches that are played instead of single games.
    pub match_terms: Option<MatchTerms>,
    has_points: bool,
}

/// Result of a game, or of a match, whose teams are those of its first game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameResult {
    /// Winning teams and the rule that ended the game or match; `None` if it was stopped.
    pub outcome: Option<(Vec<Team>, String)>,
    /// Whether a solitaire was a partial success.
    pub is_partial: bool,
    /// Points of every team of a finished game, by the team at which its players started; `None` if the game has none.
    pub points: Option<Vec<Points>>,
    /// Games of a match.
    pub games: Option<Vec<PlayedGame>>,
    pub moves: u32,
    /// Hash of the moves, unless a bot plays at random: equal games have equal hashes.
    pub move_hash: Option<u64>,
    /// Statistics of a traced game.
    pub trace: Option<TraceStats>,
    /// Impact of each rule, if it was sampled.
    pub rule_impact: Option<RuleImpact>,
    pub record: Option<String>,
}

/// Game of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedGame {
    pub result: GameResult,
    /// Index of the bot at each seat.
    pub bots: Vec<usize>,
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
        let has_points = ruleset.plan.counts_points();
        Ok(Experiment {
            ruleset,
            bots,
            seed,
            max_moves,
            record_file: None,
            samples_rules: false,
            match_terms: None,
            has_points,
        })
    }

    /// Returns the index of the bot at a seat, in a match in its first game: bots rotate by one seat from game to game, or
    /// from match to match.
    pub fn bot_at(&self, seat: Seat, number: u64) -> usize {
        (seat.index() + (number % self.bots.len() as u64) as usize) % self.bots.len()
    }

    pub(super) fn bots(&self) -> &[BotName] {
        &self.bots
    }

    /// Returns the index of the first bot with the same name as a bot.
    pub(super) fn same_bot(&self, bot: usize) -> usize {
        self.bots.iter().position(|other| *other == self.bots[bot]).unwrap_or(bot)
    }

    pub fn seats(&self) -> usize {
        self.bots.len()
    }

    /// Returns the maximum number of script instances per worker: those of the board, of a search, of the
    /// bots and of a match.
    pub fn max_script_instances(&self) -> usize {
        let bots = self.bots.iter().filter(|bot| matches!(bot, BotName::Script(_))).count();
        let matches = usize::from(self.match_terms.as_ref().is_some_and(MatchTerms::is_scripted));
        matches + if self.ruleset.plan.hooks.is_empty() { bots } else { 2 + bots }
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
}

/// Returns the seed of a game, or of a match and its first game.
pub(super) fn game_seed(seed: u64, number: u64) -> u64 {
    mix(mix(seed) ^ number)
}
