//! Source places of faults that occurred in play: the line on which a script raised them.

use std::sync::Arc;

use houserule_script::game::HookFault;
use houserule_script::lua::Ruleset;
use houserule_script::rules::{FaultKind, Source, SourcePlace};
use houserule_script::syntax::{Kind, SyntaxTree};

/// Returns the place of a fault that a script raised.
pub fn place_of(ruleset: &Ruleset, fault: &HookFault) -> Option<SourcePlace> {
    let (file, line) = fault.location.as_ref()?;
    let source = &ruleset.manifests.iter().find(|head| head.source.file == *file)?.source;
    if let Some(place) = fault.key_path.as_ref().and_then(|key_path| ruleset.plan.place(key_path)) {
        return Some(place.clone());
    }
    let loop_place = if fault.kind == FaultKind::Limit { loop_around(source, *line) } else { None };
    loop_place.or_else(|| Some(SourcePlace::from_message(source, Some(*line), &fault.message)))
}

/// Returns the function that begins on a line, the outermost of several.
pub fn function_at(source: &Source, line: u32) -> Option<usize> {
    let tree = source.tree()?;
    let start_line = |at: usize| source.line_index().line_at(tree.span(at).start);
    tree.all().find(|&at| tree.is_function(at) && start_line(at) == line)
}

/// Returns the innermost loop around a line: a script that runs too long may stop anywhere in it.
fn loop_around(source: &Arc<Source>, line: u32) -> Option<SourcePlace> {
    let tree = source.tree()?;
    let is_around = |at: usize| {
        let span = tree.span(at);
        (source.line_index().line_at(span.start)..=source.line_index().line_at(span.end)).contains(&line)
    };
    let is_loop = |at: usize| matches!(tree.kind(at), Kind::While | Kind::Repeat | Kind::For);
    let innermost = tree.all().rfind(|&at| is_loop(at) && is_around(at))?;
    Some(SourcePlace::part(source, first_line(source, tree, innermost)))
}

/// Returns the part of a node on its first line.
pub fn first_line(source: &Source, tree: &SyntaxTree, at: usize) -> std::ops::Range<usize> {
    let span = tree.span(at);
    let end = source.text[span.clone()].find(['\n', '\r']).map_or(span.end, |end| span.start + end);
    span.start..end
}
