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

pub use answer::{ReturnType, line_of_answer};
pub use check::VarValue;
pub use expect::{Assertion, TestCase};
pub use head::{Manifest, ScriptKind};
pub use hidden::kept_between_calls;
pub use hook::{HookDecl, HookKind};
pub use mind::BotDecl;
pub use plan::{FindTiles, RuleLayer, RulePlan, Warnings, key_path};
pub use source::{Diagnostic, FaultKind, Source, SourcePlace, SourceProblem};
pub use wording::{RuleSentence, RulesSection, RulesText};
pub use words::words;
