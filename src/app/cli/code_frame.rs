//! Faults as a compiler shows them: the sentence, the file, the line itself and a caret under what is meant.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use houserule_script::rules::Diagnostic;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// A fault of a script, pointed at in its text. Colours are in it; who prints it strips them where they do not belong.
pub fn pointed(weight: Severity, fault: &Diagnostic, note: Option<&str>) -> String {
    let source = &fault.place.source;
    let Some(span) = fault.place.span().and_then(|span| shifted(&source.text, span)) else {
        return rendered(titled(weight, &fault.to_string()), note);
    };
    let mark = AnnotationKind::Primary.span(span);
    let mark = if fault.path.is_empty() { mark } else { mark.label(fault.path.as_str()) };
    let text = shown(&source.text);
    let snippet = Snippet::source(text.as_ref()).path(source.file.as_str()).annotation(mark);
    rendered(titled(weight, &fault.message).element(snippet), note)
}

const MARK: char = '\u{feff}';

/// A text whose lines end as the drawing wants them: without byte order mark, and no carriage return alone.
fn shown(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", " \n").replace("\n\r", "\n ").replace('\r', "\n"))
}

/// The same part of the text that is shown.
fn shifted(text: &str, span: Range<usize>) -> Option<Range<usize>> {
    let by = if text.starts_with(MARK) { MARK.len_utf8() } else { 0 };
    Some(span.start.checked_sub(by)?..span.end.checked_sub(by)?)
}

/// Something that has no place in a text.
pub fn plain(weight: Severity, says: &str) -> String {
    rendered(titled(weight, says), None)
}

fn rendered(group: Group, note: Option<&str>) -> String {
    let group = match note {
        Some(note) => group.element(Level::NOTE.message(note)),
        None => group,
    };
    Renderer::styled().render(&[group])
}

fn titled(weight: Severity, says: &str) -> Group<'_> {
    let level = match weight {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    Group::with_title(level.primary_title(says))
}
