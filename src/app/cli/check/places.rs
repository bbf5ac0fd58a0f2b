//! Where a fault that was seen in play is to be mended: the line that a script raised it on, seen in its text.

use std::sync::Arc;

use houserule_script::game::HookFault;
use houserule_script::lua::Ruleset;
use houserule_script::rules::{FaultKind, Source, SourcePlace};
use houserule_script::syntax::{Kind, SyntaxTree};

/// The place of a fault that a script raised.
pub fn place_of(ruleset: &Ruleset, fault: &HookFault) -> Option<SourcePlace> {
    let (file, line) = fault.at.as_ref()?;
    let source = &ruleset.heads.iter().find(|head| head.source.file == *file)?.source;
    if let Some(place) = fault.key_path.as_ref().and_then(|cite| ruleset.plan.place(cite)) {
        return Some(place.clone());
    }
    let around = if fault.kind == FaultKind::Limit { loop_around(source, *line) } else { None };
    around.or_else(|| Some(SourcePlace::said(source, Some(*line), &fault.message)))
}

/// The function that begins on a line, the outermost of several.
pub fn function_at(source: &Source, line: u32) -> Option<usize> {
    let tree = source.tree()?;
    let begins = |at: usize| source.layout().line_at(tree.span(at).start);
    tree.all().find(|&at| tree.is_function(at) && begins(at) == line)
}

/// The innermost loop around a line: a script that runs too long is at no certain place in it.
fn loop_around(source: &Arc<Source>, line: u32) -> Option<SourcePlace> {
    let tree = source.tree()?;
    let is_around = |at: usize| {
        let span = tree.span(at);
        (source.layout().line_at(span.start)..=source.layout().line_at(span.end)).contains(&line)
    };
    let is_loop = |at: usize| matches!(tree.kind(at), Kind::While | Kind::Repeat | Kind::For);
    let innermost = tree.all().rfind(|&at| is_loop(at) && is_around(at))?;
    Some(SourcePlace::part(source, first_line(source, tree, innermost)))
}

/// What stands of a node on its first line.
pub fn first_line(source: &Source, tree: &SyntaxTree, at: usize) -> std::ops::Range<usize> {
    let span = tree.span(at);
    let end = source.text[span.clone()].find(['\n', '\r']).map_or(span.end, |end| span.start + end);
    span.start..end
}
