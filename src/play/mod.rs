//! Playing: a session with its history, counting move sequences, random games, proofs of wins.

mod again;
mod arrange;
mod course;
mod ending;
mod expect;
mod origin;
mod perft;
mod proof;
mod random;
mod record;
mod session;
mod solution;
mod table;
mod trial;
mod typed;

pub use crate::chance::Rng;
pub use again::{FirstDifference, Replay};
pub use course::TurnStamp;
pub use ending::AgreedResult;
pub use expect::{FailedAssertion, put_to_test};
pub use perft::{divide, perft};
pub use proof::{Proof, Prover};
pub use random::playout;
pub use session::{PlayError, Session};
pub use solution::centre;
pub use table::Workspace;
pub use trial::{
    MAX_TRIAL_MOVES, ReproCommand, SelfTestFailure, SelfTestFault, SelfTestLimits, SelfTestReport, trial,
};
pub use typed::TypedMove;
