//! Reader of a declared table: values by key, and the errors of those that have another type.

use std::collections::BTreeMap;

use super::decl::DeclNode;
use super::doc::KeySpec;
use super::keys;
use super::options::unknown_key;
use super::source::{Diagnostic, join_path};

/// Table with the faults found in it.
pub(super) struct TableReader<'a> {
    /// Key path of the table.
    pub path: String,
    pub map: &'a BTreeMap<String, DeclNode>,
    pub faults: &'a mut Vec<Diagnostic>,
}

impl<'a> TableReader<'a> {
    /// Reports a fault of the value at a key.
    pub fn report(&mut self, key: &str, node: &DeclNode, message: impl Into<String>) {
        self.faults.push(Diagnostic::new(&node.place, join_path(&self.path, key), message));
    }

    /// Reports the keys that a table does not have.
    pub fn reject_unknown(&mut self, known: &'static [KeySpec]) {
        self.faults.extend(unknown_keys(self.map, &self.path, known));
    }

    /// Value of a key; a fault if it has another type.
    pub fn get<T>(&mut self, key: &str, expected: &str, read: impl Fn(&'a DeclNode) -> Option<T>) -> Option<T> {
        let node = self.map.get(key)?;
        let value = read(node);
        if value.is_none() {
            self.report(key, node, format!("expected {expected}, not {}", node.describe()));
        }
        value
    }

    pub fn text(&mut self, key: &str) -> Option<String> {
        self.get(key, "a text", DeclNode::as_text).map(str::to_string)
    }
}

/// Faults of the keys that a table does not have.
pub(super) fn unknown_keys(map: &BTreeMap<String, DeclNode>, path: &str, known: &'static [KeySpec]) -> Vec<Diagnostic> {
    let unknown = map.iter().filter(|(key, _)| !keys::is_known(known, key));
    unknown.map(|(key, node)| unknown_key(&node.place, path, key, keys::names(known))).collect()
}
