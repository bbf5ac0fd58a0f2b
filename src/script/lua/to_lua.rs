//! Declarations written as Lua: the rules of a game as an author could have written them, with defaults spelled out.

use std::collections::BTreeMap;

use super::manual::default_text;
use crate::rules::RulePlan;
use crate::rules::decl::{DeclNode, DeclValue, RuleDecl};
use crate::rules::options::{OptionDecl, Setting};
use crate::syntax::KEYWORDS;
use houserule_core::mechanics::Rule;
use houserule_core::mechanics::stacks::PieceDef;
use houserule_core::spec::{Param, RulePart};
use houserule_core::text::is_unprintable;

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
    "match",
    "notation",
];

/// Writes the rules of a plan by key: its name, and the lines that declare it, with a trailing comma.
pub fn rules(plan: &RulePlan) -> Vec<(String, Vec<String>)> {
    let Some(map) = plan.declaration.as_map() else { return Vec::new() };
    let rank = |key: &str| ORDER.iter().position(|known| *known == key).unwrap_or(ORDER.len());
    let mut keys: Vec<&String> = map.keys().collect();
    keys.sort_by_key(|key| (rank(key), key.as_str()));
    keys.iter().map(|key| (key.to_string(), entry_lines(key, &map[*key]))).collect()
}

fn entry_lines(key: &str, node: &DeclNode) -> Vec<String> {
    let items: Option<Vec<String>> = match &node.value {
        DeclValue::List(list) if RulePart::ALL.iter().any(|part| part.key() == key) => {
            Some(list.iter().map(to_lua).collect())
        }
        DeclValue::Map(map) if key == "pieces" => {
            let piece = |(name, node): (&String, &DeclNode)| format!("{} = {}", to_key(name), piece(node));
            Some(map.iter().map(piece).collect())
        }
        _ => None,
    };
    let Some(items) = items else { return vec![format!("{key} = {},", to_lua(node))] };
    let single_line = format!("{key} = {{ {} }},", items.join(", "));
    if items.len() < 2 && single_line.len() <= MAX_LINE_WIDTH {
        return vec![single_line];
    }
    let first = vec![format!("{key} = {{")];
    let middle = items.iter().map(|item| format!("  {item},"));
    first.into_iter().chain(middle).chain(["},".to_string()]).collect()
}

/// Writes a value in Lua syntax.
fn to_lua(node: &DeclNode) -> String {
    match &node.value {
        DeclValue::Flag(flag) => flag.to_string(),
        DeclValue::Int(_) | DeclValue::Number(_) => match node.as_int() {
            Some(n) => n.to_string(),
            None => format!("{:?}", node.as_number().unwrap_or_default()),
        },
        DeclValue::Text(text) => quote(text),
        DeclValue::List(list) => braced(list.iter().map(to_lua).collect()),
        DeclValue::Map(map) => fields(map),
        DeclValue::Rule(rule) => rule_value(rule),
        DeclValue::Off(id) => format!("off {}", quote(id)),
        DeclValue::Function(_) => "nil".to_string(),
    }
}

fn fields(map: &BTreeMap<String, DeclNode>) -> String {
    braced(map.iter().map(|(key, node)| format!("{} = {}", to_key(key), to_lua(node))).collect())
}

fn braced(items: Vec<String>) -> String {
    if items.is_empty() { "{}".to_string() } else { format!("{{ {} }}", items.join(", ")) }
}

fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            letter if is_unprintable(letter) => out.push_str(&format!("\\u{{{:x}}}", letter as u32)),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

/// Writes a key, in brackets unless it is a plain name.
fn to_key(key: &str) -> String {
    let is_name = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !key.starts_with(|first: char| first.is_ascii_digit())
        && !key.is_empty()
        && !KEYWORDS.contains(&key);
    if is_name { key.to_string() } else { format!("[{}]", quote(key)) }
}

/// Lists the parameters of a table, with their defaults where it does not set them.
fn param_values(map: &BTreeMap<String, DeclNode>, params: &[Param]) -> Vec<(&'static str, String)> {
    let value = |param: &Param| match map.get(param.name) {
        Some(node) => Some((param.name, to_lua(node))),
        None => default_text(param.default).map(|default| (param.name, default)),
    };
    params.iter().filter_map(value).collect()
}

fn named_values(values: &[(&str, String)]) -> Vec<String> {
    values.iter().map(|(name, value)| format!("{name} = {value}")).collect()
}

fn piece(node: &DeclNode) -> String {
    let no_keys = BTreeMap::new();
    braced(named_values(&param_values(node.as_map().unwrap_or(&no_keys), PieceDef::PARAMS)))
}

/// Writes a rule value: `road { tie = "mover", diagonal = false }`, `square(5)`, `place { "flat", "wall" }`.
fn rule_value(rule: &RuleDecl) -> String {
    let spec = Rule::spec_of(&rule.name);
    let params = spec.map(|spec| spec.params).unwrap_or_default();
    let is_board = spec.is_some_and(|spec| spec.part == RulePart::Board);
    let values = param_values(&rule.fields, params);
    let first = params.first().map(|param| param.name);
    if let ([(name, value)], true) = (&values[..], rule.id == rule.name)
        && Some(*name) == first
    {
        return match rule.fields.get(*name).map(|node| &node.value) {
            Some(DeclValue::List(_)) => format!("{} {value}", rule.name),
            Some(DeclValue::Int(_)) if is_board => format!("{}({value})", rule.name),
            _ => format!("{} {{ {name} = {value} }}", rule.name),
        };
    }
    let id = (rule.id != rule.name).then(|| format!("id = {}", quote(&rule.id)));
    format!("{} {}", rule.name, braced(id.into_iter().chain(named_values(&values)).collect()))
}

/// Writes an option as its author could have written it.
pub fn option(decl: &OptionDecl) -> String {
    let number = |name: &str, value: Option<f64>| value.map(|value| format!("{name} = {value}"));
    let parts = [
        decl.default.as_ref().map(|value| format!("default = {}", setting(value))),
        (!decl.one_of.is_empty()).then(|| format!("one_of = {}", braced(decl.one_of.iter().map(setting).collect()))),
        number("min", decl.min),
        number("max", decl.max),
        number("step", decl.step),
        decl.in_name.then(|| "in_name = true".to_string()),
        decl.is_fixed.then(|| "fixed = true".to_string()),
        decl.doc.as_ref().map(|doc| format!("says = {}", quote(doc))),
    ];
    format!("{} = {}", to_key(&decl.name), braced(parts.into_iter().flatten().collect()))
}

fn setting(value: &Setting) -> String {
    match value {
        Setting::Flag(flag) => flag.to_string(),
        Setting::Number(n) => n.to_string(),
        Setting::Text(text) => quote(text),
        Setting::List(list) => braced(list.iter().map(setting).collect()),
    }
}
