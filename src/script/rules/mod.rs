//! Rules pipeline: declarations returned by scripts are merged, checked and compiled into plans. Each step is a
//! function of its input and independent of Lua.

mod answer;
mod author_tests;
pub mod bot;
pub mod check;
pub mod decl;
mod hidden;
mod history;
mod hook;
pub mod keys;
pub mod lesson;
pub mod lines;
mod manifest;
mod merge;
pub mod options;
mod plan;
mod source;
pub mod vars;
mod words;

pub use answer::{ReturnType, line_of_answer};
pub use author_tests::{Assertion, TestCase};
pub use bot::BotDecl;
pub use check::VarValue;
pub use hidden::kept_between_calls;
pub use hook::{HookDecl, HookKind};
pub use houserule_core::rules_text::RulesText;
pub use manifest::{DeclarationKind, Manifest, ScriptKind};
pub use plan::{FindTiles, RuleLayer, RulePlan, Warnings, key_path};
pub use source::{Diagnostic, FaultKind, Source, SourcePlace, SourceProblem};
pub use words::words;
