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
pub struct SourceMap {
    declaration: Option<KeyEntry>,
    /// By node: keys that name the same local share one value, so that the map cannot outgrow the source.
    values: HashMap<usize, ValueKeys>,
}

/// Position of a key, and its value if that has keys of its own.
#[derive(Clone, Copy, Debug)]
struct KeyEntry {
    /// First byte of the key.
    start: usize,
    value: Option<usize>,
    /// Bytes of the value, if it is a literal string, number or boolean.
    literal: Option<(usize, usize)>,
}

#[derive(Debug)]
enum ValueKeys {
    Table(HashMap<PathStep, KeyEntry>),
    /// Tables that a function returns, in source order.
    Function(Vec<usize>),
}

impl SourceMap {
    /// Source map of a script.
    pub fn of(text: &str, tree: &SyntaxTree) -> SourceMap {
        let mut script = ParsedScript { text, tree, locals: HashMap::new() };
        script.bind_locals();
        script.lines().unwrap_or_default()
    }

    /// Position of the key at `path`, or of its nearest known ancestor, ultimately of the declaration.
    pub fn nearest(&self, path: &[PathStep]) -> Option<usize> {
        self.walk(path).map(|(entry, _)| entry.start)
    }

    /// Position of the key at `path`, only if the source spells that key out.
    pub fn exact(&self, path: &[PathStep]) -> Option<usize> {
        let (entry, steps) = self.walk(path)?;
        (steps == path.len()).then_some(entry.start)
    }

    /// The literal at `path`, only if the source spells it out there.
    pub fn literal(&self, path: &[PathStep]) -> Option<Range<usize>> {
        let (entry, steps) = self.walk(path)?;
        let (start, end) = entry.literal.filter(|_| steps == path.len())?;
        Some(start..end)
    }

    /// Positions of the key at `path`, in every table that spells it out.
    pub fn all_starts(&self, path: &[PathStep]) -> Vec<usize> {
        let Some((last, above)) = path.split_last() else { return Vec::new() };
        let mut values = Vec::from_iter(self.declaration.and_then(|entry| entry.value));
        for step in above {
            let tables = values.iter().flat_map(|value| self.tables(value));
            values = tables.filter_map(|keys| keys.get(step)?.value).collect();
        }
        values.sort_unstable();
        values.dedup();
        let tables = values.iter().flat_map(|value| self.tables(value));
        tables.filter_map(|keys| Some(keys.get(last)?.start)).collect()
    }

    /// Follows `path` as far as it is known, and returns the number of steps.
    fn walk(&self, path: &[PathStep]) -> Option<(KeyEntry, usize)> {
        let mut last = self.declaration?;
        let mut values = Vec::from_iter(self.declaration?.value);
        for (steps, step) in path.iter().enumerate() {
            // A function represents every table it returns; the first with the key gives the position.
            let tables = values.iter().flat_map(|value| self.tables(value));
            let entries: Vec<&KeyEntry> = tables.filter_map(|keys| keys.get(step)).collect();
            let Some(first) = entries.first() else { return Some((last, steps)) };
            last = **first;
            let mut visited = HashSet::new();
            values = entries.iter().filter_map(|entry| entry.value).collect();
            values.retain(|&value| visited.insert(value));
        }
        Some((last, path.len()))
    }

    /// Functions that a pattern matches, as nodes of the tree.
    pub fn functions(&self, pattern: &[PathPattern]) -> Vec<usize> {
        let mut values: Vec<usize> = self.declaration.and_then(|entry| entry.value).into_iter().collect();
        for expected in pattern {
            let mut visited: HashSet<usize> = HashSet::new();
            let mut pending = values;
            values = Vec::new();
            if *expected == PathPattern::Below {
                visited.extend(&pending);
                values.extend(&pending);
            }
            while let Some(value) = pending.pop() {
                for keys in self.tables(&value) {
                    let next = keys.iter().filter(|(step, _)| match (expected, step) {
                        (PathPattern::Key(wanted), PathStep::Key(key)) => wanted == key,
                        (PathPattern::Key(_), PathStep::Index(_)) => false,
                        (PathPattern::Any | PathPattern::Below, _) => true,
                    });
                    for node in next.filter_map(|(_, entry)| entry.value).filter(|&node| visited.insert(node)) {
                        values.push(node);
                        if *expected == PathPattern::Below {
                            pending.push(node);
                        }
                    }
                }
            }
        }
        values.retain(|value| matches!(self.values.get(value), Some(ValueKeys::Function(_))));
        values.sort_unstable();
        values
    }

    fn tables<'a>(&'a self, value: &'a usize) -> impl Iterator<Item = &'a HashMap<PathStep, KeyEntry>> {
        let tables = match self.values.get(value) {
            Some(ValueKeys::Function(returned)) => returned,
            _ => std::slice::from_ref(value),
        };
        tables.iter().filter_map(|table| match self.values.get(table) {
            Some(ValueKeys::Table(keys)) => Some(keys),
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
    fn lines(&self) -> Option<SourceMap> {
        // A chunk may return early inside an `if`; its own `return` is always its last.
        let last = self.tree.returns(0).last()?;
        let declaration = self.entry(self.tree.return_values(last).next()?, None);
        let mut values = HashMap::new();
        let mut pending = Vec::from_iter(declaration.value);
        while let Some(node) = pending.pop() {
            if values.contains_key(&node) {
                continue;
            }
            let value = if self.tree.kind(node) == Kind::Table {
                let keys = self.keys(node);
                pending.extend(keys.values().filter_map(|entry| entry.value));
                ValueKeys::Table(keys)
            } else {
                let returned = self.tree.returns(node).filter_map(|node| self.tree.return_values(node).next());
                let mut tables: Vec<usize> = returned.filter_map(|value| self.value(value)).collect();
                tables.retain(|&value| self.tree.kind(value) == Kind::Table);
                pending.extend(&tables);
                ValueKeys::Function(tables)
            };
            values.insert(node, value);
        }
        Some(SourceMap { declaration: Some(declaration), values })
    }

    fn name(&self, node: usize) -> &'s str {
        self.tree.text(self.text, node)
    }

    fn bind_locals(&mut self) {
        let mut bindings: HashMap<&str, usize> = HashMap::new();
        for node in self.tree.all().filter(|&node| self.binds(node)) {
            *bindings.entry(self.name(node)).or_default() += 1;
        }
        for node in self.tree.all().filter(|&node| self.tree.field(node) == Field::Local) {
            let binding = match self.tree.kind(node) {
                Kind::Function => self.tree.child(node, Field::Name).map(|name| (name, Some(node))),
                _ => self.local_binding(node).map(|(name, value)| (name, self.value(value))),
            };
            if let Some((name, Some(value))) = binding
                && bindings.get(self.name(name)) == Some(&1)
            {
                self.locals.insert(self.name(name), value);
            }
        }
    }

    /// Name and value of `local name = ..`.
    fn local_binding(&self, declaration: usize) -> Option<(usize, usize)> {
        let assignment = self.tree.children(declaration).find(|&node| self.tree.kind(node) == Kind::Assignment)?;
        let mut sides = self.tree.children(assignment);
        let (names, values) = (sides.next()?, sides.next()?);
        let mut names = self.tree.children(names).filter(|&node| self.tree.field(node) == Field::Name);
        let (name, value) = (names.next()?, self.tree.children(values).next()?);
        names.next().is_none().then_some((name, value))
    }

    /// Whether a name is declared or assigned here.
    fn binds(&self, node: usize) -> bool {
        self.tree.kind(node) == Kind::Identifier
            && self.tree.field(node) == Field::Name
            && self.tree.parent(node).is_some_and(|parent| {
                matches!(self.tree.kind(parent), Kind::Names | Kind::Parameters | Kind::ForRange | Kind::Function)
            })
    }

    /// Entry of a key, or of an item without one.
    fn entry(&self, node: usize, value: Option<usize>) -> KeyEntry {
        let value = value.unwrap_or(node);
        let is_literal = matches!(self.tree.kind(value), Kind::Text | Kind::Number | Kind::True | Kind::False);
        let Range { start, end } = self.tree.span(value);
        let literal = is_literal.then_some((start, end));
        KeyEntry { start: self.tree.span(node).start, value: self.value(value), literal }
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
                Some(name) => self.bracket_step(name),
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
    fn bracket_step(&self, key: usize) -> Option<PathStep> {
        let text = self.name(key);
        match self.tree.kind(key) {
            Kind::Text => unquote(text).map(|key| PathStep::Key(key.to_owned())),
            Kind::Number => text.parse().ok().map(PathStep::Index),
            _ => None,
        }
    }

    /// Table or function that an expression denotes.
    fn value(&self, mut node: usize) -> Option<usize> {
        loop {
            node = match self.tree.kind(node) {
                Kind::Table | Kind::Lambda => return Some(node),
                Kind::Identifier => return self.locals.get(self.name(node)).copied(),
                Kind::Parenthesis => self.tree.children(node).next()?,
                Kind::Call => self.table_argument(node)?,
                _ => return None,
            }
        }
    }

    /// Table that a call denotes: its argument; for `f { .. } "x" { .. }` the last one.
    fn table_argument(&self, mut call: usize) -> Option<usize> {
        let mut first = None;
        while self.tree.kind(call) == Kind::Call {
            let arguments = self.tree.child(call, Field::Arguments)?;
            let mut items = self.tree.children(arguments);
            if let Some(table) = items.find(|&node| self.tree.kind(node) == Kind::Table) {
                return Some(table);
            }
            let is_parenthesized = self.name(arguments).starts_with('(');
            first = self.tree.children(arguments).next().filter(|_| is_parenthesized).or(first);
            call = self.tree.child(call, Field::Name)?;
        }
        first
    }
}

/// Content of a quoted string without escapes.
fn unquote(quoted: &str) -> Option<&str> {
    let inner = quoted.strip_prefix(['"', '\''])?.strip_suffix(['"', '\''])?;
    (!inner.contains('\\')).then_some(inner)
}

#[cfg(test)]
mod tests;
