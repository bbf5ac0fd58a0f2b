//! Source texts of scripts, and places in them. A place is a key path; its line is looked up only when it is needed.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::source_map::{PathStep, SourceMap};
use crate::syntax::{Edit, LineIndex, Scopes, SyntaxTree, quoted_span};
use houserule_core::text::{one_line, sanitised};

/// Text of a script and its file name in messages.
#[derive(Debug)]
pub struct Source {
    /// File name.
    pub file: String,
    /// Text.
    pub text: String,
    line_index: OnceLock<LineIndex>,
    tree: OnceLock<Option<SyntaxTree>>,
    lines: OnceLock<SourceMap>,
    scopes: OnceLock<Scopes>,
    problems: OnceLock<Vec<SourceProblem>>,
}

/// Problem in a source text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceProblem {
    /// Part of the text that is wrong.
    pub span: Range<usize>,
    /// Explanation for the author.
    pub message: String,
    /// Most likely fix.
    pub fix: Option<Edit>,
}

impl Source {
    /// Creates a source; control characters in the untrusted file name are removed.
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Source {
        Source {
            file: one_line(&file.into(), usize::MAX),
            text: text.into(),
            line_index: OnceLock::new(),
            tree: OnceLock::new(),
            lines: OnceLock::new(),
            scopes: OnceLock::new(),
            problems: OnceLock::new(),
        }
    }

    /// Last part of the file's path.
    pub fn short_name(&self) -> &str {
        self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file)
    }

    /// Line index of the text.
    pub fn line_index(&self) -> &LineIndex {
        self.line_index.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Syntax tree; `None` if the text is not Lua.
    pub fn tree(&self) -> Option<&SyntaxTree> {
        self.tree.get_or_init(|| SyntaxTree::parse(&self.text)).as_ref()
    }

    /// Source map of the declaration.
    pub fn source_map(&self) -> &SourceMap {
        let read = || self.tree().map(|tree| SourceMap::of(&self.text, tree)).unwrap_or_default();
        self.lines.get_or_init(read)
    }

    /// Name resolution; `None` if the text is not Lua.
    pub fn scopes(&self) -> Option<&Scopes> {
        let tree = self.tree()?;
        Some(self.scopes.get_or_init(|| Scopes::resolve(&self.text, tree)))
    }

    /// Problems in the text, computed by the first caller.
    pub fn problems(&self, find: impl FnOnce() -> Vec<SourceProblem>) -> &[SourceProblem] {
        self.problems.get_or_init(find)
    }
}

/// Place of a declaration.
#[derive(Clone, Debug)]
pub struct SourcePlace {
    /// Source text.
    pub source: Arc<Source>,
    path: Vec<PathStep>,
    /// Line reported by the running script, for what has no key of its own.
    line: Option<u32>,
    /// Exact part of the text, if it is known more precisely than by a key.
    part: Option<Range<usize>>,
}

impl SourcePlace {
    /// Place of the whole declaration.
    pub fn root(source: &Arc<Source>) -> SourcePlace {
        SourcePlace { source: source.clone(), path: Vec::new(), line: None, part: None }
    }

    /// Place of a part of the text.
    pub fn part(source: &Arc<Source>, part: Range<usize>) -> SourcePlace {
        SourcePlace { part: Some(part), ..SourcePlace::root(source) }
    }

    /// Place that a runtime message concerns: the quoted part of the line, otherwise the line.
    pub fn from_message(source: &Arc<Source>, line: Option<u32>, message: &str) -> SourcePlace {
        let part = line.and_then(|line| quoted_span(&source.text, line, message));
        part.map_or_else(|| SourcePlace::root(source).or_line(line), |part| SourcePlace::part(source, part))
    }

    /// Place of a key below this one.
    pub fn key(&self, key: &str) -> SourcePlace {
        self.step(PathStep::Key(key.to_string()))
    }

    /// Place of a positional item, counted from 1.
    pub fn item(&self, index: usize) -> SourcePlace {
        self.step(PathStep::Index(index))
    }

    fn step(&self, step: PathStep) -> SourcePlace {
        let path = self.path.iter().cloned().chain([step]).collect();
        SourcePlace { source: self.source.clone(), path, line: self.line, part: None }
    }

    /// The place with `line` as a fallback where the text does not show the key.
    pub fn or_line(mut self, line: Option<u32>) -> SourcePlace {
        self.line = line.or(self.line);
        self
    }

    /// Line of the key itself, otherwise of the constructor around it, otherwise of the nearest key above.
    pub fn line(&self) -> Option<u32> {
        if let Some(part) = &self.part {
            return Some(self.source.line_index().line_at(part.start));
        }
        if let ([], Some(line)) = (self.path.as_slice(), self.line) {
            return Some(line);
        }
        let lines = self.source.source_map();
        let line_at = |offset| self.source.line_index().line_at(offset);
        let exact = lines.exact(&self.path).map(line_at);
        exact.or(self.line).or_else(|| lines.nearest(&self.path).map(line_at))
    }

    /// Part of the text to show the reader: the key itself, otherwise its line.
    pub fn span(&self) -> Option<Range<usize>> {
        if let Some(part) = &self.part {
            // The first line of a longer part suffices.
            let line = self.source.line_index().line(self.line()?)?;
            return Some(part.start..part.end.min(line.end).max(part.start));
        }
        let line = self.source.line_index().line(self.line()?)?;
        let is_key = !self.path.is_empty();
        if let Some(start) = self.source.source_map().exact(&self.path).filter(|from| is_key && line.contains(from)) {
            return Some(start..start + token_len(&self.source.text[start..line.end]));
        }
        let text = &self.source.text[line.clone()];
        let start = line.start + text.len() - text.trim_start().len();
        Some(start..(line.start + text.trim_end().len()).max(start))
    }

    /// Edit that renames a key from `from` to `to`.
    pub fn rename_edit(&self, from: &str, to: &str) -> Option<Edit> {
        let span = self.span()?;
        (self.source.text.get(span.clone())? == from).then(|| Edit { span, text: to.to_string() })
    }

    /// Edit that replaces the literal value of a key.
    pub fn replace_edit(&self, to: impl Into<String>) -> Option<Edit> {
        let span = self.source.source_map().literal(&self.path)?;
        self.part.is_none().then(|| Edit { span, text: to.into() })
    }

    /// Column of that part in its line, from 1, and its length in characters.
    pub fn columns(&self) -> Option<(usize, usize)> {
        let span = self.span()?;
        let position = self.source.line_index().line_column(&self.source.text, span.start);
        Some((position.column as usize, self.source.text[span].chars().count()))
    }

    /// Whether two places are in the same file.
    pub fn same_file(&self, other: &SourcePlace) -> bool {
        Arc::ptr_eq(&self.source, &other.source)
    }
}

/// Length of the token at the beginning of a text: a name, a string or a sign.
fn token_len(text: &str) -> usize {
    let Some(first) = text.chars().next() else { return 0 };
    let tail = &text[first.len_utf8()..];
    let rest = match first {
        '"' | '\'' => tail.find(first).map(|end| end + 1),
        _ if first.is_alphanumeric() || first == '_' => {
            tail.find(|letter: char| !letter.is_alphanumeric() && letter != '_')
        }
        _ => Some(0),
    };
    first.len_utf8() + rest.unwrap_or(tail.len())
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.line() {
            Some(line) => write!(f, "{}:{line}", self.source.file),
            None => f.write_str(&self.source.file),
        }
    }
}

/// Kind of fault, for code that depends on it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// Any other error.
    #[default]
    Other,
    /// A required value is missing.
    Missing,
    /// Syntax error; nothing has run.
    Syntax,
    /// Raised by the script itself, with `error` or `assert`.
    Raised,
    /// A method was called without its object, as in `view.top("a1")`.
    MissingSelf,
    /// A call exceeded its step or time limit.
    Limit,
}

/// Key path of a key in a table; the path of the outermost table is empty.
pub fn join_path(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_string() } else { format!("{path}.{key}") }
}

/// Error in a script.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// Its place.
    pub place: SourcePlace,
    /// Key path in the declaration, such as `finish.road.tie`.
    pub path: String,
    /// Explanation for the author.
    pub message: String,
    /// Kind of fault.
    pub kind: FaultKind,
    /// Most likely fix.
    pub fix: Option<Edit>,
}

impl Diagnostic {
    /// Error at a place.
    pub fn new(place: &SourcePlace, path: impl Into<String>, message: impl Into<String>) -> Diagnostic {
        let (path, message) = (sanitised(&path.into()), sanitised(&message.into()));
        Diagnostic { place: place.clone(), path, message, kind: FaultKind::Other, fix: None }
    }

    /// Error for a required value that is missing.
    pub fn missing(place: &SourcePlace, path: impl Into<String>, message: impl Into<String>) -> Diagnostic {
        Diagnostic { kind: FaultKind::Missing, ..Diagnostic::new(place, path, message) }
    }

    /// Adds the most likely fix.
    pub fn with_fix(self, fix: Option<Edit>) -> Diagnostic {
        Diagnostic { fix, ..self }
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(f, "{}: {}", self.place, self.message),
            path => write!(f, "{}: {path}: {}", self.place, self.message),
        }
    }
}
