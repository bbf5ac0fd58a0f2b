//! Read-only tables, and the errors for unknown names.
//!
//! A frozen table is empty, so that every access reaches its metatable: reads are forwarded to the contents without
//! leaving Lua, writes are rejected. Scripts can neither see nor set metatables, so every metatable of a table is ours.

use std::ffi::c_void;

use mlua::{Function, LightUserData, Lua, Table, Value};

use super::fault::RaisedFault;
use super::length::length;
use houserule_core::text::match_by_words;

/// Names of stock Lua that scripts do not have, for a clear message instead of a suggestion.
const UNAVAILABLE: &str = "
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

/// Returns the key under which contents refer to themselves, so that they can be found from the frozen table.
///
/// It is the address of a private static, so no script can obtain it.
fn contents_key() -> LightUserData {
    static KEY: u8 = 0;
    LightUserData(&raw const KEY as *mut c_void)
}

/// Makes a frozen table for `contents`; `prefix` precedes its names in messages, as in `math.`.
pub(super) fn freeze(lua: &Lua, prefix: &str, contents: &Table) -> mlua::Result<Table> {
    Freezer::new(lua, prefix)?.freeze(lua, contents)
}

/// Maker of frozen tables with the same names.
pub struct Freezer {
    /// Metatable of the contents.
    strict: Table,
    on_write: Function,
    length: Function,
}

impl Freezer {
    /// Makes frozen tables whose names have a prefix in messages, as in `math.`.
    pub(super) fn new(lua: &Lua, prefix: &str) -> mlua::Result<Freezer> {
        let owner = prefix.to_owned();
        let on_missing = lua.create_function(move |_, (contents, key): (Table, Value)| {
            match key.as_string() {
                Some(name) => {
                    Err(RaisedFault::here(unknown_name(&owner, &name.to_string_lossy(), names_in(&contents))))
                }
                // A loop reads past the end of a list to find its end.
                None => Ok(Value::Nil),
            }
        })?;
        let owner = prefix.to_owned();
        let on_write = lua.create_function(move |_, (frozen, key): (Table, Value)| -> mlua::Result<()> {
            let is_known = !contents_of(&frozen)?.raw_get::<Value>(&key)?.is_nil();
            Err(RaisedFault::here(unwritable(&owner, &key, is_known)))
        })?;
        let length = lua.create_function(|_, frozen: Table| Ok(length(&contents_of(&frozen)?)))?;
        Ok(Freezer { strict: lua.create_table_from([("__index", on_missing)])?, on_write, length })
    }

    /// Makes a frozen table for `contents`.
    pub fn freeze(&self, lua: &Lua, contents: &Table) -> mlua::Result<Table> {
        contents.raw_set(contents_key(), contents)?;
        contents.set_metatable(Some(self.strict.clone()))?;
        let metatable = lua.create_table()?;
        metatable.raw_set("__index", contents)?;
        metatable.raw_set("__newindex", &self.on_write)?;
        metatable.raw_set("__len", &self.length)?;
        let frozen = lua.create_table()?;
        frozen.set_metatable(Some(metatable))?;
        Ok(frozen)
    }
}

/// Returns the table that holds the entries: the contents of a frozen one, or the table itself.
///
/// Does not use `Table::metatable`, which panics when memory is short.
pub(super) fn contents_of(table: &Table) -> mlua::Result<Table> {
    let frozen = if table.has_metatable() { table.get::<Option<Table>>(contents_key())? } else { None };
    Ok(frozen.unwrap_or_else(|| table.clone()))
}

/// Whether a key is internal and must be hidden from scripts.
pub(super) fn is_hidden(key: &Value) -> bool {
    *key == Value::LightUserData(contents_key())
}

/// Rejects a read-only table.
pub(super) fn check_writable(table: &Table) -> mlua::Result<()> {
    if table.has_metatable() {
        return Err(RaisedFault::here("the table is read-only"));
    }
    Ok(())
}

fn unwritable(prefix: &str, key: &Value, is_known: bool) -> String {
    match key.as_string() {
        Some(name) => unwritable_name(prefix, &name.to_string_lossy(), is_known),
        None => "the table is read-only".into(),
    }
}

/// Message about an assignment to a read-only name.
pub fn unwritable_name(prefix: &str, name: &str, is_known: bool) -> String {
    if prefix.is_empty() && !is_known {
        format!("assignment to undeclared global `{name}`; write `local {name}`")
    } else {
        format!("`{prefix}{name}` is read-only")
    }
}

/// Message about an unknown name.
pub fn unknown_name(prefix: &str, name: &str, known: impl Iterator<Item = String>) -> String {
    let full = format!("{prefix}{name}");
    if UNAVAILABLE.split_whitespace().any(|withheld| withheld == full) {
        return format!("`{full}` is not available in a rule file");
    }
    match suggest_name(prefix, name, known) {
        Some(suggestion) => format!("unknown name `{full}`; did you mean `{suggestion}`?"),
        None => format!("unknown name `{full}`"),
    }
}

/// Returns the likely replacement for an unknown name, with its prefix.
pub fn suggest_name(prefix: &str, name: &str, known: impl Iterator<Item = String>) -> Option<String> {
    let full = format!("{prefix}{name}");
    if let Some((_, lua)) = FOREIGN_NAMES.iter().find(|(foreign, _)| *foreign == full) {
        return Some((*lua).to_owned());
    }
    let keywords = KEYWORDS.split_whitespace().filter(|_| prefix.is_empty()).map(str::to_owned);
    let near = nearest_name(name, known).or_else(|| nearest_name(name, keywords))?;
    Some(format!("{prefix}{near}"))
}

/// Names in other languages, and their equivalents in Lua.
const FOREIGN_NAMES: &[(&str, &str)] = &[
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

/// Iterates over the names in a table.
pub(super) fn names_in(table: &Table) -> impl Iterator<Item = String> {
    table.pairs::<Value, Value>().filter_map(|pair| Some(pair.ok()?.0.as_string()?.to_string_lossy()))
}

/// Finds the known name closest to a misspelt one, by edit distance.
fn nearest_name(name: &str, known: impl Iterator<Item = String>) -> Option<String> {
    if name.len() > MAX_COMPARED_NAME_LEN {
        return None;
    }
    let distance = |other: &String| strsim::damerau_levenshtein(name, other);
    let max_distance = (name.chars().count() / 3).clamp(1, 3);
    let known: Vec<String> = known.collect();
    let near = known
        .iter()
        .filter(|other| distance(other) <= max_distance)
        // The order of a Lua table differs from run to run; the answer must not.
        .min_by_key(|other| (distance(other), other.to_owned()));
    let all: Vec<&str> = known.iter().map(String::as_str).collect();
    near.map(String::as_str).or_else(|| match_by_words(name, &all)).map(str::to_owned)
}
