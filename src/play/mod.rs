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

pub use crate::chance::Dice;
pub use again::{Again, Change};
pub use course::When;
pub use ending::Closing;
pub use expect::{Dispute, put_to_test};
pub use perft::{divide, perft};
pub use proof::{Proof, Prover};
pub use random::playout;
pub use session::{PlayError, Session};
pub use solution::centre;
pub use table::Table;
pub use trial::{Effort, Fails, MAX_TRIAL_MOVES, TrialFault, TrialReport, Trouble, trial};
pub use typed::Typed;
