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
//!
//! ```
//! use houserule_script::lua::{Library, LoadError};
//! use houserule_script::matches::{GameRules, GameScore, Match, MatchRequest, MatchTerms};
//! use houserule_script::play::Workspace;
//!
//! let workspace = Workspace { library: Library::default(), seed: 1 };
//! let size = [("size".to_string(), "3".to_string())];
//! let moves = ["c3", "a3", "a2", "c2", "a1"].map(String::from);
//! let mut session = workspace.open("tak+rule-sheet", &size, None, &moves)?;
//!
//! let terms = MatchTerms::resolve(session.plan(), &MatchRequest::default()).expect("terms that can be played");
//! let players = ["Ann", "Bob"].map(String::from);
//! let mut played = Match::new(terms, &players, &session.ruleset, session.seed).expect("one player for each seat");
//! let mut scripts = session.ruleset.match_scripts()?;
//! let score = GameScore::of_session(&mut session)?.expect("the game is over");
//! played.add(&score, &session.plan().names, &GameRules::of(&session.ruleset), &mut scripts)?;
//!
//! assert_eq!(played.standing(), "After 1 of 2 games, Ann leads 16 to 0.");
//! assert_eq!(played.seating(), [1, 0]);
//! # Ok::<(), LoadError>(())
//! ```

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
