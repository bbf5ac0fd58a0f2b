//! `string`: without patterns, which can run for ever, and without anything longer than the limit.

use mlua::{Function, Lua, LuaString, Table, Value, Variadic};

use super::super::fault::RaisedFault;
use super::super::meter::Meter;
use super::{check_length, check_results, display_string};

pub(super) fn add(lua: &Lua, meter: &Meter, stock: &Table, names: &Table) -> mlua::Result<()> {
    let format: Function = stock.raw_get("format")?;
    let budget = meter.clone();
    names.raw_set(
        "format",
        lua.create_function(move |lua, (pattern, args): (LuaString, Variadic<Value>)| {
            let args = printable_arguments(lua, &budget, &pattern, args)?;
            let text: LuaString = format.call((pattern, args))?;
            let length = text.as_bytes().len();
            check_length(length)?;
            budget.charge_bytes(length)?;
            Ok(text)
        })?,
    )?;

    let budget = meter.clone();
    names.raw_set(
        "rep",
        lua.create_function(move |lua, (text, times, separator): (LuaString, i64, Option<LuaString>)| {
            let separator = separator.map_or_else(Vec::new, |between| between.as_bytes().to_vec());
            repeat(&budget, &text.as_bytes(), times, &separator).and_then(|text| lua.create_string(text))
        })?,
    )?;

    let budget = meter.clone();
    names.raw_set(
        "sub",
        lua.create_function(move |lua, (text, from, to): (LuaString, i64, Option<i64>)| {
            let bytes = text.as_bytes();
            let part = slice(&bytes, from, to.unwrap_or(-1));
            budget.charge_bytes(part.len())?;
            lua.create_string(part)
        })?,
    )?;

    let budget = meter.clone();
    names.raw_set(
        "byte",
        lua.create_function(move |_, (text, from, to): (LuaString, Option<i64>, Option<i64>)| {
            let from = from.unwrap_or(1);
            let bytes = text.as_bytes();
            let part = slice(&bytes, from, to.unwrap_or(from));
            check_results(part.len())?;
            budget.charge(part.len())?;
            Ok(part.iter().copied().collect::<Variadic<u8>>())
        })?,
    )?;

    let budget = meter.clone();
    names.raw_set(
        "char",
        lua.create_function(move |lua, codes: Variadic<i64>| lua.create_string(to_bytes(&budget, &codes)?))?,
    )?;

    names.raw_set("lower", byte_transform(lua, meter, <[u8]>::make_ascii_lowercase)?)?;
    names.raw_set("upper", byte_transform(lua, meter, <[u8]>::make_ascii_uppercase)?)?;
    names.raw_set("reverse", byte_transform(lua, meter, <[u8]>::reverse)?)
}

/// Cost of formatting a number that is not whole, in steps.
const FLOAT_FORMAT_COST: usize = 96;

/// Makes a function from a string to one of the same length.
fn byte_transform(lua: &Lua, meter: &Meter, transform: fn(&mut [u8])) -> mlua::Result<Function> {
    let budget = meter.clone();
    lua.create_function(move |lua, text: LuaString| {
        let length = text.as_bytes().len();
        check_length(length)?;
        budget.charge_bytes(length)?;
        let mut bytes = text.as_bytes().to_vec();
        transform(&mut bytes);
        lua.create_string(bytes)
    })
}

fn to_bytes(meter: &Meter, codes: &[i64]) -> mlua::Result<Vec<u8>> {
    meter.charge(codes.len())?;
    let bytes = codes.iter().map(|&code| u8::try_from(code)).collect::<Result<_, _>>();
    bytes.map_err(|_| RaisedFault::here("a byte must be a number from 0 to 255"))
}

fn repeat(meter: &Meter, text: &[u8], times: i64, separator: &[u8]) -> mlua::Result<Vec<u8>> {
    let Ok(times @ 1..) = usize::try_from(times) else { return Ok(Vec::new()) };
    let length = text.len().saturating_mul(times).saturating_add(separator.len().saturating_mul(times - 1));
    check_length(length)?;
    meter.charge_bytes(length)?;
    let mut out = text.to_vec();
    out.extend([separator, text].concat().repeat(times - 1));
    Ok(out)
}

/// Returns a slice as Lua counts it: from 1, both ends included, negative numbers from the end.
fn slice(bytes: &[u8], from: i64, to: i64) -> &[u8] {
    let length = bytes.len() as i64;
    let from = match from {
        0 => 1,
        1.. => from,
        _ => length.saturating_add(from).saturating_add(1).max(1),
    };
    let to = match to {
        0.. => to.min(length),
        _ => length.saturating_add(to).saturating_add(1),
    };
    if from > to {
        return &[];
    }
    &bytes[from as usize - 1..to as usize]
}

/// Prepares the arguments of `string.format`: no addresses and no long strings.
fn printable_arguments(
    lua: &Lua,
    meter: &Meter,
    pattern: &LuaString,
    mut args: Variadic<Value>,
) -> mlua::Result<Variadic<Value>> {
    let pattern = pattern.as_bytes();
    let (mut length, mut numbers) = (pattern.len(), 0);
    for (kind, arg) in conversions(&pattern).zip(args.iter_mut()) {
        // A large number with many digits costs as much as many of them.
        numbers += usize::from(b"aAeEfFgG".contains(&kind));
        match (kind, &*arg) {
            (b'p', _) => return Err(RaisedFault::here("`%p` is not available in a rule file")),
            (b's', value) => *arg = Value::String(display_string(lua, value)?),
            (_, Value::Number(number)) if number.is_nan() => *arg = Value::Number(f64::NAN.abs()),
            _ => {}
        }
        if let Value::String(text) = arg {
            length = length.saturating_add(text.as_bytes().len());
        }
        check_length(length)?;
    }
    meter.charge_bytes(length)?;
    meter.charge(args.len() + FLOAT_FORMAT_COST * numbers)?;
    Ok(args)
}

/// Iterates over the conversion letters that take an argument: `d`, `s` for `"%d%% of %-5s"`.
fn conversions(pattern: &[u8]) -> impl Iterator<Item = u8> {
    let mut rest = pattern.iter().copied();
    std::iter::from_fn(move || {
        loop {
            rest.find(|&byte| byte == b'%')?;
            let kind = rest.find(|byte| !b"-+ #.0123456789".contains(byte))?;
            if kind != b'%' {
                return Some(kind);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_interpreted_as_in_lua() {
        let text = b"houserule";
        for (from, to, part) in [
            (1, -1, "houserule"),
            (6, 9, "rule"),
            (-4, -1, "rule"),
            (0, 5, "house"),
            (-99, 2, "ho"),
            (8, 99, "le"),
            (5, 4, ""),
            (10, 20, ""),
            (i64::MIN, i64::MAX, "houserule"),
            (i64::MAX, i64::MIN, ""),
        ] {
            assert_eq!(slice(text, from, to), part.as_bytes(), "sub({from}, {to})");
        }
    }

    #[test]
    fn rep_repeats_with_a_separator() {
        let meter = Meter::default();
        for (text, times, separator, expected) in [
            ("ab", 3, "-", "ab-ab-ab"),
            ("ab", 2, "", "abab"),
            ("", 3, ",", ",,"),
            ("", 9_000_000_000, "", ""),
            ("x", 0, "-", ""),
            ("x", -5, "-", ""),
        ] {
            let got = repeat(&meter, text.as_bytes(), times, separator.as_bytes()).unwrap();
            assert_eq!(got, expected.as_bytes(), "{text:?} x {times}");
        }
        assert!(repeat(&meter, b"x", i64::MAX, b"y").is_err());
    }

    #[test]
    fn conversions_are_found_between_flags_and_widths() {
        let found: Vec<u8> = conversions(b"%d%% of %-5.2s, %05x%").collect();
        assert_eq!(found, b"dsx");
    }
}
