//! Matches: several games of the same players, whose points add up.
//!
//! A [`Match`] holds the games that are over and knows who sits where in the next one. It plays no games itself: the
//! prompt and the laboratory do, and pass the [`GameScore`] of each. The rules are [`MatchTerms`], which scripts declare
//! and players choose.
//!
//! | module | contents |
//! |---|---|
//! | `score` | a finished game as a match sees it |
//! | `seating` | who sits where in the next game |
//! | `table` | the games so far, the standing, the end |
//! | `text` | the table for people |
//! | `saved` | a match in a file |
//! | `scripts` | functions of scripts that count points or end a match |
//! | `self_test` | matches of random games, for the check of scripts |

mod saved;
mod score;
mod scripts;
mod seating;
mod self_test;
mod table;
#[cfg(test)]
mod tests;
mod text;

pub use crate::rules::{Begins, GamePoints, MAX_MATCH_GAMES, MatchRequest, MatchRules, MatchTerms, MatchTermsError};
pub use houserule_core::points::Points;
pub use saved::SavedMatch;
pub use score::GameScore;
pub use scripts::{LoadedScripts, MatchScripts};
pub use self_test::{MatchFault, test_matches};
pub use table::{GameRules, Match, MatchEnd, MatchError, MatchGame};
