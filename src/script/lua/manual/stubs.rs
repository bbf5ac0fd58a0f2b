//! Manual as stubs for the Lua language server: with them and the settings in a folder, an editor completes every key,
//! shows its documentation, and marks unknown names.

use std::fmt::Write;

use super::types::{bounds, default_text, item_type, lua_type};
use super::{DocEntry, DocGroup, EFFECTS, KeySpec, LIBRARY, MOVE, RECORDS, VIEW, hook};
use crate::rules::HookKind;
use crate::rules::keys;
use crate::rules::keys::assertion_keys;
use crate::rules::lesson::GOALS;
use crate::rules::lesson::keys::{LESSON, STEP};
use houserule_core::mechanics::Rule;
use houserule_core::mechanics::stacks::PieceDef;
use houserule_core::spec::{Param, ParamDefault, RulePart, Spec};

/// First line of a stub: a file with it is never a script.
pub const META: &str = "---@meta";

/// File name of the language server's settings.
pub const SETTINGS_FILE: &str = ".luarc.json";

/// Settings of the language server: none of Lua's own definitions, only the stubs.
pub const SETTINGS: &str = r#"{
  "$schema": "https://raw.githubusercontent.com/LuaLS/vscode-lua/master/setting/schema.json",
  "runtime.version": "Lua 5.4",
  "runtime.builtin": {
    "basic": "disable",
    "coroutine": "disable",
    "debug": "disable",
    "io": "disable",
    "math": "disable",
    "os": "disable",
    "package": "disable",
    "string": "disable",
    "table": "disable",
    "utf8": "disable"
  },
  "workspace.checkThirdParty": false
}
"#;

/// Returns the stub files with their names.
pub fn stubs() -> Vec<(&'static str, String)> {
    vec![
        ("houserule.lua", declarations()),
        ("houserule-values.lua", values()),
        ("houserule-hooks.lua", hooks()),
        ("houserule-lua.lua", library()),
        ("houserule-lessons.lua", lessons()),
    ]
}

fn header(about: &str) -> String {
    format!(
        "{META}\n-- {about}\n-- Written by `houserule meta`; whatever is changed here is gone when it is written again.\n"
    )
}

/// Writes the tables of a script and their keys.
fn declarations() -> String {
    let mut out = header("The keys of games and variants, for lua-language-server.");
    write_class(&mut out, "Script", "What `game \"name\"` and `variant \"name\"` take.");
    for key in keys::MANIFEST {
        let optional = if key.name == "rules" { "" } else { "?" };
        field(&mut out, &format!("{}{optional}", key.name), key.lua_type, &doc_with_example(key));
    }
    write_class(&mut out, "Option", "A number or a word that people may set.");
    keys::OPTION.iter().for_each(|key| optional_field(&mut out, key));
    write_class(&mut out, "Rules", "The rules of a game, or what a variant changes in them.");
    keys::RULES.iter().for_each(|key| optional_field(&mut out, key));
    for part in RulePart::ALL {
        let class = class_of(part);
        let mut lua_type = match part.is_list() {
            true => format!("({class}|houserule.Off)[]"),
            false => class,
        };
        // A function may replace these.
        if let Some(kind) = HookKind::ALL.into_iter().find(|kind| kind.can_replace_part() && kind.key() == part.key()) {
            lua_type = format!("{lua_type}|{}", signature(kind));
        }
        field(&mut out, &format!("{}?", part.key()), &lua_type, part.doc());
    }
    write_class(&mut out, "Piece", "What a kind of piece can do.");
    params(&mut out, PieceDef::PARAMS);
    write_class(&mut out, "Test", "How a position is reached, and what must be true there.");
    keys::TEST.iter().for_each(|key| optional_field(&mut out, key));
    write_class(&mut out, "Hooks", "Functions that are asked in the course of a game.");
    for kind in HookKind::ALL {
        let hook = hook(kind);
        let doc = format!("{} Of several scripts: {}.", hook.doc, hook.combination);
        field(&mut out, &format!("{}?", kind.key()), &signature(kind), &doc);
    }
    write_class(&mut out, "Bot", "What `bot \"name\"` takes.");
    keys::BOT.iter().for_each(|key| optional_field(&mut out, key));
    write_class(&mut out, "Declared", "A game, a variant, a bot or a lesson: a script returns it.");
    write_class(&mut out, "Off", "What `off` makes.");
    out
}

/// Writes the constructors of rule values.
fn values() -> String {
    let mut out = header("The rule values that games are made of, for lua-language-server.");
    for part in RulePart::ALL {
        writeln!(out, "\n--- A value of `{}`: {}.\n---@class {}", part.key(), part.doc(), class_of(part)).ok();
    }
    for spec in Rule::SPECS {
        constructor(&mut out, spec);
    }
    out
}

fn constructor(out: &mut String, spec: &Spec) {
    let (name, class) = (spec.name, class_of(spec.part));
    write_class(out, &format!("{name}.With"), &format!("What `{name}` takes."));
    let first = spec.params.first();
    let item = first.and_then(|first| item_type(first.kind));
    if let Some(item) = &item {
        writeln!(out, "---@field [integer] {item}").ok();
    }
    params(out, spec.params);
    keys::VALUE.iter().for_each(|key| optional_field(out, key));
    doc_comment(out, spec.doc, &super::page::rule_example(spec));
    writeln!(out, "---@param with? houserule.{name}.With\n---@return {class}").ok();
    if let Some(first) = first {
        let first_type = item.unwrap_or_else(|| with_number_type(&lua_type(first.kind)));
        writeln!(out, "---@overload fun({}: {first_type}): {class}", first.name).ok();
    }
    if let Some(effect) = EFFECTS.iter().flat_map(|group| group.entries).find(|entry| entry.name == name) {
        writeln!(out, "---@overload fun(effect: houserule.{name}.Effect): {}", effect.returns[0]).ok();
    }
    writeln!(out, "function {name}(with) end").ok();
}

/// Writes the arguments and results of hooks.
fn hooks() -> String {
    let mut out = header("What hooks see and what they return, for lua-language-server.");
    for (name, about, fields) in RECORDS {
        write_class(&mut out, name, about);
        fields.iter().for_each(|param| field(&mut out, param.name, param.lua_type, param.doc));
    }
    members_class(&mut out, "View", "The game as a hook sees it.", VIEW);
    members_class(&mut out, "Move", "The move that a hook is asked about.", MOVE);
    writeln!(out, "\n--- Something that is to happen after a move.\n---@class houserule.Effect").ok();
    // An ending is also an effect.
    out = out.replace("---@class houserule.Ending\n", "---@class houserule.Ending: houserule.Effect\n");
    for entry in EFFECTS.iter().flat_map(|group| group.entries) {
        let params = entry.params.unwrap_or_default();
        let is_value = Rule::spec_of(entry.name).is_some();
        if !params.is_empty() {
            write_class(
                &mut out,
                &format!("{}.Effect", entry.name),
                &format!("What the effect `{}` takes.", entry.name),
            );
            for param in params {
                let name = if param.name == "..." { "[string]" } else { param.name };
                field(&mut out, name, param.lua_type, param.doc);
            }
        }
        if is_value {
            continue;
        }
        doc_comment(&mut out, entry.doc, entry.example);
        let single = params.first().filter(|first| first.name != "..." && params.iter().skip(1).all(is_optional));
        match params {
            [] => writeln!(out, "---@return {}\nfunction {}() end", entry.returns[0], entry.name).ok(),
            _ => {
                let argument_type = format!("houserule.{}.Effect", entry.name);
                // A single argument may be given alone; several need names.
                let one = single.and_then(|single| single.lua_type.split('|').next());
                let argument_type = one.map_or(argument_type.clone(), |one| format!("{argument_type}|{one}"));
                let mark = if params.iter().all(is_optional) { "?" } else { "" };
                writeln!(out, "---@param with{mark} {argument_type}\n---@return {}", entry.returns[0]).ok();
                writeln!(out, "function {}(with) end", entry.name).ok()
            }
        };
    }
    out
}

/// Writes lessons, their steps and goals.
fn lessons() -> String {
    let mut out = header("Lessons, their steps and what they ask for, for lua-language-server.");
    write_class(&mut out, "Lesson", "What `lesson \"name\"` takes.");
    LESSON.iter().for_each(|key| optional_field(&mut out, key));
    write_class(&mut out, "Step", "A step of a lesson.");
    STEP.iter().for_each(|key| optional_field(&mut out, key));
    write_class(&mut out, "Facts", "What must be true of a position.");
    assertion_keys().for_each(|key| optional_field(&mut out, key));
    write_class(&mut out, "Goal", "What a move must do to be accepted.");
    write_class(&mut out, "Reply", "How the program answers.");
    for spec in GOALS {
        let name = spec.name;
        let (class, params) = (spec.returns[0], spec.params.unwrap_or_default());
        let Some(first) = params.first() else {
            doc_comment(&mut out, spec.doc, spec.example);
            writeln!(out, "---@return {class}\nfunction {name}() end").ok();
            continue;
        };
        write_class(&mut out, &format!("{name}.With"), &format!("What `{name}` takes."));
        let item = first.lua_type.split('|').map(|form| form.trim_end_matches("[]")).next().unwrap_or_default();
        writeln!(out, "---@field [integer] {item}").ok();
        params.iter().for_each(|key| optional_field(&mut out, key));
        doc_comment(&mut out, spec.doc, spec.example);
        writeln!(out, "---@param with? houserule.{name}.With|{}\n---@return {class}", first.lua_type).ok();
        writeln!(out, "function {name}(with) end").ok();
    }
    out
}

fn is_optional(param: &KeySpec) -> bool {
    param.name.ends_with('?')
}

/// Writes a class whose members are read or called.
fn members_class(out: &mut String, name: &str, about: &str, groups: &[DocGroup]) {
    write_class(out, name, about);
    for entry in groups.iter().flat_map(|group| group.entries).filter(|entry| entry.params.is_none()) {
        field(out, entry.name, entry.returns[0], &format!("{} `{}`", entry.doc, entry.example));
    }
    let local = name.to_lowercase();
    writeln!(out, "local {local} = {{}}").ok();
    for entry in groups.iter().flat_map(|group| group.entries).filter(|entry| entry.params.is_some()) {
        callable(out, &format!("{local}:{}", entry.name), entry);
    }
}

/// Writes the library functions of Lua, and ours.
fn library() -> String {
    let mut out = header("The functions that scripts can call, for lua-language-server.");
    for group in LIBRARY {
        let table = group.table_prefix();
        if !table.is_empty() {
            // Strings have the functions of `stringlib` as methods too: the language server knows it by this name.
            writeln!(out, "\n---@class {0}lib\n{0} = {{}}", group.title).ok();
        }
        for entry in group.entries {
            let name = format!("{table}{}", entry.name);
            if entry.params.is_some() {
                callable(&mut out, &name, entry);
            } else {
                doc_comment(&mut out, entry.doc, entry.example);
                writeln!(out, "---@type {}\n{name} = nil", entry.returns[0]).ok();
            }
        }
    }
    out
}

fn callable(out: &mut String, name: &str, entry: &DocEntry) {
    doc_comment(out, entry.doc, entry.example);
    let params = entry.params.unwrap_or_default();
    let generics: Vec<&str> = ["K", "V"]
        .into_iter()
        .filter(|generic| params.iter().any(|param| identifiers(param.lua_type).any(|word| word == *generic)))
        .collect();
    if !generics.is_empty() {
        writeln!(out, "---@generic {}", generics.join(", ")).ok();
    }
    for param in params {
        writeln!(out, "---@param {} {} {}", param.name, param.lua_type, param.doc).ok();
    }
    for returned in entry.returns.iter().filter(|given| **given != "nil") {
        writeln!(out, "---@return {returned}").ok();
    }
    let names: Vec<&str> = params.iter().map(|param| param.name.trim_end_matches('?')).collect();
    writeln!(out, "function {name}({}) end", names.join(", ")).ok();
}

fn identifiers(lua_type: &str) -> impl Iterator<Item = &str> {
    lua_type.split(|letter: char| !letter.is_alphanumeric())
}

/// Returns the type of a hook.
fn signature(kind: HookKind) -> String {
    let hook = hook(kind);
    let params: Vec<String> = hook.params.iter().map(|param| format!("{}: {}", param.name, param.lua_type)).collect();
    format!("fun({}): {}", params.join(", "), hook.returns.join(", "))
}

fn class_of(part: RulePart) -> String {
    let (first, rest) = part.key().split_at(1);
    format!("houserule.{}{rest}", first.to_uppercase())
}

fn write_class(out: &mut String, name: &str, about: &str) {
    writeln!(out, "\n--- {about}\n---@class houserule.{name}").ok();
}

fn field(out: &mut String, name: &str, lua_type: &str, doc: &str) {
    // Without brackets such a type would absorb the words that follow it.
    let is_open = lua_type.contains(' ') && lua_type.contains('|') || lua_type.starts_with("fun(");
    let lua_type = if is_open { format!("({lua_type})") } else { lua_type.to_string() };
    writeln!(out, "---@field {name} {lua_type} {doc}").ok();
}

fn optional_field(out: &mut String, key: &KeySpec) {
    field(out, &format!("{}?", key.name), &with_number_type(key.lua_type), &doc_with_example(key));
}

/// Widens integer to number: for the language server, a value computed from options is a number.
fn with_number_type(lua_type: &str) -> String {
    lua_type.replace("integer", "number")
}

fn doc_with_example(key: &KeySpec) -> String {
    // A field is documented in one line.
    let example: Vec<&str> = key.example.lines().map(str::trim).collect();
    format!("{}: `{}`", key.doc, example.join(" "))
}

fn params(out: &mut String, params: &[Param]) {
    for param in params {
        let mut doc = param.doc.to_string();
        if let Some(bounds) = bounds(param.kind) {
            doc = format!("{doc} ({bounds})");
        }
        match (param.default, default_text(param.default)) {
            (ParamDefault::Required, _) => doc.push_str("; a game must say it"),
            (_, Some(default)) => doc = format!("{doc}; {default} unless given"),
            _ => {}
        }
        field(out, &format!("{}?", param.name), &with_number_type(&lua_type(param.kind)), &doc);
    }
}

/// Writes the documentation of a function, with its example.
fn doc_comment(out: &mut String, doc: &str, example: &str) {
    writeln!(out, "\n--- {doc}\n---\n--- ```lua").ok();
    example.lines().for_each(|line| {
        writeln!(out, "--- {line}").ok();
    });
    writeln!(out, "--- ```").ok();
}
