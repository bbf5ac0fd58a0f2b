//! `pairs` in a fixed order: integers ascending, other numbers ascending, strings in byte order, `false`, `true`.
//!
//! Stock Lua walks a table in the order of its hashes, which differ from run to run.

use std::cmp::Ordering;

use mlua::{Function, Lua, LuaString, Table, Value};

use super::super::fault::RaisedFault;
use super::super::memory::list;
use super::super::meter::Meter;
use super::super::read_only::{contents_of, is_hidden};
use super::{check_items, type_name};

pub(super) fn pairs(lua: &Lua, meter: &Meter) -> mlua::Result<Function> {
    let budget = meter.clone();
    let ordered_keys = lua.create_function(move |lua, table: Value| match table {
        Value::Table(table) => {
            let keys = ordered_keys(&contents_of(&table)?, &budget)?;
            list(lua, keys.into_iter().map(OrderedKey::into_value).collect())
        }
        other => Err(RaisedFault::here(format!("pairs needs a table, got {}", type_name(&other)))),
    })?;
    lua.load(include_str!("pairs.lua")).set_name("=pairs").call(ordered_keys)
}

/// Key with a position in the order; no two are equal.
#[derive(Debug)]
enum OrderedKey {
    Integer(i64),
    Number(f64),
    Text(LuaString),
    Boolean(bool),
}

impl OrderedKey {
    fn new(key: Value) -> mlua::Result<OrderedKey> {
        match key {
            Value::Integer(key) => Ok(OrderedKey::Integer(key)),
            Value::Number(key) => Ok(OrderedKey::Number(key)),
            Value::String(key) => Ok(OrderedKey::Text(key)),
            Value::Boolean(key) => Ok(OrderedKey::Boolean(key)),
            other => Err(RaisedFault::here(format!("pairs cannot order a key that is a {}", type_name(&other)))),
        }
    }

    fn into_value(self) -> Value {
        match self {
            OrderedKey::Integer(key) => Value::Integer(key),
            OrderedKey::Number(key) => Value::Number(key),
            OrderedKey::Text(key) => Value::String(key),
            OrderedKey::Boolean(key) => Value::Boolean(key),
        }
    }

    fn rank(&self) -> u8 {
        match self {
            OrderedKey::Integer(_) => 0,
            OrderedKey::Number(_) => 1,
            OrderedKey::Text(_) => 2,
            OrderedKey::Boolean(_) => 3,
        }
    }

    fn order(&self, other: &OrderedKey) -> Ordering {
        match (self, other) {
            (OrderedKey::Integer(a), OrderedKey::Integer(b)) => a.cmp(b),
            (OrderedKey::Number(a), OrderedKey::Number(b)) => a.total_cmp(b),
            (OrderedKey::Text(a), OrderedKey::Text(b)) => a.as_bytes().cmp(&b.as_bytes()),
            (OrderedKey::Boolean(a), OrderedKey::Boolean(b)) => a.cmp(b),
            (a, b) => a.rank().cmp(&b.rank()),
        }
    }
}

fn ordered_keys(table: &Table, meter: &Meter) -> mlua::Result<Vec<OrderedKey>> {
    let mut keys = Vec::new();
    table.for_each(|key: Value, _: Value| {
        if is_hidden(&key) {
            return Ok(());
        }
        let key = OrderedKey::new(key)?;
        match &key {
            OrderedKey::Text(text) => meter.charge_bytes(text.as_bytes().len())?,
            _ => meter.charge(1)?,
        }
        keys.push(key);
        check_items(keys.len())
    })?;
    keys.sort_unstable_by(OrderedKey::order);
    Ok(keys)
}
