//! Calls without side effects whose result is dropped: `base(view)` or `skip()` without `return`.

use super::AnalysedScript;
use super::fields::base_calls;
use crate::lua::effects;
use crate::rules::SourceProblem;
use crate::syntax::{Edit, Field, Kind};

pub(super) fn problems(script: &AnalysedScript) -> Vec<SourceProblem> {
    let tree = script.tree;
    let is_statement =
        |call: &usize| tree.parent(*call).is_some_and(|parent| matches!(tree.kind(parent), Kind::Block | Kind::Chunk));
    let effects = script.scopes.free.iter().filter_map(|free| {
        let name = script.text(free.node);
        let is_effect = effects::NAMES.contains(&name) || effects::SHARED_NAMES.contains(&name);
        let call = tree.parent(free.node).filter(|_| is_effect && tree.field(free.node) == Field::Name)?;
        (tree.kind(call) == Kind::Call).then_some(call)
    });
    let dropped = effects.chain(base_calls(script)).filter(is_statement);
    let problems = dropped.map(|call| {
        let callee = tree.child(call, Field::Name).unwrap_or(call);
        let name = script.text(callee);
        let message = format!("the result of `{name}` is not used; write `return {name}...`");
        let start = tree.span(call).start;
        SourceProblem {
            fix: Some(Edit { span: start..start, text: "return ".to_string() }),
            ..script.problem(callee, message)
        }
    });
    problems.collect()
}
