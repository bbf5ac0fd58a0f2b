//! Rules pipeline: declarations returned by scripts are merged, checked and compiled into plans. Each step is a
//! function of its input and independent of Lua.

mod answer_line;
mod author_tests;
pub mod bot;
pub mod check;
pub mod decl;
pub mod doc;
mod hash;
mod hidden;
mod history;
mod hook;
pub mod keys;
pub mod lesson;
mod manifest;
mod match_rules;
mod match_terms;
mod match_text;
mod merge;
pub mod options;
mod plan;
mod rules_text;
mod source;
pub mod source_map;
mod table;
pub mod vars;

pub use answer_line::{ReturnType, answer_line};
pub use author_tests::{Assertion, TestCase, TestedGame, TestedMatch};
pub use bot::BotDecl;
pub use check::VarValue;
pub use hidden::hidden_state;
pub use hook::{HookDecl, HookKind};
pub use houserule_core::rules_text::RulesText;
pub use manifest::{DeclarationKind, Manifest, ScriptKind};
pub use match_rules::{Begins, GamePoints, MAX_MATCH_GAMES, MatchFunction, MatchFunctionKind, MatchRules};
pub use match_terms::{MatchRequest, MatchTerms, MatchTermsError};
pub use plan::{FindTiles, RuleLayer, RulePlan, Warnings, short_location};
pub use rules_text::rules_text;
pub(crate) use source::join_path;
pub use source::{Diagnostic, FaultKind, Source, SourcePlace, SourceProblem};
