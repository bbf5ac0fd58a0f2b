//! Where the keys of a script's declaration stand in its source.
//!
//! A Lua table does not know the lines of its keys, so the same source is read a second time here
//! and joined to the declaration by key path. What a key means and how a fault is worded lives
//! elsewhere.
//!
//! Every walk below is a loop, and linear in the source.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::syntax::{Field, Kind, SyntaxTree};

/// One step of a key path inside a script's declaration.
#[derive(Clone, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
pub enum PathStep {
    Key(String),
    /// An item of a list, counted from 1 as Lua does.
    Index(usize),
}

/// One step of the way to some values of a declaration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathPattern<'a> {
    Key(&'a str),
    /// Whatever is one step further.
    Any,
    /// Whatever is any number of steps further, none included.
    Below,
}

/// Where every key of a script's declaration stands in its source.
#[derive(Debug, Default)]
pub struct Lines {
    declaration: Option<KeyEntry>,
    /// By node: keys that name the same local share one value, so that the map cannot
    /// outgrow the source.
    values: HashMap<usize, ValueLines>,
}

/// Where a key stands, and what is written there if that has keys of its own.
#[derive(Clone, Copy, Debug)]
struct KeyEntry {
    /// The first byte of the key.
    from: usize,
    value: Option<usize>,
    /// The bytes of the value, where it is a text, a number or a flag.
    literal: Option<(usize, usize)>,
}

#[derive(Debug)]
enum ValueLines {
    Table(HashMap<PathStep, KeyEntry>),
    /// The tables a function returns, in the order of the source.
    Function(Vec<usize>),
}

impl Lines {
    pub fn of(text: &str, tree: &SyntaxTree) -> Lines {
        let mut script = ParsedScript { text, tree, locals: HashMap::new() };
        script.bind_locals();
        script.lines().unwrap_or_default()
    }

    /// Where the key at `path` begins, or its nearest known ancestor, at last the declaration.
    pub fn nearest(&self, path: &[PathStep]) -> Option<usize> {
        self.follow(path).map(|(entry, _)| entry.from)
    }

    /// Where the key at `path` begins, only if the source spells that key out.
    pub fn exact(&self, path: &[PathStep]) -> Option<usize> {
        let (entry, steps) = self.follow(path)?;
        (steps == path.len()).then_some(entry.from)
    }

    /// The text, number or flag at `path`, only if the source spells it out there.
    pub fn literal(&self, path: &[PathStep]) -> Option<Range<usize>> {
        let (entry, steps) = self.follow(path)?;
        let (from, to) = entry.literal.filter(|_| steps == path.len())?;
        Some(from..to)
    }

    /// Follows `path` as far as it is known, and says how many steps that was.
    fn follow(&self, path: &[PathStep]) -> Option<(KeyEntry, usize)> {
        let mut last = self.declaration?;
        let mut values = Vec::from_iter(self.declaration?.value);
        for (steps, step) in path.iter().enumerate() {
            // A function stands for every table it returns; the first with the key gives the place.
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

    /// The functions at the end of a way, as nodes of the tree.
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

/// A source and its tree.
struct ParsedScript<'s> {
    text: &'s str,
    tree: &'s SyntaxTree,
    /// The tables and functions behind names that the whole source binds once, with `local`.
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
        let assignment =
            self.tree.children(declaration).find(|&at| self.tree.kind(at) == Kind::Assignment)?;
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
                matches!(
                    self.tree.kind(parent),
                    Kind::Names | Kind::Parameters | Kind::ForRange | Kind::Function
                )
            })
    }

    /// The entry of a key, or of an item where there is none.
    fn entry(&self, at: usize, value: Option<usize>) -> KeyEntry {
        let value = value.unwrap_or(at);
        let is_literal =
            matches!(self.tree.kind(value), Kind::Text | Kind::Number | Kind::True | Kind::False);
        let Range { start, end } = self.tree.span(value);
        let literal = is_literal.then_some((start, end));
        KeyEntry { from: self.tree.span(at).start, value: self.value(value), literal }
    }

    /// The keys of a table constructor.
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

    /// The key in `["turn"]` or `[3]`; none if it has to be computed.
    fn bracketed(&self, key: usize) -> Option<PathStep> {
        let text = self.name(key);
        match self.tree.kind(key) {
            Kind::Text => text_of(text).map(|key| PathStep::Key(key.to_owned())),
            Kind::Number => text.parse().ok().map(PathStep::Index),
            _ => None,
        }
    }

    /// The table or function that an expression stands for.
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

    /// A call stands for the table it is given; of `f { .. } "x" { .. }` that is the last.
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

/// What a quoted text says, if it says so plainly.
fn text_of(quoted: &str) -> Option<&str> {
    let inner = quoted.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
    (!inner.contains('\\')).then_some(inner)
}

#[cfg(test)]
mod tests;
