//! Conversion of Lua values to declarations. The table is walked with a key path, because conversions without key and
//! file give useless messages.

use std::collections::BTreeMap;

use mlua::{AnyUserData, Function, Table, Value as Lua};

use super::api::{ConstructorCall, OFF};
use crate::rules::check::{is_plain, positional_key};
use crate::rules::decl::{DeclNode, DeclValue, MergeOrder, RuleDecl};
use crate::rules::{Diagnostic, SourcePlace, join_path};
use houserule_core::text::sanitised;

/// Limits of a declaration: nesting depth and number of values. Lua counts a string once however often it is used, but
/// every use is copied, so names and strings have limits of their own.
pub const MAX_TABLE_DEPTH: usize = 24;
pub const MAX_VALUES: usize = 5_000;
pub const MAX_NAME_LEN: usize = 64;
pub const MAX_TEXT_LEN: usize = 1024;

/// Converter of Lua values; functions are stored separately and represented by their number.
pub struct LuaReader<'a> {
    pub functions: &'a mut Vec<Function>,
    pub faults: Vec<Diagnostic>,
    depth: usize,
    values: usize,
}

impl<'a> LuaReader<'a> {
    pub fn new(functions: &'a mut Vec<Function>) -> LuaReader<'a> {
        LuaReader { functions, faults: Vec::new(), depth: 0, values: 0 }
    }

    /// Converts a value; `None` after an error.
    pub fn read(&mut self, value: &Lua, place: &SourcePlace, path: &str) -> Option<DeclNode> {
        self.values += 1;
        if self.depth > MAX_TABLE_DEPTH || self.values > MAX_VALUES {
            if self.faults.is_empty() {
                let message = format!(
                    "too large; tables may nest {MAX_TABLE_DEPTH} deep and hold at most {MAX_VALUES} values in all"
                );
                self.faults.push(Diagnostic::new(place, path, message));
            }
            return None;
        }
        self.depth += 1;
        let value = match value {
            Lua::Boolean(flag) => Some(DeclValue::Flag(*flag)),
            Lua::Integer(n) => Some(DeclValue::Int(*n)),
            Lua::Number(n) => Some(DeclValue::Number(*n)),
            Lua::String(text) => self.text(text, MAX_TEXT_LEN, place, path).map(DeclValue::Text),
            Lua::Function(function) => {
                self.functions.push(function.clone());
                Some(DeclValue::Function(self.functions.len() - 1))
            }
            Lua::Table(table) => self.table(table, place, path),
            Lua::UserData(data) => {
                let node = self.constructed(data, place, path);
                self.depth -= 1;
                return node;
            }
            other => {
                self.fault(place, path, format!("a declaration cannot contain a {}", other.type_name()));
                None
            }
        };
        self.depth -= 1;
        Some(DeclNode::new(value?, place.clone()))
    }

    fn fault(&mut self, place: &SourcePlace, path: &str, message: impl Into<String>) {
        self.faults.push(Diagnostic::new(place, path, message));
    }

    fn text(&mut self, text: &mlua::LuaString, max_len: usize, place: &SourcePlace, path: &str) -> Option<String> {
        let length = text.as_bytes().len();
        if length > max_len {
            self.fault(place, path, format!("a text of {length} bytes; the maximum is {max_len}"));
            return None;
        }
        Some(sanitised(&text.to_string_lossy()))
    }

    fn table(&mut self, table: &Table, place: &SourcePlace, path: &str) -> Option<DeclValue> {
        let (items, fields) = self.entries(table, place, path)?;
        if !items.is_empty() && !fields.is_empty() {
            self.fault(place, path, "a table is either a list or has names for its values, not both");
            return None;
        }
        if items.is_empty() {
            self.map(fields, place, path).map(DeclValue::Map)
        } else {
            self.list(items, place, path).map(DeclValue::List)
        }
    }

    /// Splits a table into items by position and fields by name, in a deterministic order.
    fn entries(&mut self, table: &Table, place: &SourcePlace, path: &str) -> Option<(Vec<Lua>, BTreeMap<String, Lua>)> {
        let mut items = BTreeMap::new();
        let mut fields = BTreeMap::new();
        for pair in table.pairs::<Lua, Lua>() {
            let Ok((key, value)) = pair else { continue };
            if items.len() + fields.len() > MAX_VALUES {
                self.fault(place, path, format!("a table holds {MAX_VALUES} values at most"));
                return None;
            }
            match key {
                Lua::Integer(index) => {
                    items.insert(index, value);
                }
                Lua::String(name) => {
                    fields.insert(self.text(&name, MAX_NAME_LEN, place, path)?, value);
                }
                other => {
                    self.fault(place, path, format!("a key must be a name or a position, not a {}", other.type_name()));
                    return None;
                }
            }
        }
        if items.keys().enumerate().any(|(index, &key)| key != index as i64 + 1) {
            self.fault(place, path, "a list must be numbered from 1 without gaps");
            return None;
        }
        Some((items.into_values().collect(), fields))
    }

    fn list(&mut self, items: Vec<Lua>, place: &SourcePlace, path: &str) -> Option<Vec<DeclNode>> {
        let nodes: Vec<_> = items
            .iter()
            .enumerate()
            .map(|(index, item)| self.read(item, &place.item(index + 1), &format!("{path}[{}]", index + 1)))
            .collect();
        nodes.into_iter().collect()
    }

    fn map(
        &mut self,
        fields: BTreeMap<String, Lua>,
        place: &SourcePlace,
        path: &str,
    ) -> Option<BTreeMap<String, DeclNode>> {
        let nodes: Vec<_> = fields
            .into_iter()
            .map(|(key, value)| {
                let node = self.read(&value, &place.key(&key), &join_path(path, &key))?;
                Some((key, node))
            })
            .collect();
        nodes.into_iter().collect()
    }

    /// Converts a rule value. Its first parameter may have been given by position.
    fn constructed(&mut self, data: &AnyUserData, place: &SourcePlace, path: &str) -> Option<DeclNode> {
        let Some(value) = ConstructorCall::from_userdata(data) else {
            self.fault(place, path, "a declaration cannot contain this value");
            return None;
        };
        let place = place.clone().or_line(value.line);
        if value.name == OFF {
            let Lua::String(id) = &value.args else {
                self.fault(&place, path, "`off` needs the id of the rule value to remove, as in off \"road\"");
                return None;
            };
            let id = self.text(id, MAX_NAME_LEN, &place, path)?;
            return Some(DeclNode::new(DeclValue::Off(id), place));
        }
        let mut fields = BTreeMap::new();
        let positional = match &value.args {
            Lua::Nil => None,
            Lua::Table(table) => {
                let (items, named) = self.entries(table, &place, path)?;
                fields = self.map(named, &place, path)?;
                if items.is_empty() { None } else { Some(DeclValue::List(self.list(items, &place, path)?)) }
            }
            single => Some(self.read(single, &place, path)?.value),
        };
        if let Some(positional) = positional {
            let Some(first) = positional_key(value.name).filter(|first| !fields.contains_key(*first)) else {
                self.fault(&place, path, format!("`{}` needs values with names", value.name));
                return None;
            };
            fields.insert(first.to_string(), DeclNode::new(positional, place.clone()));
        }
        let id = self.take_name(&mut fields, "id", path)?.unwrap_or_else(|| value.name.to_string());
        let before = self.take_name(&mut fields, "before", path)?.map(MergeOrder::Before);
        let order = before.or(self.take_name(&mut fields, "after", path)?.map(MergeOrder::After));
        let rule = RuleDecl { name: value.name.to_string(), id, fields, order };
        Some(DeclNode::new(DeclValue::Rule(rule), place))
    }

    /// Removes a string from a rule value's fields. `None` after an error.
    fn take_name(&mut self, fields: &mut BTreeMap<String, DeclNode>, key: &str, path: &str) -> Option<Option<String>> {
        let Some(node) = fields.remove(key) else { return Some(None) };
        match node.as_text() {
            Some(text) if is_plain(text) => Some(Some(text.to_string())),
            _ => {
                let message = format!("expected a plain name, not {}", node.describe());
                self.fault(&node.place, &format!("{path}.{key}"), message);
                None
            }
        }
    }
}
