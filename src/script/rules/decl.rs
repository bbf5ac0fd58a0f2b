//! Declarations: what scripts returned, as plain data with places. Knows no rule and no Lua.

use std::collections::BTreeMap;

use super::source::SourcePlace;
use houserule_core::text::one_line;

/// A value and where it was written.
#[derive(Clone, Debug)]
pub struct DeclNode {
    pub value: DeclValue,
    pub place: SourcePlace,
}

#[derive(Clone, Debug)]
pub enum DeclValue {
    Flag(bool),
    Int(i64),
    Number(f64),
    Text(String),
    List(Vec<DeclNode>),
    Map(BTreeMap<String, DeclNode>),
    /// A rule value made by one of our constructors.
    Rule(RuleDecl),
    /// `off "id"`: removes a rule value from a list.
    Off(String),
    /// A Lua function, by its number in the script host.
    Function(usize),
}

/// A rule value as written.
#[derive(Clone, Debug)]
pub struct RuleDecl {
    pub name: String,
    pub id: String,
    pub fields: BTreeMap<String, DeclNode>,
    /// `before = "id"` or `after = "id"`: where a list takes the value in.
    pub order: Option<MergeOrder>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MergeOrder {
    Before(String),
    After(String),
}

impl DeclNode {
    pub fn new(value: DeclValue, place: SourcePlace) -> DeclNode {
        DeclNode { value, place }
    }

    pub fn empty_map(place: SourcePlace) -> DeclNode {
        DeclNode::new(DeclValue::Map(BTreeMap::new()), place)
    }

    /// What the value is, for messages: "a number", "the text `x`".
    pub fn describe(&self) -> String {
        match &self.value {
            DeclValue::Flag(flag) => flag.to_string(),
            DeclValue::Int(n) => n.to_string(),
            DeclValue::Number(n) => n.to_string(),
            DeclValue::Text(text) => {
                format!("the text \"{}\"", one_line(text, 40))
            }
            DeclValue::List(_) => "a list".into(),
            DeclValue::Map(map) if map.is_empty() => "an empty table".into(),
            DeclValue::Map(_) => "a table with keys".into(),
            DeclValue::Rule(rule) => format!("the rule value `{}`", rule.name),
            DeclValue::Off(id) => format!("`off \"{id}\"`"),
            DeclValue::Function(_) => "a function".into(),
        }
    }

    /// The items of a list. An empty Lua table may be either, so it counts as an empty list too.
    pub fn as_list(&self) -> Option<&[DeclNode]> {
        match &self.value {
            DeclValue::List(list) => Some(list),
            DeclValue::Map(map) if map.is_empty() => Some(&[]),
            _ => None,
        }
    }

    pub fn as_map(&self) -> Option<&BTreeMap<String, DeclNode>> {
        match &self.value {
            DeclValue::Map(map) => Some(map),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            DeclValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number, however Lua came by it.
    pub fn as_int(&self) -> Option<i64> {
        match self.value {
            DeclValue::Int(n) => Some(n),
            DeclValue::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => Some(n as i64),
            _ => None,
        }
    }

    pub fn as_number(&self) -> Option<f64> {
        match self.value {
            DeclValue::Int(n) => Some(n as f64),
            DeclValue::Number(n) => Some(n),
            _ => None,
        }
    }

    /// The value in one canonical spelling, for hashing. `function` tells what a function counts as.
    pub fn canonical(&self, out: &mut String, path: &str, function: &dyn Fn(&DeclNode, &str) -> String) {
        use std::fmt::Write;
        let mut write = |text: &str| out.push_str(text);
        match &self.value {
            DeclValue::Flag(flag) => write(&flag.to_string()),
            DeclValue::Text(text) => write(&format!("{text:?}")),
            DeclValue::Off(id) => write(&format!("off {id:?}")),
            DeclValue::Function(_) => write(&function(self, path)),
            DeclValue::Int(_) | DeclValue::Number(_) => {
                // 5 and 5.0 are the same number to a rule.
                let _ = match self.as_int() {
                    Some(n) => write!(out, "{n}"),
                    None => write!(out, "{:?}", self.as_number().unwrap_or(f64::NAN)),
                };
            }
            DeclValue::List(list) => {
                out.push('[');
                for (index, node) in list.iter().enumerate() {
                    node.canonical(out, &format!("{path}[{index}]"), function);
                    out.push(',');
                }
                out.push(']');
            }
            DeclValue::Map(map) => canonical_map(map, out, path, function),
            DeclValue::Rule(rule) => {
                let _ = write!(out, "{} {:?} ", rule.name, rule.id);
                canonical_map(&rule.fields, out, path, function);
            }
        }
    }
}

fn canonical_map(
    map: &BTreeMap<String, DeclNode>,
    out: &mut String,
    path: &str,
    function: &dyn Fn(&DeclNode, &str) -> String,
) {
    out.push('{');
    for (key, node) in map {
        out.push_str(&format!("{key:?}="));
        node.canonical(out, &format!("{path}.{key}"), function);
        out.push(',');
    }
    out.push('}');
}
