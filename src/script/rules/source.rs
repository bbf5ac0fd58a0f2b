//! Script texts, and places in them. A place is a key path; its line is looked up in the text only when
//! somebody wants to read it.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::lines::{Lines, PathStep};
use crate::syntax::{Edit, LineIndex, Scopes, SyntaxTree, quoted_in};
use houserule_core::text::{one_line, readable};

/// A script's text and the name it goes by in messages.
#[derive(Debug)]
pub struct Source {
    pub file: String,
    pub text: String,
    layout: OnceLock<LineIndex>,
    tree: OnceLock<Option<SyntaxTree>>,
    lines: OnceLock<Lines>,
    scopes: OnceLock<Scopes>,
    slips: OnceLock<Vec<SourceProblem>>,
}

/// Something wrong with a text, as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceProblem {
    /// The part of the text that is wrong.
    pub span: Range<usize>,
    pub message: String,
    /// The change that most likely mends it.
    pub mend: Option<Edit>,
}

impl Source {
    /// Whoever named the file may be a stranger.
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Source {
        Source {
            file: one_line(&file.into(), usize::MAX),
            text: text.into(),
            layout: OnceLock::new(),
            tree: OnceLock::new(),
            lines: OnceLock::new(),
            scopes: OnceLock::new(),
            slips: OnceLock::new(),
        }
    }

    /// The last part of the file's path.
    pub fn short_name(&self) -> &str {
        self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file)
    }

    pub fn layout(&self) -> &LineIndex {
        self.layout.get_or_init(|| LineIndex::of(&self.text))
    }

    /// The syntax tree; none of a text that is not Lua.
    pub fn tree(&self) -> Option<&SyntaxTree> {
        self.tree.get_or_init(|| SyntaxTree::of(&self.text)).as_ref()
    }

    pub fn lines(&self) -> &Lines {
        let read = || self.tree().map(|tree| Lines::of(&self.text, tree)).unwrap_or_default();
        self.lines.get_or_init(read)
    }

    /// What the names of the text stand for; none of a text that is not Lua.
    pub fn scopes(&self) -> Option<&Scopes> {
        let tree = self.tree()?;
        Some(self.scopes.get_or_init(|| Scopes::of(&self.text, tree)))
    }

    /// What is wrong with the text as it is written: looked for once, by whoever asks first.
    pub fn slips(&self, find: impl FnOnce() -> Vec<SourceProblem>) -> &[SourceProblem] {
        self.slips.get_or_init(find)
    }
}

/// Where something was declared.
#[derive(Clone, Debug)]
pub struct SourcePlace {
    pub source: Arc<Source>,
    path: Vec<PathStep>,
    /// A line known from the running script, for what has no key of its own.
    line: Option<u32>,
    /// The very part of the text, where it is known better than by a key.
    part: Option<Range<usize>>,
}

impl SourcePlace {
    pub fn root(source: &Arc<Source>) -> SourcePlace {
        SourcePlace { source: source.clone(), path: Vec::new(), line: None, part: None }
    }

    /// A part of a text.
    pub fn part(source: &Arc<Source>, part: Range<usize>) -> SourcePlace {
        SourcePlace { part: Some(part), ..SourcePlace::root(source) }
    }

    /// The part of a line that the message of a running script is about, else the line.
    pub fn said(source: &Arc<Source>, line: Option<u32>, message: &str) -> SourcePlace {
        let part = line.and_then(|line| quoted_in(&source.text, line, message));
        part.map_or_else(|| SourcePlace::root(source).or_line(line), |part| SourcePlace::part(source, part))
    }

    pub fn key(&self, key: &str) -> SourcePlace {
        self.step(PathStep::Key(key.to_string()))
    }

    /// A positional item, counted from 1.
    pub fn item(&self, index: usize) -> SourcePlace {
        self.step(PathStep::Index(index))
    }

    fn step(&self, step: PathStep) -> SourcePlace {
        let path = self.path.iter().cloned().chain([step]).collect();
        SourcePlace { source: self.source.clone(), path, line: self.line, part: None }
    }

    /// The same place, falling back to `line` where the text does not show the key.
    pub fn or_line(mut self, line: Option<u32>) -> SourcePlace {
        self.line = line.or(self.line);
        self
    }

    /// The line of the key itself, else of the constructor around it, else of the nearest key above.
    pub fn line(&self) -> Option<u32> {
        if let Some(part) = &self.part {
            return Some(self.source.layout().line_at(part.start));
        }
        if let ([], Some(line)) = (self.path.as_slice(), self.line) {
            return Some(line);
        }
        let lines = self.source.lines();
        let line_at = |from| self.source.layout().line_at(from);
        let exact = lines.exact(&self.path).map(line_at);
        exact.or(self.line).or_else(|| lines.nearest(&self.path).map(line_at))
    }

    /// The part of the text that a reader should look at: the key itself, else its line.
    pub fn span(&self) -> Option<Range<usize>> {
        if let Some(part) = &self.part {
            // Of what goes on over many lines the first says enough.
            let line = self.source.layout().line(self.line()?)?;
            return Some(part.start..part.end.min(line.end).max(part.start));
        }
        let line = self.source.layout().line(self.line()?)?;
        let is_key = !self.path.is_empty();
        if let Some(from) = self.source.lines().exact(&self.path).filter(|from| is_key && line.contains(from))
        {
            return Some(from..from + token(&self.source.text[from..line.end]));
        }
        let text = &self.source.text[line.clone()];
        let from = line.start + text.len() - text.trim_start().len();
        Some(from..(line.start + text.trim_end().len()).max(from))
    }

    /// The change by which a key that is written `from` becomes `to`.
    pub fn renamed(&self, from: &str, to: &str) -> Option<Edit> {
        let span = self.span()?;
        (self.source.text.get(span.clone())? == from).then(|| Edit { span, text: to.to_string() })
    }

    /// The change by which the value of a key is written otherwise, where it stands there plainly.
    pub fn rewritten(&self, to: impl Into<String>) -> Option<Edit> {
        let span = self.source.lines().literal(&self.path)?;
        self.part.is_none().then(|| Edit { span, text: to.into() })
    }

    /// The column at which that part begins in its line, from 1, and how many characters it has.
    pub fn columns(&self) -> Option<(usize, usize)> {
        let span = self.span()?;
        let spot = self.source.layout().spot(&self.source.text, span.start);
        Some((spot.column as usize, self.source.text[span].chars().count()))
    }

    /// Whether two places are in the same file.
    pub fn same_file(&self, other: &SourcePlace) -> bool {
        Arc::ptr_eq(&self.source, &other.source)
    }
}

/// How long the name, the quoted text or the sign is that a text begins with.
fn token(text: &str) -> usize {
    let Some(first) = text.chars().next() else {
        return 0;
    };
    let within = &text[first.len_utf8()..];
    let rest = match first {
        '"' | '\'' => within.find(first).map(|end| end + 1),
        _ if first.is_alphanumeric() || first == '_' => {
            within.find(|letter: char| !letter.is_alphanumeric() && letter != '_')
        }
        _ => Some(0),
    };
    first.len_utf8() + rest.unwrap_or(within.len())
}

impl fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.line() {
            Some(line) => write!(f, "{}:{line}", self.source.file),
            None => f.write_str(&self.source.file),
        }
    }
}

/// The sort of a fault, for code that decides by it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub enum FaultKind {
    #[default]
    Wrong,
    /// A value that must be given is missing.
    Missing,
    /// The compiler rejected the text; nothing has run.
    Syntax,
    /// The script raised it itself, with `error` or `assert`.
    Refusal,
    /// A function of ours was called without its object, as in `view.top("a1")`.
    NoObject,
    /// A call used up its steps or its time.
    Limit,
}

/// Something wrong with a script.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    pub place: SourcePlace,
    /// The key path in the declaration, such as `finish.road.tie`.
    pub path: String,
    pub message: String,
    pub kind: FaultKind,
    /// The change of the text that most likely mends it.
    pub mend: Option<Edit>,
}

impl Diagnostic {
    pub fn new(place: &SourcePlace, path: impl Into<String>, says: impl Into<String>) -> Diagnostic {
        let (path, says) = (readable(&path.into()), readable(&says.into()));
        Diagnostic { place: place.clone(), path, message: says, kind: FaultKind::Wrong, mend: None }
    }

    /// A value that must be given is missing.
    pub fn missing(place: &SourcePlace, path: impl Into<String>, says: impl Into<String>) -> Diagnostic {
        Diagnostic { kind: FaultKind::Missing, ..Diagnostic::new(place, path, says) }
    }

    /// The same with the change that most likely mends it.
    pub fn mended_by(self, mend: Option<Edit>) -> Diagnostic {
        Diagnostic { mend, ..self }
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
