//! `pairs` in a fixed order: integers ascending, other numbers ascending, strings in byte order, `false`, `true`.
//!
//! Stock Lua walks a table in the order of its hashes, which differ from run to run.

use std::cmp::Ordering;

use mlua::{Function, Lua, LuaString, Table, Value};

use super::super::fault::Raised;
use super::super::frozen::{contents_of, is_hidden};
use super::super::memory::list;
use super::super::meter::Meter;
use super::{check_items, kind};

pub(super) fn pairs(lua: &Lua, meter: &Meter) -> mlua::Result<Function> {
    let paid = meter.clone();
    let ordered_keys = lua.create_function(move |lua, table: Value| match table {
        Value::Table(table) => {
            let keys = ordered_keys(&contents_of(&table)?, &paid)?;
            list(lua, keys.into_iter().map(Key::into_value).collect())
        }
        other => Err(Raised::here(format!("pairs needs a table, got {}", kind(&other)))),
    })?;
    lua.load(include_str!("pairs.lua")).set_name("=pairs").call(ordered_keys)
}

/// A key that has a place in the order, and no two of which are equal.
#[derive(Debug)]
enum Key {
    Integer(i64),
    Number(f64),
    Text(LuaString),
    Truth(bool),
}

impl Key {
    fn new(key: Value) -> mlua::Result<Key> {
        match key {
            Value::Integer(key) => Ok(Key::Integer(key)),
            Value::Number(key) => Ok(Key::Number(key)),
            Value::String(key) => Ok(Key::Text(key)),
            Value::Boolean(key) => Ok(Key::Truth(key)),
            other => Err(Raised::here(format!("pairs cannot order a key that is a {}", kind(&other)))),
        }
    }

    fn into_value(self) -> Value {
        match self {
            Key::Integer(key) => Value::Integer(key),
            Key::Number(key) => Value::Number(key),
            Key::Text(key) => Value::String(key),
            Key::Truth(key) => Value::Boolean(key),
        }
    }

    fn kind(&self) -> u8 {
        match self {
            Key::Integer(_) => 0,
            Key::Number(_) => 1,
            Key::Text(_) => 2,
            Key::Truth(_) => 3,
        }
    }

    fn order(&self, other: &Key) -> Ordering {
        match (self, other) {
            (Key::Integer(a), Key::Integer(b)) => a.cmp(b),
            (Key::Number(a), Key::Number(b)) => a.total_cmp(b),
            (Key::Text(a), Key::Text(b)) => a.as_bytes().cmp(&b.as_bytes()),
            (Key::Truth(a), Key::Truth(b)) => a.cmp(b),
            (a, b) => a.kind().cmp(&b.kind()),
        }
    }
}

fn ordered_keys(table: &Table, meter: &Meter) -> mlua::Result<Vec<Key>> {
    let mut keys = Vec::new();
    table.for_each(|key: Value, _: Value| {
        if is_hidden(&key) {
            return Ok(());
        }
        let key = Key::new(key)?;
        match &key {
            Key::Text(text) => meter.charge_bytes(text.as_bytes().len())?,
            _ => meter.charge(1)?,
        }
        keys.push(key);
        check_items(keys.len())
    })?;
    keys.sort_unstable_by(Key::order);
    Ok(keys)
}
