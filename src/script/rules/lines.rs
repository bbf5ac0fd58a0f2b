//! Source map: positions of a declaration's keys in its source.
//!
//! A Lua table does not know the lines of its keys, so the source is parsed separately and joined to the declaration by
//! key path. The meaning of keys and the wording of errors are elsewhere.
//!
//! Every traversal is a loop, and linear in the size of the source.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::syntax::{Field, Kind, SyntaxTree};

/// Step of a key path inside a script's declaration.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum PathStep {
    /// Key of a table.
    Key(String),
    /// Item of a list, counted from 1 as in Lua.
    Index(usize),
}

/// Step of a pattern that matches values of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathPattern<'a> {
    /// This key.
    Key(&'a str),
    /// Any single step.
    Any,
    /// Any number of steps, including none.
    Below,
}

/// Position of every key of a script's declaration in its source.
#[derive(Debug, Default)]
pub struct Lines {
    declaration: Option<KeyEntry>,
    /// By node: keys that name the same local share one value, so that the map cannot outgrow the source.
    values: HashMap<usize, ValueLines>,
}

/// Position of a key, and its value if that has keys of its own.
#[derive(Clone, Copy, Debug)]
struct KeyEntry {
    /// First byte of the key.
    from: usize,
    value: Option<usize>,
    /// Bytes of the value, if it is a literal string, number or boolean.
    literal: Option<(usize, usize)>,
}

#[derive(Debug)]
enum ValueLines {
    Table(HashMap<PathStep, KeyEntry>),
    /// Tables that a function returns, in source order.
    Function(Vec<usize>),
}

impl Lines {
    /// Source map of a script.
    pub fn of(text: &str, tree: &SyntaxTree) -> Lines {
        let mut script = ParsedScript { text, tree, locals: HashMap::new() };
        script.bind_locals();
        script.lines().unwrap_or_default()
    }

    /// Position of the key at `path`, or of its nearest known ancestor, ultimately of the declaration.
    pub fn nearest(&self, path: &[PathStep]) -> Option<usize> {
        self.follow(path).map(|(entry, _)| entry.from)
    }

    /// Position of the key at `path`, only if the source spells that key out.
    pub fn exact(&self, path: &[PathStep]) -> Option<usize> {
        let (entry, steps) = self.follow(path)?;
        (steps == path.len()).then_some(entry.from)
    }

    /// The literal at `path`, only if the source spells it out there.
    pub fn literal(&self, path: &[PathStep]) -> Option<Range<usize>> {
        let (entry, steps) = self.follow(path)?;
        let (from, to) = entry.literal.filter(|_| steps == path.len())?;
        Some(from..to)
    }

    /// Follows `path` as far as it is known, and returns the number of steps.
    fn follow(&self, path: &[PathStep]) -> Option<(KeyEntry, usize)> {
        let mut last = self.declaration?;
        let mut values = Vec::from_iter(self.declaration?.value);
        for (steps, step) in path.iter().enumerate() {
            // A function represents every table it returns; the first with the key gives the position.
            let tables = values.iter().flat_map(|value| self.tables(value));
            let entries: Vec<&KeyEntry> = tables.filter_map(|keys| keys.get(step)).collect();
            let Some(first) = entries.first() else {
                return Some((last, steps));
            };
            last = **first;
            let mut seen = HashSet::new();
            values = entries.iter().filter_map(|entry| entry.value).collect();
            values.retain(|&value| seen.insert(value));
        }
        Some((last, path.len()))
    }

    /// Functions that a pattern matches, as nodes of the tree.
    pub fn functions(&self, way: &[PathPattern]) -> Vec<usize> {
        let mut values: Vec<usize> = self.declaration.and_then(|entry| entry.value).into_iter().collect();
        for want in way {
            let mut seen: HashSet<usize> = HashSet::new();
            let mut unread = values;
            values = Vec::new();
            if *want == PathPattern::Below {
                seen.extend(&unread);
                values.extend(&unread);
            }
            while let Some(value) = unread.pop() {
                for keys in self.tables(&value) {
                    let next = keys.iter().filter(|(step, _)| match (want, step) {
                        (PathPattern::Key(wanted), PathStep::Key(key)) => wanted == key,
                        (PathPattern::Key(_), PathStep::Index(_)) => false,
                        (PathPattern::Any | PathPattern::Below, _) => true,
                    });
                    for at in next.filter_map(|(_, entry)| entry.value).filter(|&at| seen.insert(at)) {
                        values.push(at);
                        if *want == PathPattern::Below {
                            unread.push(at);
                        }
                    }
                }
            }
        }
        values.retain(|value| matches!(self.values.get(value), Some(ValueLines::Function(_))));
        values.sort_unstable();
        values
    }

    fn tables<'a>(&'a self, value: &'a usize) -> impl Iterator<Item = &'a HashMap<PathStep, KeyEntry>> {
        let tables = match self.values.get(value) {
            Some(ValueLines::Function(returned)) => returned,
            _ => std::slice::from_ref(value),
        };
        tables.iter().filter_map(|table| match self.values.get(table) {
            Some(ValueLines::Table(keys)) => Some(keys),
            _ => None,
        })
    }
}

/// Source with its tree.
struct ParsedScript<'s> {
    text: &'s str,
    tree: &'s SyntaxTree,
    /// Tables and functions of names that the whole source binds exactly once, with `local`.
    locals: HashMap<&'s str, usize>,
}

impl<'s> ParsedScript<'s> {
    fn lines(&self) -> Option<Lines> {
        // A chunk may return early inside an `if`; its own `return` is always its last.
        let last = self.tree.returns(0).last()?;
        let declaration = self.entry(self.tree.returned(last).next()?, None);
        let mut values = HashMap::new();
        let mut unread = Vec::from_iter(declaration.value);
        while let Some(at) = unread.pop() {
            if values.contains_key(&at) {
                continue;
            }
            let value = if self.tree.kind(at) == Kind::Table {
                let keys = self.keys(at);
                unread.extend(keys.values().filter_map(|entry| entry.value));
                ValueLines::Table(keys)
            } else {
                let returned = self.tree.returns(at).filter_map(|at| self.tree.returned(at).next());
                let mut tables: Vec<usize> = returned.filter_map(|value| self.value(value)).collect();
                tables.retain(|&value| self.tree.kind(value) == Kind::Table);
                unread.extend(&tables);
                ValueLines::Function(tables)
            };
            values.insert(at, value);
        }
        Some(Lines { declaration: Some(declaration), values })
    }

    fn name(&self, at: usize) -> &'s str {
        self.tree.text(self.text, at)
    }

    fn bind_locals(&mut self) {
        let mut bindings: HashMap<&str, usize> = HashMap::new();
        for at in self.tree.all().filter(|&at| self.binds(at)) {
            *bindings.entry(self.name(at)).or_default() += 1;
        }
        for at in self.tree.all().filter(|&at| self.tree.field(at) == Field::Local) {
            let bound = match self.tree.kind(at) {
                Kind::Function => self.tree.child(at, Field::Name).map(|name| (name, Some(at))),
                _ => self.only_local(at).map(|(name, value)| (name, self.value(value))),
            };
            if let Some((name, Some(value))) = bound
                && bindings.get(self.name(name)) == Some(&1)
            {
                self.locals.insert(self.name(name), value);
            }
        }
    }

    /// Name and value of `local name = ..`.
    fn only_local(&self, declaration: usize) -> Option<(usize, usize)> {
        let assignment = self.tree.children(declaration).find(|&at| self.tree.kind(at) == Kind::Assignment)?;
        let mut sides = self.tree.children(assignment);
        let (names, values) = (sides.next()?, sides.next()?);
        let mut names = self.tree.children(names).filter(|&at| self.tree.field(at) == Field::Name);
        let (name, value) = (names.next()?, self.tree.children(values).next()?);
        names.next().is_none().then_some((name, value))
    }

    /// Whether a name is declared or assigned here.
    fn binds(&self, at: usize) -> bool {
        self.tree.kind(at) == Kind::Identifier
            && self.tree.field(at) == Field::Name
            && self.tree.parent(at).is_some_and(|parent| {
                matches!(self.tree.kind(parent), Kind::Names | Kind::Parameters | Kind::ForRange | Kind::Function)
            })
    }

    /// Entry of a key, or of an item without one.
    fn entry(&self, at: usize, value: Option<usize>) -> KeyEntry {
        let value = value.unwrap_or(at);
        let is_literal = matches!(self.tree.kind(value), Kind::Text | Kind::Number | Kind::True | Kind::False);
        let Range { start, end } = self.tree.span(value);
        let literal = is_literal.then_some((start, end));
        KeyEntry { from: self.tree.span(at).start, value: self.value(value), literal }
    }

    /// Keys of a table constructor.
    fn keys(&self, table: usize) -> HashMap<PathStep, KeyEntry> {
        let mut keys = HashMap::new();
        let mut items = 0;
        for field in self.tree.children(table) {
            let step = match self.tree.child(field, Field::Name) {
                Some(name) if self.tree.span(name).start == self.tree.span(field).start => {
                    Some(PathStep::Key(self.name(name).to_owned()))
                }
                Some(name) => self.bracketed(name),
                None => {
                    items += 1;
                    Some(PathStep::Index(items))
                }
            };
            if let (Some(step), Some(value)) = (step, self.tree.child(field, Field::Value)) {
                keys.insert(step, self.entry(field, Some(value)));
            }
        }
        keys
    }

    /// Key in `["turn"]` or `[3]`; `None` if it has to be computed.
    fn bracketed(&self, key: usize) -> Option<PathStep> {
        let text = self.name(key);
        match self.tree.kind(key) {
            Kind::Text => text_of(text).map(|key| PathStep::Key(key.to_owned())),
            Kind::Number => text.parse().ok().map(PathStep::Index),
            _ => None,
        }
    }

    /// Table or function that an expression denotes.
    fn value(&self, mut at: usize) -> Option<usize> {
        loop {
            at = match self.tree.kind(at) {
                Kind::Table | Kind::Lambda => return Some(at),
                Kind::Identifier => return self.locals.get(self.name(at)).copied(),
                Kind::Parenthesis => self.tree.children(at).next()?,
                Kind::Call => self.given(at)?,
                _ => return None,
            }
        }
    }

    /// Table that a call denotes: its argument; for `f { .. } "x" { .. }` the last one.
    fn given(&self, mut call: usize) -> Option<usize> {
        let mut first = None;
        while self.tree.kind(call) == Kind::Call {
            let arguments = self.tree.child(call, Field::Arguments)?;
            let mut given = self.tree.children(arguments);
            if let Some(table) = given.find(|&at| self.tree.kind(at) == Kind::Table) {
                return Some(table);
            }
            let is_listed = self.name(arguments).starts_with('(');
            first = self.tree.children(arguments).next().filter(|_| is_listed).or(first);
            call = self.tree.child(call, Field::Name)?;
        }
        first
    }
}

/// Content of a quoted string without escapes.
fn text_of(quoted: &str) -> Option<&str> {
    let inner = quoted.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
    (!inner.contains('\\')).then_some(inner)
}

#[cfg(test)]
mod tests;
