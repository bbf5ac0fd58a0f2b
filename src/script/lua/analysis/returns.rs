//! Return value of a file: one declaration.

use super::AnalysedScript;
use crate::rules::{Source, SourceProblem};
use crate::syntax::{Field, Kind, SyntaxTree};

/// Keywords of declarations.
const DECLARATION_KEYWORDS: [&str; 4] = ["game", "variant", "bot", "lesson"];

/// Reports values that a file returns besides its declaration.
pub(super) fn problems(script: &AnalysedScript) -> Vec<SourceProblem> {
    let tree = script.tree;
    let Some(last) = tree.returns(0).last() else { return Vec::new() };
    let extra = tree.return_values(last).skip(1);
    extra
        .map(|at| match declaration_keyword(script, at) {
            Some((word, _)) => {
                let word = script.text(word);
                script.problem(
                    keyword_node(script, at),
                    format!("a file returns one declaration; move this {word} to its own file"),
                )
            }
            None => script.problem(at, "a file returns one declaration; remove what follows it".to_owned()),
        })
        .collect()
}

fn keyword_node(script: &AnalysedScript, at: usize) -> usize {
    declaration_keyword(script, at).map_or(at, |(word, _)| word)
}

/// Explains why a file that ran returned no declaration, if its text shows it.
pub fn explain_missing_declaration(source: &Source) -> Option<SourceProblem> {
    let script = AnalysedScript::new(source)?;
    let tree = script.tree;
    if let Some(last) = tree.returns(0).last() {
        let value = tree.return_values(last).next()?;
        return match declaration_keyword(&script, value) {
            Some((word, 1)) => {
                let message = format!("`{}` needs a table; write {} {{ ... }}", script.text(value), script.text(value));
                Some(script.problem(word, message))
            }
            None if tree.kind(value) == Kind::Table => Some(script.problem(
                value,
                "a table alone is not a declaration; write `game \"name\"` or `variant \"name\"` before it".to_owned(),
            )),
            _ => None,
        };
    }
    let statements = tree.children(0);
    for at in statements {
        if let Some((word, _)) = declaration_keyword(&script, at) {
            let message = format!("missing `return` before `{}`", script.text(word));
            return Some(script.problem(word, message));
        }
        let Some((name, value)) = single_assignment(tree, at) else { continue };
        if let Some((word, _)) = declaration_keyword(&script, value) {
            let name = script.text(name);
            let message = format!("this {} is not returned; end the file with `return {name}`", script.text(word));
            return Some(script.problem(word, message));
        }
    }
    None
}

/// Returns the keyword that begins `variant "name" { ... }`, and the number of calls.
fn declaration_keyword(script: &AnalysedScript, mut at: usize) -> Option<(usize, usize)> {
    let (tree, mut calls) = (script.tree, 0);
    while tree.kind(at) == Kind::Call {
        at = tree.child(at, Field::Name)?;
        calls += 1;
    }
    let is_keyword = tree.kind(at) == Kind::Identifier && DECLARATION_KEYWORDS.contains(&script.text(at));
    (calls > 0 && is_keyword && script.scopes.binding_of(at).is_none()).then_some((at, calls))
}

/// Returns the name and value of `local name = ..` or `name = ..`.
fn single_assignment(tree: &SyntaxTree, at: usize) -> Option<(usize, usize)> {
    let assignment = match tree.kind(at) {
        Kind::Local => tree.children(at).find(|&at| tree.kind(at) == Kind::Assignment)?,
        Kind::Assignment => at,
        _ => return None,
    };
    let mut sides = tree.children(assignment);
    let (names, values) = (sides.next()?, sides.next()?);
    Some((tree.children(names).next()?, tree.children(values).next()?))
}
