//! From declarations to plans: what scripts returned is merged, checked against the vocabulary and compiled.
//! Each step is a function of its input; none of them knows Lua.

mod answer;
pub mod check;
pub mod decl;
mod expect;
mod head;
mod hidden;
mod history;
mod hook;
pub mod keys;
pub mod lesson;
pub mod lines;
mod merge;
pub mod mind;
pub mod options;
mod plan;
mod source;
pub mod vars;
mod wording;
mod words;

pub use answer::{Returned, line_of_answer};
pub use check::Var;
pub use expect::{Claim, Expectation};
pub use head::{Head, Role};
pub use hidden::kept_between_calls;
pub use hook::{HookDecl, HookKind};
pub use mind::MindDecl;
pub use plan::{FindTiles, Layer, RulePlan, Warnings, cite};
pub use source::{Fault, FaultKind, Place, Slip, Source};
pub use wording::{Section, Sentence, Wording};
pub use words::words;
