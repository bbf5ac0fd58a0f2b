//! Read-only tables, and the errors for unknown names.
//!
//! A frozen table is empty, so that every access reaches its metatable: reads are forwarded to the contents without
//! leaving Lua, writes are rejected. Scripts can neither see nor set metatables, so every metatable of a table is ours.

use std::ffi::c_void;

use mlua::{LightUserData, Lua, Table, Value};

use super::fault::Raised;
use super::length::length;
use houserule_core::text::of_same_words;

/// Names of stock Lua that scripts do not have, for a clear message instead of a suggestion.
const WITHHELD: &str = "
    _G _VERSION collectgarbage coroutine debug dofile getmetatable io load loadfile loadstring next os
    package pcall print rawequal rawget rawlen rawset require setmetatable unpack utf8 warn xpcall
    math.acos math.asin math.atan math.cos math.deg math.exp math.fmod math.log math.modf math.pow
    math.rad math.random math.randomseed math.sin math.sqrt math.tan math.type math.ult
    string.dump string.find string.gmatch string.gsub string.match string.pack string.packsize
    string.unpack
    table.move table.pack
";

/// Longer names are not compared with others.
const MAX_COMPARED_NAME_LEN: usize = 40;

/// Key under which contents refer to themselves, so that they can be found from the frozen table.
///
/// It is the address of a private static, so no script can obtain it.
fn contents_key() -> LightUserData {
    static KEY: u8 = 0;
    LightUserData(&raw const KEY as *mut c_void)
}

/// Frozen table for `contents`; `prefix` precedes its names in messages, as in `math.`.
pub(super) fn freeze(lua: &Lua, prefix: &str, contents: &Table) -> mlua::Result<Table> {
    let owner = prefix.to_owned();
    let missing = lua.create_function(move |_, (contents, key): (Table, Value)| {
        match key.as_string() {
            Some(name) => Err(Raised::here(unknown(&owner, &name.to_string_lossy(), names_in(&contents)))),
            // A loop reads past the end of a list to find its end.
            None => Ok(Value::Nil),
        }
    })?;
    contents.raw_set(contents_key(), contents)?;
    contents.set_metatable(Some(lua.create_table_from([("__index", missing)])?))?;

    let owner = prefix.to_owned();
    let refuse = lua.create_function(move |_, (face, key): (Table, Value)| -> mlua::Result<()> {
        let known = !contents_of(&face)?.raw_get::<Value>(&key)?.is_nil();
        Err(Raised::here(unwritable(&owner, &key, known)))
    })?;
    let length = lua.create_function(|_, face: Table| Ok(length(&contents_of(&face)?)))?;

    let metatable = lua.create_table()?;
    metatable.raw_set("__index", contents)?;
    metatable.raw_set("__newindex", refuse)?;
    metatable.raw_set("__len", length)?;
    let face = lua.create_table()?;
    face.set_metatable(Some(metatable))?;
    Ok(face)
}

/// Table that holds the entries: the contents of a frozen one, or the table itself.
///
/// Does not use `Table::metatable`, which panics when memory is short.
pub(super) fn contents_of(table: &Table) -> mlua::Result<Table> {
    let frozen = match table.has_metatable() {
        true => table.get::<Option<Table>>(contents_key())?,
        false => None,
    };
    Ok(frozen.unwrap_or_else(|| table.clone()))
}

/// Whether a key is internal and must be hidden from scripts.
pub(super) fn is_hidden(key: &Value) -> bool {
    *key == Value::LightUserData(contents_key())
}

/// Rejects a read-only table.
pub(super) fn check_writable(table: &Table) -> mlua::Result<()> {
    if table.has_metatable() {
        return Err(Raised::here("the table is read-only"));
    }
    Ok(())
}

fn unwritable(prefix: &str, key: &Value, known: bool) -> String {
    match key.as_string() {
        Some(name) => unwritable_name(prefix, &name.to_string_lossy(), known),
        None => "the table is read-only".into(),
    }
}

/// Message about an assignment to a read-only name.
pub fn unwritable_name(prefix: &str, name: &str, known: bool) -> String {
    if prefix.is_empty() && !known {
        format!("assignment to undeclared global `{name}`; write `local {name}`")
    } else {
        format!("`{prefix}{name}` is read-only")
    }
}

/// Message about an unknown name.
pub fn unknown(prefix: &str, name: &str, known: impl Iterator<Item = String>) -> String {
    let full = format!("{prefix}{name}");
    if WITHHELD.split_whitespace().any(|withheld| withheld == full) {
        return format!("`{full}` is not available in a rule file");
    }
    match meant(prefix, name, known) {
        Some(meant) => format!("unknown name `{full}`; did you mean `{meant}`?"),
        None => format!("unknown name `{full}`"),
    }
}

/// Likely replacement for an unknown name, with its prefix.
pub fn meant(prefix: &str, name: &str, known: impl Iterator<Item = String>) -> Option<String> {
    let full = format!("{prefix}{name}");
    if let Some((_, lua)) = FOREIGN.iter().find(|(foreign, _)| *foreign == full) {
        return Some((*lua).to_owned());
    }
    let words = KEYWORDS.split_whitespace().filter(|_| prefix.is_empty()).map(str::to_owned);
    let near = nearest(name, known).or_else(|| nearest(name, words))?;
    Some(format!("{prefix}{near}"))
}

/// Names in other languages, and their equivalents in Lua.
const FOREIGN: &[(&str, &str)] = &[
    ("null", "nil"),
    ("NULL", "nil"),
    ("None", "nil"),
    ("undefined", "nil"),
    ("True", "true"),
    ("TRUE", "true"),
    ("False", "false"),
    ("FALSE", "false"),
    ("len", "#"),
    ("str", "tostring"),
    ("int", "math.floor"),
    ("abs", "math.abs"),
    ("floor", "math.floor"),
    ("ceil", "math.ceil"),
    ("max", "math.max"),
    ("min", "math.min"),
];

/// Keywords that a misspelling can turn into a name.
const KEYWORDS: &str = "break else elseif false function local repeat return true until while";

/// Names in a table.
pub(super) fn names_in(table: &Table) -> impl Iterator<Item = String> {
    table.pairs::<Value, Value>().filter_map(|pair| Some(pair.ok()?.0.as_string()?.to_string_lossy()))
}

/// Known name closest to a misspelt one.
fn nearest(name: &str, known: impl Iterator<Item = String>) -> Option<String> {
    if name.len() > MAX_COMPARED_NAME_LEN {
        return None;
    }
    let slips = |other: &String| strsim::damerau_levenshtein(name, other);
    let allowed = (name.chars().count() / 3).clamp(1, 3);
    let known: Vec<String> = known.collect();
    let near = known
        .iter()
        .filter(|other| slips(other) <= allowed)
        // The order of a Lua table differs from run to run; the answer must not.
        .min_by_key(|other| (slips(other), other.to_owned()));
    let all: Vec<&str> = known.iter().map(String::as_str).collect();
    near.map(String::as_str).or_else(|| of_same_words(name, &all)).map(str::to_owned)
}
