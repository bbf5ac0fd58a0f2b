//! Experiments: many games played by bots, and their statistics. A game depends on the seed and its number only, so
//! that threads and machines can share the work and get the same result.

mod compare;
mod experiment;
mod matches;
mod point_changes;
mod points;
mod report;
mod rule_impact;
mod run;
mod runner;
mod scheduler;
pub mod statistics;
mod tally;
mod text;
mod tournament;
mod trace;
mod tune;

pub use compare::{Comparison, ComparisonLength, ComparisonResult, RuleEffect, compared_teams, findings};
pub use experiment::{Experiment, GameResult, MAX_GAME_LEN, PlayedGame};
pub use point_changes::{MeanChange, PointChange};
pub use points::{PointMean, PointSums, PointTally};
pub use report::{Report, merge};
pub use rule_impact::{RuleHits, RuleImpact, forbidding_rules, idle_rules};
pub use run::{RunConfig, run};
pub use runner::GameRunner;
pub use tally::{DistinctGames, ResultCounts, SHARES_PER_GAME, Tally};
pub use text::{bar, format_means, signed_points};
pub use tournament::Tournament;
pub use trace::TraceStats;
pub use tune::{TuneAnswer, Tuning};
