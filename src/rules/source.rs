//! Script texts, and places in them. A place is a key path; its line is looked up in the text only when
//! somebody wants to read it.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::lines::{Lines, Step};

/// A script's text and the name it goes by in messages.
#[derive(Debug)]
pub struct Source {
    pub file: String,
    pub text: String,
    lines: OnceLock<Lines>,
}

impl Source {
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Source {
        Source { file: file.into(), text: text.into(), lines: OnceLock::new() }
    }

    /// The last part of the file's path.
    pub fn short_name(&self) -> &str {
        self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file)
    }

    fn lines(&self) -> &Lines {
        self.lines.get_or_init(|| Lines::of(&self.text))
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

    /// Whether two places are in the same file.
    pub fn same_file(&self, other: &Place) -> bool {
        Arc::ptr_eq(&self.source, &other.source)
    }
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
}

impl Fault {
    pub fn new(place: &Place, path: impl Into<String>, says: impl Into<String>) -> Fault {
        Fault { place: place.clone(), path: path.into(), says: says.into() }
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
