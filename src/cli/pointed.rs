//! Faults as a compiler shows them: the sentence, the file, the line itself and a caret under what is meant.

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

use crate::rules::Fault;

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Error,
    Warning,
    Note,
}

/// A fault of a script, pointed at in its text. Colours are in it; who prints it strips them where they do not belong.
pub fn pointed(weight: Weight, fault: &Fault, note: Option<&str>) -> String {
    let source = &fault.place.source;
    let Some(span) = fault.place.span() else {
        return rendered(titled(weight, &fault.to_string()), note);
    };
    let mark = AnnotationKind::Primary.span(span);
    let mark = if fault.path.is_empty() { mark } else { mark.label(fault.path.as_str()) };
    let snippet = Snippet::source(source.text.as_str()).path(source.file.as_str()).annotation(mark);
    rendered(titled(weight, &fault.says).element(snippet), note)
}

/// Something that has no place in a text.
pub fn plain(weight: Weight, says: &str) -> String {
    rendered(titled(weight, says), None)
}

fn rendered(group: Group, note: Option<&str>) -> String {
    let group = match note {
        Some(note) => group.element(Level::NOTE.message(note)),
        None => group,
    };
    Renderer::styled().render(&[group])
}

fn titled(weight: Weight, says: &str) -> Group<'_> {
    let level = match weight {
        Weight::Error => Level::ERROR,
        Weight::Warning => Level::WARNING,
        Weight::Note => Level::NOTE,
    };
    Group::with_title(level.primary_title(says))
}
