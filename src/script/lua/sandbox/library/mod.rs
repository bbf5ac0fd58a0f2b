//! Library functions that a script may use: an allow-list, never a deny-list.
//!
//! Stock functions are used if they do a bounded amount of work, keep no state and show no address. All others are
//! ours, pay for the size of their arguments and build no long string.

mod basics;
mod ordered;
mod strings;
mod tables;

use mlua::{Lua, LuaString, Table, Value};

use super::fault::RaisedFault;
use super::memory::{MAX_TEXT_LEN, too_long_message};
use super::meter::Meter;
use super::read_only::freeze;

/// Maximum number of items that a library function handles at once.
pub(super) const MAX_LIBRARY_ITEMS: usize = 64 * 1024;

/// Maximum number of values that a function returns.
pub(super) const MAX_RESULTS: usize = 4 * 1024;

const STOCK_BASICS: &[&str] = &["ipairs", "select", "type"];
const STOCK_MATH: &[&str] =
    &["abs", "ceil", "floor", "huge", "max", "maxinteger", "min", "mininteger", "pi", "tointeger"];
const STOCK_STRING: &[&str] = &["len"];

/// Builds the table of initial names from a state with stock libraries.
pub(super) fn build(lua: &Lua, meter: &Meter) -> mlua::Result<Table> {
    let stock = lua.globals();
    let names = copy_names(lua, &stock, STOCK_BASICS)?;
    basics::add(lua, meter, &stock, &names)?;

    let math = copy_names(lua, &stock.raw_get("math")?, STOCK_MATH)?;
    names.raw_set("math", freeze(lua, "math.", &math)?)?;

    let stock_string: Table = stock.raw_get("string")?;
    let string = copy_names(lua, &stock_string, STOCK_STRING)?;
    strings::add(lua, meter, &stock_string, &string)?;
    names.raw_set("string", freeze(lua, "string.", &string)?)?;
    // `text:upper()` finds the same functions. Our metatable also lacks stock Lua's arithmetic on strings that look
    // like numbers.
    let methods = lua.create_table_from([("__index", &string)])?;
    lua.set_type_metatable::<LuaString>(Some(methods));

    let table = lua.create_table()?;
    tables::add(lua, meter, &table)?;
    names.raw_set("table", freeze(lua, "table.", &table)?)?;
    Ok(names)
}

fn copy_names(lua: &Lua, source: &Table, names: &[&str]) -> mlua::Result<Table> {
    let copy = lua.create_table()?;
    for &name in names {
        copy.raw_set(name, source.raw_get::<Value>(name)?)?;
    }
    Ok(copy)
}

/// Formats a value for a script: never an address, because addresses differ from run to run.
fn display_string(lua: &Lua, value: &Value) -> mlua::Result<LuaString> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Boolean(truth) => lua.create_string(truth.to_string()),
        Value::Integer(integer) => lua.create_string(integer.to_string()),
        // C prints the sign of a NaN, and processors disagree about it.
        Value::Number(number) if number.is_nan() => lua.create_string("nan"),
        Value::Number(_) => match lua.coerce_string(value.clone())? {
            Some(text) => Ok(text),
            None => lua.create_string("number"),
        },
        Value::UserData(object) => {
            let metatable = object.metatable()?;
            match metatable.get::<Option<mlua::Function>>("__tostring")? {
                Some(to_string) => to_string.call(object),
                None => lua.create_string("userdata"),
            }
        }
        other => lua.create_string(type_name(other)),
    }
}

/// Returns the result of `type`: integers are just numbers.
fn type_name(value: &Value) -> &'static str {
    match value {
        Value::Integer(_) => "number",
        other => other.type_name(),
    }
}

/// Rejects a string over the limit before it is built.
fn check_length(bytes: usize) -> mlua::Result<()> {
    if bytes > MAX_TEXT_LEN {
        return Err(RaisedFault::here(too_long_message()));
    }
    Ok(())
}

fn check_items(items: usize) -> mlua::Result<()> {
    if items > MAX_LIBRARY_ITEMS {
        return Err(RaisedFault::here(format!("the table has more than {MAX_LIBRARY_ITEMS} items")));
    }
    Ok(())
}

fn check_results(results: usize) -> mlua::Result<()> {
    if results > MAX_RESULTS {
        return Err(RaisedFault::here(format!("more than {MAX_RESULTS} values at once")));
    }
    Ok(())
}
