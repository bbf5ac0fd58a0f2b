//! Playing: a session with its history, counting move sequences, random games, proofs of wins.

mod replay;
mod setup_edit;
mod history;
mod agreed;
mod expect;
mod origin;
mod perft;
mod proof;
mod random;
mod record;
mod session;
mod solution;
mod workspace;
mod self_test;
mod typed;

pub use crate::rng::Rng;
pub use replay::{FirstDifference, Replay};
pub use history::TurnStamp;
pub use agreed::AgreedResult;
pub use expect::{FailedAssertion, put_to_test};
pub use perft::{divide, perft};
pub use proof::{Proof, Prover};
pub use random::playout;
pub use session::{PlayError, Session};
pub use solution::centre;
pub use workspace::Workspace;
pub use self_test::{
    MAX_TRIAL_MOVES, ReproCommand, SelfTestFailure, SelfTestFault, SelfTestLimits, SelfTestReport, trial,
};
pub use typed::TypedMove;
