//! From declarations to plans: what scripts returned is merged, checked against the vocabulary and compiled.
//! Each step is a function of its input; none of them knows Lua.

mod answer;
pub mod check;
pub mod decl;
mod author_tests;
mod manifest;
mod hidden;
mod history;
mod hook;
pub mod keys;
pub mod lesson;
pub mod lines;
mod merge;
pub mod bot;
pub mod options;
mod plan;
mod source;
pub mod vars;
mod rules_text;
mod words;

pub use answer::{ReturnType, line_of_answer};
pub use check::VarValue;
pub use author_tests::{Assertion, TestCase};
pub use manifest::{Manifest, ScriptKind};
pub use hidden::kept_between_calls;
pub use hook::{HookDecl, HookKind};
pub use bot::BotDecl;
pub use plan::{FindTiles, RuleLayer, RulePlan, Warnings, key_path};
pub use source::{Diagnostic, FaultKind, Source, SourcePlace, SourceProblem};
pub use rules_text::{RuleSentence, RulesSection, RulesText};
pub use words::words;
