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

pub use comparisons::{TextComparison, compared, move_kinds};
pub use options::unknown_option;
pub use options::unknown_options;
pub use retention::may_keep_arguments;
pub use returns::not_returned;

/// Global names of scripts, each with its fields.
pub type KnownNames = BTreeMap<String, Vec<String>>;

/// Script with its syntax tree and name resolution.
struct AnalysedScript<'s> {
    source: &'s Source,
    tree: &'s SyntaxTree,
    scopes: &'s Scopes,
}

impl<'s> AnalysedScript<'s> {
    fn of(source: &'s Source) -> Option<AnalysedScript<'s>> {
        Some(AnalysedScript { source, tree: source.tree()?, scopes: source.scopes()? })
    }

    fn text(&self, at: usize) -> &'s str {
        self.tree.text(&self.source.text, at)
    }

    fn slip(&self, at: usize, says: String) -> SourceProblem {
        SourceProblem { span: self.tree.span(at), message: says, mend: None }
    }

    /// Problem with a suggested replacement.
    fn meant(&self, at: usize, says: String, meant: Option<impl Into<String>>) -> SourceProblem {
        let mend = meant.map(|meant| Edit { span: self.tree.span(at), text: meant.into() });
        SourceProblem { mend, ..self.slip(at, says) }
    }
}

/// All problems of a script that compiles.
pub fn slips(source: &Source, known: &KnownNames) -> Vec<SourceProblem> {
    let Some(script) = AnalysedScript::of(source) else { return Vec::new() };
    let mut slips = names::slips(&script, known);
    slips.extend(fields::slips(&script));
    slips.extend(dropped_values::slips(&script));
    slips.extend(returns::slips(&script));
    slips.sort_by_key(|slip| slip.span.start);
    slips
}
