//! `assert`, `error`, `pairs`, `tonumber` and `tostring`.

use mlua::{Function, Lua, MultiValue, Table, Value, Variadic};

use super::super::fault::RaisedFault;
use super::super::meter::Meter;
use super::super::place::ScriptLine;
use super::{check_length, display_string, ordered, type_name};

pub(super) fn add(lua: &Lua, meter: &Meter, stock: &Table, names: &Table) -> mlua::Result<()> {
    names.raw_set("assert", lua.create_function(assert)?)?;
    names.raw_set("error", lua.create_function(error)?)?;
    names.raw_set("pairs", ordered::pairs(lua, meter)?)?;

    let budget = meter.clone();
    let parse: Function = stock.raw_get("tonumber")?;
    let tonumber = lua.create_function(move |_, args: Variadic<Value>| {
        if let Some(text) = args.first().and_then(Value::as_string) {
            let length = text.as_bytes().len();
            check_length(length)?;
            budget.charge_bytes(length)?;
        }
        parse.call::<Value>(args)
    })?;
    names.raw_set("tonumber", tonumber)?;

    let budget = meter.clone();
    let tostring = lua.create_function(move |lua, value: Value| {
        budget.charge(1)?;
        display_string(lua, &value)
    })?;
    names.raw_set("tostring", tostring)
}

fn assert(lua: &Lua, mut args: MultiValue) -> mlua::Result<MultiValue> {
    match args.front() {
        None => Err(RaisedFault::here("assert needs a value")),
        Some(Value::Nil | Value::Boolean(false)) => {
            args.pop_front();
            Err(match args.pop_front() {
                None => RaisedFault::here("assertion failed"),
                Some(value) => raise(lua, &value, 1),
            })
        }
        Some(_) => Ok(args),
    }
}

fn error(lua: &Lua, (value, level): (Value, Option<i64>)) -> mlua::Result<()> {
    // Level 0 means "no position" in stock Lua; here every error has one.
    let level = level.unwrap_or(1).clamp(1, 100);
    Err(raise(lua, &value, level as usize))
}

/// Makes the error that a script raises, at the position of the function `level` calls further out.
fn raise(lua: &Lua, value: &Value, level: usize) -> mlua::Error {
    let message = match value {
        Value::String(text) => text.to_string_lossy(),
        Value::Integer(number) => number.to_string(),
        Value::Number(number) => number.to_string(),
        other => format!("error raised with a {} value", type_name(other)),
    };
    RaisedFault::script_error(ScriptLine::on_stack(lua, level), message)
}
