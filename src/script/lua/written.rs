//! Declarations written as Lua: the rules of a game as an author could have written them, with defaults spelled out.

use std::collections::BTreeMap;

use super::manual::unless_given;
use crate::rules::RulePlan;
use crate::rules::decl::{DeclNode, DeclValue, RuleDecl};
use crate::rules::options::{OptionDecl, Setting};
use houserule_core::mechanics::Rule;
use houserule_core::mechanics::stacks::PieceDef;
use houserule_core::spec::{Param, RulePart};
use houserule_core::text::is_unseen;

/// Maximum line width, where possible.
const MAX_LINE_WIDTH: usize = 96;

/// Keys of a rules table in their usual order.
const ORDER: &[&str] = &[
    "seats",
    "sides",
    "board",
    "tiles",
    "colours",
    "pieces",
    "reserve",
    "supply",
    "turn",
    "moves",
    "constraints",
    "after",
    "finish",
    "points",
    "vars",
    "notation",
];

/// Rules of a plan by key: its name, and the lines that declare it, with a trailing comma.
pub fn rules(plan: &RulePlan) -> Vec<(String, Vec<String>)> {
    let Some(map) = plan.declared.as_map() else { return Vec::new() };
    let place = |key: &str| ORDER.iter().position(|known| *known == key).unwrap_or(ORDER.len());
    let mut keys: Vec<&String> = map.keys().collect();
    keys.sort_by_key(|key| (place(key), key.as_str()));
    keys.iter().map(|key| (key.to_string(), entry(key, &map[*key]))).collect()
}

fn entry(key: &str, node: &DeclNode) -> Vec<String> {
    let items: Option<Vec<String>> = match &node.value {
        DeclValue::List(list) if RulePart::ALL.iter().any(|part| part.key() == key) => {
            Some(list.iter().map(spelled).collect())
        }
        DeclValue::Map(map) if key == "pieces" => {
            let piece = |(name, node): (&String, &DeclNode)| format!("{} = {}", name_of(name), piece(node));
            Some(map.iter().map(piece).collect())
        }
        _ => None,
    };
    let Some(items) = items else { return vec![format!("{key} = {},", spelled(node))] };
    let whole = format!("{key} = {{ {} }},", items.join(", "));
    if items.len() < 2 && whole.len() <= MAX_LINE_WIDTH {
        return vec![whole];
    }
    let first = vec![format!("{key} = {{")];
    let middle = items.iter().map(|item| format!("  {item},"));
    first.into_iter().chain(middle).chain(["},".to_string()]).collect()
}

/// A value in Lua syntax.
fn spelled(node: &DeclNode) -> String {
    match &node.value {
        DeclValue::Flag(flag) => flag.to_string(),
        DeclValue::Int(_) | DeclValue::Number(_) => match node.as_int() {
            Some(n) => n.to_string(),
            None => format!("{:?}", node.as_number().unwrap_or_default()),
        },
        DeclValue::Text(text) => quoted(text),
        DeclValue::List(list) => braced(list.iter().map(spelled).collect()),
        DeclValue::Map(map) => fields(map),
        DeclValue::Rule(rule) => value(rule),
        DeclValue::Off(id) => format!("off {}", quoted(id)),
        DeclValue::Function(_) => "nil".to_string(),
    }
}

fn fields(map: &BTreeMap<String, DeclNode>) -> String {
    braced(map.iter().map(|(key, node)| format!("{} = {}", name_of(key), spelled(node))).collect())
}

fn braced(items: Vec<String>) -> String {
    if items.is_empty() { "{}".to_string() } else { format!("{{ {} }}", items.join(", ")) }
}

fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            letter if is_unseen(letter) => out.push_str(&format!("\\u{{{:x}}}", letter as u32)),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// A key, in brackets unless it is a plain name.
fn name_of(key: &str) -> String {
    const WORDS: &str = " and break do else elseif end false for function goto if in local nil not or repeat return then true \
                         until while ";
    let is_name = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !key.starts_with(|first: char| first.is_ascii_digit())
        && !key.is_empty()
        && !WORDS.contains(&format!(" {key} "));
    if is_name { key.to_string() } else { format!("[{}]", quoted(key)) }
}

/// Parameters of a table, with their defaults where it does not set them.
fn given(map: &BTreeMap<String, DeclNode>, params: &[Param]) -> Vec<(&'static str, String)> {
    let value = |param: &Param| match map.get(param.name) {
        Some(node) => Some((param.name, spelled(node))),
        None => unless_given(param.default).map(|default| (param.name, default)),
    };
    params.iter().filter_map(value).collect()
}

fn named(given: &[(&str, String)]) -> Vec<String> {
    given.iter().map(|(name, value)| format!("{name} = {value}")).collect()
}

fn piece(node: &DeclNode) -> String {
    let no_keys = BTreeMap::new();
    braced(named(&given(node.as_map().unwrap_or(&no_keys), PieceDef::PARAMS)))
}

/// Rule value: `road { tie = "mover", diagonal = false }`, `square(5)`, `place { "flat", "wall" }`.
fn value(rule: &RuleDecl) -> String {
    let spec = Rule::spec_of(&rule.name);
    let params = spec.map(|spec| spec.params).unwrap_or_default();
    let is_board = spec.is_some_and(|spec| spec.part == RulePart::Board);
    let given = given(&rule.fields, params);
    let first = params.first().map(|param| param.name);
    if let ([(name, value)], true) = (&given[..], rule.id == rule.name)
        && Some(*name) == first
    {
        return match rule.fields.get(*name).map(|node| &node.value) {
            Some(DeclValue::List(_)) => format!("{} {value}", rule.name),
            Some(DeclValue::Int(_)) if is_board => format!("{}({value})", rule.name),
            _ => format!("{} {{ {name} = {value} }}", rule.name),
        };
    }
    let id = (rule.id != rule.name).then(|| format!("id = {}", quoted(&rule.id)));
    format!("{} {}", rule.name, braced(id.into_iter().chain(named(&given)).collect()))
}

/// An option as its author could have written it.
pub fn option(decl: &OptionDecl) -> String {
    let number = |name: &str, value: Option<f64>| value.map(|value| format!("{name} = {value}"));
    let parts = [
        decl.default.as_ref().map(|value| format!("default = {}", setting(value))),
        (!decl.one_of.is_empty()).then(|| format!("one_of = {}", braced(decl.one_of.iter().map(setting).collect()))),
        number("min", decl.min),
        number("max", decl.max),
        number("step", decl.step),
        decl.in_name.then(|| "in_name = true".to_string()),
        decl.fixed.then(|| "fixed = true".to_string()),
        decl.doc.as_ref().map(|says| format!("says = {}", quoted(says))),
    ];
    format!("{} = {}", name_of(&decl.name), braced(parts.into_iter().flatten().collect()))
}

fn setting(value: &Setting) -> String {
    match value {
        Setting::Flag(flag) => flag.to_string(),
        Setting::Number(n) => n.to_string(),
        Setting::Text(text) => quoted(text),
        Setting::List(list) => braced(list.iter().map(setting).collect()),
    }
}
