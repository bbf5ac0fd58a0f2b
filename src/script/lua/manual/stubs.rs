//! Manual as stubs for the Lua language server: with them and the settings in a folder, an editor completes every key,
//! shows its documentation, and marks unknown names.

use std::fmt::Write;

use super::forms::{bounds, form, item, unless_given};
use super::{DocEntry, DocGroup, EFFECTS, LIBRARY, MOVE, ParamDoc, RECORDS, VIEW, hook};
use crate::rules::HookKind;
use crate::rules::keys::facts;
use crate::rules::keys::{self, KeySpec};
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

/// Stub files with their names.
pub fn stubs() -> Vec<(&'static str, String)> {
    vec![
        ("houserule.lua", declarations()),
        ("houserule-values.lua", values()),
        ("houserule-hooks.lua", hooks()),
        ("houserule-lua.lua", library()),
        ("houserule-lessons.lua", lessons()),
    ]
}

fn opened(says: &str) -> String {
    format!(
        "{META}\n-- {says}\n-- Written by `houserule meta`; whatever is changed here is gone when it is written again.\n"
    )
}

/// Tables of a script and their keys.
fn declarations() -> String {
    let mut out = opened("The keys of games and variants, for lua-language-server.");
    class(&mut out, "Script", "What `game \"name\"` and `variant \"name\"` take.");
    for key in keys::HEAD {
        let optional = if key.name == "rules" { "" } else { "?" };
        field(&mut out, &format!("{}{optional}", key.name), key.form, &with_example(key));
    }
    class(&mut out, "Option", "A number or a word that people may set.");
    keys::OPTION.iter().for_each(|key| optional(&mut out, key));
    class(&mut out, "Rules", "The rules of a game, or what a variant changes in them.");
    keys::RULES.iter().for_each(|key| optional(&mut out, key));
    for part in RulePart::ALL {
        let class = class_of(part);
        let mut form = match part.is_list() {
            true => format!("({class}|houserule.Off)[]"),
            false => class,
        };
        // A function may replace these.
        if let Some(kind) = HookKind::ALL.into_iter().find(|kind| kind.may_be_part() && kind.key() == part.key()) {
            form = format!("{form}|{}", signature(kind));
        }
        field(&mut out, &format!("{}?", part.key()), &form, part.describe_type());
    }
    class(&mut out, "Piece", "What a kind of piece can do.");
    params(&mut out, PieceDef::PARAMS);
    class(&mut out, "Test", "How a position is reached, and what must be true there.");
    keys::TEST.iter().for_each(|key| optional(&mut out, key));
    class(&mut out, "Hooks", "Functions that are asked in the course of a game.");
    for kind in HookKind::ALL {
        let hook = hook(kind);
        let says = format!("{} Of several scripts: {}.", hook.says, hook.stacks);
        field(&mut out, &format!("{}?", kind.key()), &signature(kind), &says);
    }
    class(&mut out, "Bot", "What `bot \"name\"` takes.");
    keys::BOT.iter().for_each(|key| optional(&mut out, key));
    class(&mut out, "Declared", "A game, a variant, a bot or a lesson: a script returns it.");
    class(&mut out, "Off", "What `off` makes.");
    out
}

/// Constructors of rule values.
fn values() -> String {
    let mut out = opened("The rule values that games are made of, for lua-language-server.");
    for part in RulePart::ALL {
        writeln!(out, "\n--- A value of `{}`: {}.\n---@class {}", part.key(), part.describe_type(), class_of(part))
            .ok();
    }
    for spec in Rule::SPECS {
        constructor(&mut out, spec);
    }
    out
}

fn constructor(out: &mut String, spec: &Spec) {
    let (name, class) = (spec.name, class_of(spec.part));
    class_named(out, &format!("{name}.With"), &format!("What `{name}` takes."));
    let first = spec.params.first();
    if let Some(item) = first.and_then(|first| item(first.kind)) {
        writeln!(out, "---@field [integer] {item}").ok();
    }
    params(out, spec.params);
    keys::VALUE.iter().for_each(|key| optional(out, key));
    says(out, spec.doc, &super::page::in_its_part(spec));
    writeln!(out, "---@param with? houserule.{name}.With\n---@return {class}").ok();
    if let Some(first) = first.filter(|first| item(first.kind).is_none()) {
        writeln!(out, "---@overload fun({}: {}): {class}", first.name, computed(&form(first.kind))).ok();
    } else if let Some(item) = first.and_then(|first| item(first.kind)) {
        writeln!(out, "---@overload fun({}: {item}): {class}", first.map_or("", |first| first.name)).ok();
    }
    if let Some(effect) = effect(name) {
        writeln!(out, "---@overload fun(effect: houserule.{name}.Effect): {}", effect.gives[0]).ok();
    }
    writeln!(out, "function {name}(with) end").ok();
}

fn effect(name: &str) -> Option<&'static DocEntry> {
    EFFECTS.iter().flat_map(|group| group.entries).find(|entry| entry.name == name)
}

/// What hooks see and return.
fn hooks() -> String {
    let mut out = opened("What hooks see and what they return, for lua-language-server.");
    for (name, about, fields) in RECORDS {
        class(&mut out, name, about);
        fields.iter().for_each(|taken| field(&mut out, taken.name, taken.form, taken.says));
    }
    seen(&mut out, "View", "The game as a hook sees it.", VIEW);
    seen(&mut out, "Move", "The move that a hook is asked about.", MOVE);
    writeln!(out, "\n--- Something that is to happen after a move.\n---@class houserule.Effect").ok();
    // An ending is also an effect.
    out = out.replace("---@class houserule.Ending\n", "---@class houserule.Ending: houserule.Effect\n");
    for entry in EFFECTS.iter().flat_map(|group| group.entries) {
        let takes = entry.takes.unwrap_or_default();
        let is_value = Rule::spec_of(entry.name).is_some();
        if !takes.is_empty() {
            class_named(
                &mut out,
                &format!("{}.Effect", entry.name),
                &format!("What the effect `{}` takes.", entry.name),
            );
            for taken in takes {
                let name = if taken.name == "..." { "[string]" } else { taken.name };
                field(&mut out, name, taken.form, taken.says);
            }
        }
        if is_value {
            continue;
        }
        says(&mut out, entry.says, entry.example);
        let single = takes.first().filter(|first| first.name != "..." && takes.iter().skip(1).all(is_optional));
        match takes {
            [] => writeln!(out, "---@return {}\nfunction {}() end", entry.gives[0], entry.name).ok(),
            _ => {
                let form = format!("houserule.{}.Effect", entry.name);
                // A single argument may be given alone; several need names.
                let one = single.and_then(|single| single.form.split('|').next());
                let form = one.map_or(form.clone(), |one| format!("{form}|{one}"));
                let mark = if takes.iter().all(is_optional) { "?" } else { "" };
                writeln!(out, "---@param with{mark} {form}\n---@return {}", entry.gives[0]).ok();
                writeln!(out, "function {}(with) end", entry.name).ok()
            }
        };
    }
    out
}

/// Lessons, their steps and goals.
fn lessons() -> String {
    let mut out = opened("Lessons, their steps and what they ask for, for lua-language-server.");
    class(&mut out, "Lesson", "What `lesson \"name\"` takes.");
    LESSON.iter().for_each(|key| optional(&mut out, key));
    class(&mut out, "Step", "A step of a lesson.");
    STEP.iter().for_each(|key| optional(&mut out, key));
    class(&mut out, "Facts", "What must be true of a position.");
    facts().for_each(|key| optional(&mut out, key));
    class(&mut out, "Goal", "What a move must do to be accepted.");
    class(&mut out, "Reply", "How the program answers.");
    for spec in GOALS {
        let name = spec.name;
        let class = if spec.is_reply() { "houserule.Reply" } else { "houserule.Goal" };
        if spec.takes.is_empty() {
            says(&mut out, spec.says, spec.example);
            writeln!(out, "---@return {class}\nfunction {name}() end").ok();
            continue;
        }
        class_named(&mut out, &format!("{name}.With"), &format!("What `{name}` takes."));
        let first = &spec.takes[0];
        let item = first.form.split('|').map(|form| form.trim_end_matches("[]")).next().unwrap_or_default();
        writeln!(out, "---@field [integer] {item}").ok();
        spec.takes.iter().for_each(|key| optional(&mut out, key));
        says(&mut out, spec.says, spec.example);
        writeln!(out, "---@param with? houserule.{name}.With|{}\n---@return {class}", first.form).ok();
        writeln!(out, "function {name}(with) end").ok();
    }
    out
}

fn is_optional(taken: &ParamDoc) -> bool {
    taken.name.ends_with('?')
}

/// Class whose members are read or called.
fn seen(out: &mut String, name: &str, about: &str, groups: &[DocGroup]) {
    class(out, name, about);
    for entry in groups.iter().flat_map(|group| group.entries).filter(|entry| entry.takes.is_none()) {
        field(out, entry.name, entry.gives[0], &format!("{} `{}`", entry.says, entry.example));
    }
    let local = name.to_lowercase();
    writeln!(out, "local {local} = {{}}").ok();
    for entry in groups.iter().flat_map(|group| group.entries).filter(|entry| entry.takes.is_some()) {
        callable(out, &format!("{local}:{}", entry.name), entry);
    }
}

/// Library functions of Lua, and ours.
fn library() -> String {
    let mut out = opened("The functions that scripts can call, for lua-language-server.");
    for group in LIBRARY {
        // The two groups that are not Lua tables.
        let table = match group.title {
            "" | "houserule" => String::new(),
            // Strings have these as methods too; the language server knows them by this name.
            "string" => {
                writeln!(out, "\n---@class stringlib\nstring = {{}}").ok();
                "string.".to_string()
            }
            title => {
                writeln!(out, "\n---@class {title}lib\n{title} = {{}}").ok();
                format!("{title}.")
            }
        };
        for entry in group.entries {
            let name = format!("{table}{}", entry.name);
            if entry.takes.is_some() {
                callable(&mut out, &name, entry);
            } else {
                says(&mut out, entry.says, entry.example);
                writeln!(out, "---@type {}\n{name} = nil", entry.gives[0]).ok();
            }
        }
    }
    out
}

fn callable(out: &mut String, name: &str, entry: &DocEntry) {
    says(out, entry.says, entry.example);
    let takes = entry.takes.unwrap_or_default();
    let generics: Vec<&str> = ["K", "V"]
        .into_iter()
        .filter(|generic| takes.iter().any(|taken| words_of(taken.form).any(|word| word == *generic)))
        .collect();
    if !generics.is_empty() {
        writeln!(out, "---@generic {}", generics.join(", ")).ok();
    }
    for taken in takes {
        writeln!(out, "---@param {} {} {}", taken.name, taken.form, taken.says).ok();
    }
    for given in entry.gives.iter().filter(|given| **given != "nil") {
        writeln!(out, "---@return {given}").ok();
    }
    let names: Vec<&str> = takes.iter().map(|taken| taken.name.trim_end_matches('?')).collect();
    writeln!(out, "function {name}({}) end", names.join(", ")).ok();
}

fn words_of(form: &str) -> impl Iterator<Item = &str> {
    form.split(|letter: char| !letter.is_alphanumeric())
}

/// Type of a hook.
fn signature(kind: HookKind) -> String {
    let hook = hook(kind);
    let takes: Vec<String> = hook.takes.iter().map(|taken| format!("{}: {}", taken.name, taken.form)).collect();
    format!("fun({}): {}", takes.join(", "), hook.gives.join(", "))
}

fn class_of(part: RulePart) -> String {
    let (first, rest) = part.key().split_at(1);
    format!("houserule.{}{rest}", first.to_uppercase())
}

fn class(out: &mut String, name: &str, about: &str) {
    class_named(out, name, about);
}

fn class_named(out: &mut String, name: &str, about: &str) {
    writeln!(out, "\n--- {about}\n---@class houserule.{name}").ok();
}

fn field(out: &mut String, name: &str, form: &str, says: &str) {
    // Without brackets such a type would absorb the words that follow it.
    let is_open = form.contains(' ') && form.contains('|') || form.starts_with("fun(");
    let form = if is_open { format!("({form})") } else { form.to_string() };
    writeln!(out, "---@field {name} {form} {says}").ok();
}

fn optional(out: &mut String, key: &KeySpec) {
    field(out, &format!("{}?", key.name), &computed(key.form), &with_example(key));
}

/// A value computed from options has the type number, not integer, for the language server.
fn computed(form: &str) -> String {
    form.replace("integer", "number")
}

fn with_example(key: &KeySpec) -> String {
    // A field is documented in one line.
    let example: Vec<&str> = key.example.lines().map(str::trim).collect();
    format!("{}: `{}`", key.doc, example.join(" "))
}

fn params(out: &mut String, params: &[Param]) {
    for param in params {
        let mut says = param.doc.to_string();
        if let Some(bounds) = bounds(param.kind) {
            says = format!("{says} ({bounds})");
        }
        match (param.default, unless_given(param.default)) {
            (ParamDefault::Required, _) => says.push_str("; a game must say it"),
            (_, Some(default)) => says = format!("{says}; {default} unless given"),
            _ => {}
        }
        field(out, &format!("{}?", param.name), &computed(&form(param.kind)), &says);
    }
}

/// Documentation of a function, with its example.
fn says(out: &mut String, says: &str, example: &str) {
    writeln!(out, "\n--- {says}\n---\n--- ```lua").ok();
    example.lines().for_each(|line| {
        writeln!(out, "--- {line}").ok();
    });
    writeln!(out, "--- ```").ok();
}
