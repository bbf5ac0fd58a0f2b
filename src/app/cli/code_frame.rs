//! Diagnostics as compilers show them: the message, the file, the line itself and a caret under the span.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use houserule_script::rules::Diagnostic;

/// Severity of a message.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    Error,
    Warning,
    Note,
}

/// Renders a diagnostic with its source line. The text has colours; the caller strips them where needed.
pub fn render_diagnostic(severity: Severity, fault: &Diagnostic, note: Option<&str>) -> String {
    let source = &fault.place.source;
    let Some(span) = fault.place.span().and_then(|span| shift_span(&source.text, span)) else {
        return render_group(titled_group(severity, &fault.to_string()), note);
    };
    let annotation = AnnotationKind::Primary.span(span);
    let annotation = if fault.path.is_empty() { annotation } else { annotation.label(fault.path.as_str()) };
    let text = normalize(&source.text);
    let snippet = Snippet::source(text.as_ref()).path(source.file.as_str()).annotation(annotation);
    render_group(titled_group(severity, &fault.message).element(snippet), note)
}

const BYTE_ORDER_MARK: char = '\u{feff}';

/// Returns the text as the renderer needs it: without byte order mark and lone carriage returns.
fn normalize(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
    if !text.contains('\r') {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace("\r\n", " \n").replace("\n\r", "\n ").replace('\r', "\n"))
}

/// Shifts a span to the normalized text.
fn shift_span(text: &str, span: Range<usize>) -> Option<Range<usize>> {
    let offset = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 };
    Some(span.start.checked_sub(offset)?..span.end.checked_sub(offset)?)
}

/// Renders a message without a source.
pub fn render_message(severity: Severity, message: &str) -> String {
    render_group(titled_group(severity, message), None)
}

fn render_group(group: Group, note: Option<&str>) -> String {
    let group = match note {
        Some(note) => group.element(Level::NOTE.message(note)),
        None => group,
    };
    Renderer::styled().render(&[group])
}

fn titled_group(severity: Severity, message: &str) -> Group<'_> {
    let level = match severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
        Severity::Note => Level::NOTE,
    };
    Group::with_title(level.primary_title(message))
}
