//! Return value of a file: one declaration.

use super::AnalysedScript;
use crate::rules::{Source, SourceProblem};
use crate::syntax::{Field, Kind, SyntaxTree};

/// What a file may declare.
const WORDS: [&str; 4] = ["game", "variant", "bot", "lesson"];

/// Problems of what a file returns besides its declaration.
pub(super) fn slips(script: &AnalysedScript) -> Vec<SourceProblem> {
    let tree = script.tree;
    let Some(last) = tree.returns(0).last() else { return Vec::new() };
    let more = tree.returned(last).skip(1);
    more.map(|at| match declares(script, at) {
        Some((word, _)) => {
            let word = script.text(word);
            script.slip(
                at_word(script, at),
                format!("a file returns one declaration; put this {word} in a file of its own"),
            )
        }
        None => script.slip(at, "a file returns one declaration; nothing reads what follows it".to_owned()),
    })
    .collect()
}

fn at_word(script: &AnalysedScript, at: usize) -> usize {
    declares(script, at).map_or(at, |(word, _)| word)
}

/// Why a file that ran returned no declaration, and where, if its text shows it.
pub fn not_returned(source: &Source) -> Option<SourceProblem> {
    let script = AnalysedScript::of(source)?;
    let tree = script.tree;
    if let Some(last) = tree.returns(0).last() {
        let value = tree.returned(last).next()?;
        return match declares(&script, value) {
            Some((word, 1)) => {
                let says = format!("`{}` is followed by a table: {} {{ ... }}", script.text(value), script.text(value));
                Some(script.slip(word, says))
            }
            None if tree.kind(value) == Kind::Table => Some(script.slip(
                value,
                "a table alone says nothing; write `game \"name\"` or `variant \"name\"` in front of it".to_owned(),
            )),
            _ => None,
        };
    }
    let statements = tree.children(0);
    for at in statements {
        if let Some((word, _)) = declares(&script, at) {
            let says = format!("there is no `return` in front of `{}`", script.text(word));
            return Some(script.slip(word, says));
        }
        let Some((name, value)) = only_local(tree, at) else { continue };
        if let Some((word, _)) = declares(&script, value) {
            let name = script.text(name);
            let says = format!("this {} is not returned; end the file with `return {name}`", script.text(word));
            return Some(script.slip(word, says));
        }
    }
    None
}

/// Keyword that begins `variant "name" { ... }`, and the number of calls.
fn declares(script: &AnalysedScript, mut at: usize) -> Option<(usize, usize)> {
    let (tree, mut calls) = (script.tree, 0);
    while tree.kind(at) == Kind::Call {
        at = tree.child(at, Field::Name)?;
        calls += 1;
    }
    let is_word = tree.kind(at) == Kind::Identifier && WORDS.contains(&script.text(at));
    (calls > 0 && is_word && script.scopes.meaning(at).is_none()).then_some((at, calls))
}

/// Name and value of `local name = ..` or `name = ..`.
fn only_local(tree: &SyntaxTree, at: usize) -> Option<(usize, usize)> {
    let assignment = match tree.kind(at) {
        Kind::Local => tree.children(at).find(|&at| tree.kind(at) == Kind::Assignment)?,
        Kind::Assignment => at,
        _ => return None,
    };
    let mut sides = tree.children(assignment);
    let (names, values) = (sides.next()?, sides.next()?);
    Some((tree.children(names).next()?, tree.children(values).next()?))
}
