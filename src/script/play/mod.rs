//! Playing: sessions with history, perft, random games, proofs of wins.

mod agreed;
mod author_tests;
mod history;
mod line_turns;
mod match_tests;
mod perft;
mod proof;
mod random;
mod record;
mod recorded_rules;
mod replay;
mod self_test;
mod session;
mod setup_edit;
mod solution;
mod typed;
mod variations;
mod workspace;

pub mod clock;

pub use agreed::AgreedResult;
pub use author_tests::{FailedAssertion, run_test};
pub use history::TurnStamp;
pub use houserule_core::rng::Rng;
pub use perft::{divide, perft};
pub use proof::{Proof, Prover};
pub use random::playout;
pub use record::SAVED_EXTENSION;
pub use replay::{FirstDifference, Replay};
pub use self_test::{
    MAX_TEST_MOVES, ReproCommand, SelfTestFailure, SelfTestFault, SelfTestLimits, SelfTestReport, run_self_test,
};
pub use session::{PlayError, Session, SessionSnapshot};
pub use solution::centre;
pub use typed::TypedMove;
pub use variations::VariationError;
pub use workspace::Workspace;
