//! `table`: functions that move many items pay for each of them.

use mlua::{Function, Lua, MultiValue, Table, Value, Variadic};

use super::super::fault::RaisedFault;
use super::super::length::fast_length;
use super::super::meter::Meter;
use super::super::read_only::{check_writable, contents_of};
use super::{check_items, check_length, check_results, display_string, type_name};

pub(super) fn add(lua: &Lua, meter: &Meter, names: &Table) -> mlua::Result<()> {
    let budget = meter.clone();
    names.raw_set(
        "insert",
        lua.create_function(move |lua, (table, args): (Table, MultiValue)| insert(lua, &budget, &table, args))?,
    )?;
    let budget = meter.clone();
    names.raw_set(
        "remove",
        lua.create_function(move |lua, (table, at): (Table, Option<i64>)| remove(lua, &budget, &table, at))?,
    )?;
    let budget = meter.clone();
    names.raw_set(
        "concat",
        lua.create_function(move |lua, (table, separator, from, to): ConcatArgs| {
            let items = slice(lua, &budget, &contents_of(&table)?, from, to)?;
            let separator = separator.map_or_else(Vec::new, |between| between.as_bytes().to_vec());
            lua.create_string(join(lua, &budget, &items, &separator)?)
        })?,
    )?;
    let budget = meter.clone();
    names.raw_set(
        "unpack",
        lua.create_function(move |lua, (table, from, to): (Table, Option<i64>, Option<i64>)| {
            let items = slice(lua, &budget, &contents_of(&table)?, from, to)?;
            check_results(items.len())?;
            Ok(Variadic::from_iter(items))
        })?,
    )?;
    let budget = meter.clone();
    names.raw_set(
        "sort",
        lua.create_function(move |lua, (table, comparator): (Table, Option<Function>)| {
            sort(lua, &budget, &table, comparator.as_ref())
        })?,
    )
}

type ConcatArgs = (Table, Option<mlua::LuaString>, Option<i64>, Option<i64>);

fn insert(lua: &Lua, meter: &Meter, table: &Table, mut args: MultiValue) -> mlua::Result<()> {
    check_writable(table)?;
    let length = fast_length(lua, table);
    match (args.pop_front(), args.pop_front(), args.is_empty()) {
        (Some(value), None, _) => {
            meter.charge(1)?;
            table.raw_set(length.saturating_add(1), value)
        }
        (Some(at), Some(value), true) => {
            let at = match at.as_integer() {
                Some(at) if (1..=length.saturating_add(1)).contains(&at) => at,
                Some(at) => return Err(out_of_bounds(at, length)),
                None => return Err(RaisedFault::here("the position to insert at is not an integer")),
            };
            meter.charge((length - at + 1) as usize)?;
            if is_lua_length(table, length) {
                return table.raw_insert(at, value);
            }
            for index in (at..=length).rev() {
                table.raw_set(index + 1, table.raw_get::<Value>(index)?)?;
            }
            table.raw_set(at, value)
        }
        _ => Err(RaisedFault::here("insert needs a table, an optional position and a value")),
    }
}

/// Whether Lua agrees on the length of a list, so that it can move the items itself.
fn is_lua_length(table: &Table, length: i64) -> bool {
    i64::try_from(table.raw_len()) == Ok(length)
}

fn remove(lua: &Lua, meter: &Meter, table: &Table, at: Option<i64>) -> mlua::Result<Value> {
    check_writable(table)?;
    let length = fast_length(lua, table);
    let Some(at) = at else {
        meter.charge(1)?;
        let value = table.raw_get(length)?;
        table.raw_set(length, Value::Nil)?;
        return Ok(value);
    };
    // As in stock Lua, the empty slot after the last item may be removed.
    if Some(at) == length.checked_add(1) || at == 0 && length == 0 {
        let value = table.raw_get(at)?;
        table.raw_set(at, Value::Nil)?;
        return Ok(value);
    }
    if !(1..=length).contains(&at) {
        return Err(out_of_bounds(at, length));
    }
    meter.charge((length - at) as usize)?;
    let value = table.raw_get(at)?;
    if is_lua_length(table, length) {
        table.raw_remove(at)?;
        return Ok(value);
    }
    for index in at..length {
        table.raw_set(index, table.raw_get::<Value>(index + 1)?)?;
    }
    table.raw_set(length, Value::Nil)?;
    Ok(value)
}

fn out_of_bounds(at: i64, length: i64) -> mlua::Error {
    RaisedFault::here(format!("position {at} is outside a list of {length} items"))
}

/// Returns the items `from` to `to` of a list, by default all.
fn slice(lua: &Lua, meter: &Meter, table: &Table, from: Option<i64>, to: Option<i64>) -> mlua::Result<Vec<Value>> {
    let from = from.unwrap_or(1);
    let to = to.unwrap_or_else(|| fast_length(lua, table));
    if from > to {
        return Ok(Vec::new());
    }
    let items = usize::try_from(to.abs_diff(from)).map_or(usize::MAX, |gap| gap.saturating_add(1));
    check_items(items)?;
    meter.charge(items)?;
    (from..=to).map(|index| table.raw_get(index)).collect()
}

fn join(lua: &Lua, meter: &Meter, items: &[Value], separator: &[u8]) -> mlua::Result<Vec<u8>> {
    let mut out = Vec::new();
    for (index, item) in items.iter().enumerate() {
        if !matches!(item, Value::String(_) | Value::Integer(_) | Value::Number(_)) {
            return Err(RaisedFault::here(format!(
                "item {} to concat is a {}, not a text or number",
                index + 1,
                type_name(item)
            )));
        }
        let item = display_string(lua, item)?;
        let item = item.as_bytes();
        let separator = if index == 0 { &[][..] } else { separator };
        check_length(out.len().saturating_add(separator.len()).saturating_add(item.len()))?;
        meter.charge_bytes(separator.len() + item.len())?;
        out.extend_from_slice(separator);
        out.extend_from_slice(&item);
    }
    Ok(out)
}

fn sort(lua: &Lua, meter: &Meter, table: &Table, comparator: Option<&Function>) -> mlua::Result<()> {
    check_writable(table)?;
    let items = slice(lua, meter, table, None, None)?;
    let rounds = items.len().max(1).ilog2() as usize;
    // A comparison costs as much as a few instructions.
    meter.charge(3 * items.len() * rounds)?;
    let sorted = merge_sort(items, &mut |a, b| match comparator {
        Some(comparator) => meter.call_back(lua, comparator, (a, b)).map(|answer| is_true(&answer)),
        None => is_less(meter, a, b),
    })?;
    for (index, item) in sorted.into_iter().enumerate() {
        table.raw_seti(index + 1, item)?;
    }
    Ok(())
}

fn is_true(value: &Value) -> bool {
    !matches!(value, Value::Nil | Value::Boolean(false))
}

fn is_less(meter: &Meter, a: &Value, b: &Value) -> mlua::Result<bool> {
    match (a, b) {
        (Value::Integer(a), Value::Integer(b)) => Ok(a < b),
        (Value::Integer(a), Value::Number(b)) => Ok((*a as f64) < *b),
        (Value::Number(a), Value::Integer(b)) => Ok(*a < *b as f64),
        (Value::Number(a), Value::Number(b)) => Ok(a < b),
        (Value::String(a), Value::String(b)) => {
            let (a, b) = (a.as_bytes(), b.as_bytes());
            meter.charge_bytes(a.len().min(b.len()))?;
            Ok(*a < *b)
        }
        (a, b) => Err(RaisedFault::here(format!("sort cannot compare a {} with a {}", type_name(a), type_name(b)))),
    }
}

/// Stable merge sort that, unlike those of `std`, tolerates an inconsistent comparison: the result is then not sorted,
/// but always the same.
fn merge_sort<T>(mut items: Vec<T>, is_less: &mut impl FnMut(&T, &T) -> mlua::Result<bool>) -> mlua::Result<Vec<T>> {
    if items.len() < 2 {
        return Ok(items);
    }
    let right = items.split_off(items.len() / 2);
    let mut left = merge_sort(items, is_less)?.into_iter().peekable();
    let mut right = merge_sort(right, is_less)?.into_iter().peekable();
    let mut merged = Vec::with_capacity(left.len() + right.len());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let next = if is_less(b, a)? { right.next() } else { left.next() };
        merged.extend(next);
    }
    merged.extend(left);
    merged.extend(right);
    Ok(merged)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sorting_is_stable() {
        let items = vec![(2, 'a'), (1, 'b'), (2, 'c'), (1, 'd'), (0, 'e')];
        let sorted = merge_sort(items, &mut |a, b| Ok(a.0 < b.0)).unwrap();
        assert_eq!(sorted, [(0, 'e'), (1, 'b'), (1, 'd'), (2, 'a'), (2, 'c')]);
    }

    #[test]
    fn sorting_with_an_inconsistent_comparison_ends() {
        let sorted = merge_sort((0..100).collect(), &mut |_, _| Ok(true)).unwrap();
        assert_eq!(sorted.len(), 100);
    }
}
