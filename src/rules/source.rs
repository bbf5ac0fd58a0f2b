//! Script texts, and places in them. A place is a key path; its line is looked up in the text only when
//! somebody wants to read it.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::lines::{Lines, Step};
use crate::vocabulary::{one_line, readable};

/// A script's text and the name it goes by in messages.
#[derive(Debug)]
pub struct Source {
    pub file: String,
    pub text: String,
    lines: OnceLock<Lines>,
}

impl Source {
    /// Whoever named the file may be a stranger.
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Source {
        Source { file: one_line(&file.into(), usize::MAX), text: text.into(), lines: OnceLock::new() }
    }

    /// The last part of the file's path.
    pub fn short_name(&self) -> &str {
        self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file)
    }

    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::of(&self.text))
    }

    /// A line, counted from 1, and where it begins.
    fn line(&self, number: u32) -> Option<(usize, &str)> {
        let index = number.checked_sub(1)? as usize;
        let line = self.text.split('\n').nth(index)?;
        Some((line.as_ptr() as usize - self.text.as_ptr() as usize, line))
    }
}

/// Where something was declared.
#[derive(Clone, Debug)]
pub struct Place {
    pub source: Arc<Source>,
    path: Vec<Step>,
    /// A line known from the running script, for what has no key of its own.
    line: Option<u32>,
}

impl Place {
    pub fn root(source: &Arc<Source>) -> Place {
        Place { source: source.clone(), path: Vec::new(), line: None }
    }

    pub fn key(&self, key: &str) -> Place {
        self.step(Step::Key(key.to_string()))
    }

    /// A positional item, counted from 1.
    pub fn item(&self, index: usize) -> Place {
        self.step(Step::Index(index))
    }

    fn step(&self, step: Step) -> Place {
        let path = self.path.iter().cloned().chain([step]).collect();
        Place { source: self.source.clone(), path, line: self.line }
    }

    /// The same place, falling back to `line` where the text does not show the key.
    pub fn or_line(mut self, line: Option<u32>) -> Place {
        self.line = line.or(self.line);
        self
    }

    /// The line of the key itself, else of the constructor around it, else of the nearest key above.
    pub fn line(&self) -> Option<u32> {
        if let ([], Some(line)) = (self.path.as_slice(), self.line) {
            return Some(line);
        }
        let lines = self.source.lines();
        let exact = lines.exact(&self.path).map(|spot| spot.line);
        exact.or(self.line).or_else(|| lines.spot(&self.path).map(|spot| spot.line))
    }

    /// The part of the text that a reader should look at: the key itself, else its line.
    pub fn span(&self) -> Option<Range<usize>> {
        let number = self.line()?;
        let (start, line) = self.source.line(number)?;
        let is_key = !self.path.is_empty();
        let spot = self.source.lines().exact(&self.path).filter(|spot| is_key && spot.line == number);
        let within = match spot.and_then(|spot| line.char_indices().nth(spot.column as usize - 1)) {
            Some((from, first)) => from..from + token(&line[from..], first),
            None => line.len() - line.trim_start().len()..line.trim_end().len(),
        };
        Some(start + within.start..start + within.end.max(within.start))
    }

    /// The column at which that part begins in its line, from 1, and how many characters it has.
    pub fn columns(&self) -> Option<(usize, usize)> {
        let span = self.span()?;
        let start = self.source.text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        let characters = |range: Range<usize>| self.source.text[range].chars().count();
        Some((characters(start..span.start) + 1, characters(span)))
    }

    /// Whether two places are in the same file.
    pub fn same_file(&self, other: &Place) -> bool {
        Arc::ptr_eq(&self.source, &other.source)
    }
}

/// How long the name, the quoted text or the sign is that a line begins with.
fn token(line: &str, first: char) -> usize {
    let within = &line[first.len_utf8()..];
    let rest = match first {
        '"' | '\'' => within.find(first).map(|end| end + 1),
        _ if first.is_alphanumeric() => {
            within.find(|letter: char| !letter.is_alphanumeric() && letter != '_')
        }
        _ => Some(0),
    };
    first.len_utf8() + rest.unwrap_or(within.len())
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.line() {
            Some(line) => write!(f, "{}:{line}", self.source.file),
            None => f.write_str(&self.source.file),
        }
    }
}

/// Something wrong with a script.
#[derive(Clone, Debug)]
pub struct Fault {
    pub place: Place,
    /// The key path in the declaration, such as `finish.road.tie`.
    pub path: String,
    pub says: String,
    /// Whether the script says so itself, with `error` or `assert`.
    pub is_refusal: bool,
}

impl Fault {
    pub fn new(place: &Place, path: impl Into<String>, says: impl Into<String>) -> Fault {
        let (path, says) = (readable(&path.into()), readable(&says.into()));
        Fault { place: place.clone(), path, says, is_refusal: false }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.path.as_str() {
            "" => write!(f, "{}: {}", self.place, self.says),
            path => write!(f, "{}: {path}: {}", self.place, self.says),
        }
    }
}
