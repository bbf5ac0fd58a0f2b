//! The laboratory: many games played by bots, and what they say about the rules. One game has a number and follows from
//! the seed and that number alone, so that threads and machines can share the work and come to the same.

mod compare;
mod experiment;
mod mattered;
mod pace;
pub mod plot;
mod report;
mod run;
pub mod statistics;
mod tally;
mod text;
mod tournament;
mod tune;

pub use compare::{Contest, Finding, Fought, Length, asked, findings};
pub use experiment::{Experiment, LONGEST, Played, Player};
pub use mattered::{Forbade, Mattered, forbidding, idle_rules};
pub use report::{Report, merge};
pub use run::{Crew, run};
pub use tally::{Courses, Results, Tally, WHOLE, Watched};
pub use text::bar;
pub use tournament::Tournament;
pub use tune::{Answer, Tuning};
