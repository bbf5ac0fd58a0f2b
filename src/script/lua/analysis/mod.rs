//! Static analysis of scripts: undeclared names, fields that a view or a move does not have, options that do not exist,
//! dropped results, a second declaration.

mod comparisons;
mod dropped_values;
mod fields;
mod names;
mod options;
mod retention;
mod returns;

use std::collections::BTreeMap;

use crate::rules::{Source, SourceProblem};
use crate::syntax::{Edit, Scopes, SyntaxTree};

pub use comparisons::{TextComparison, move_kinds, text_comparisons};
pub use options::unknown_option;
pub use options::unknown_options;
pub use retention::may_retain_arguments;
pub use returns::explain_missing_declaration;

/// Global names of scripts, each with its fields.
pub type KnownNames = BTreeMap<String, Vec<String>>;

/// Script with its syntax tree and name resolution.
struct AnalysedScript<'s> {
    source: &'s Source,
    tree: &'s SyntaxTree,
    scopes: &'s Scopes,
}

impl<'s> AnalysedScript<'s> {
    fn new(source: &'s Source) -> Option<AnalysedScript<'s>> {
        Some(AnalysedScript { source, tree: source.tree()?, scopes: source.scopes()? })
    }

    fn text(&self, at: usize) -> &'s str {
        self.tree.text(&self.source.text, at)
    }

    fn problem(&self, at: usize, message: String) -> SourceProblem {
        SourceProblem { span: self.tree.span(at), message, fix: None }
    }

    /// Makes a problem with a suggested replacement.
    fn problem_with_fix(&self, at: usize, message: String, replacement: Option<impl Into<String>>) -> SourceProblem {
        let fix = replacement.map(|meant| Edit { span: self.tree.span(at), text: meant.into() });
        SourceProblem { fix, ..self.problem(at, message) }
    }
}

/// Reports all problems of a script that compiles.
pub fn problems(source: &Source, known: &KnownNames) -> Vec<SourceProblem> {
    let Some(script) = AnalysedScript::new(source) else { return Vec::new() };
    let mut problems = names::problems(&script, known);
    problems.extend(fields::problems(&script));
    problems.extend(dropped_values::problems(&script));
    problems.extend(returns::problems(&script));
    problems.sort_by_key(|problem| problem.span.start);
    problems
}
