//! Declarations: what scripts returned, as plain data with places. Knows no rule and no Lua.

use std::collections::BTreeMap;

use super::source::Place;
use crate::vocabulary::one_line;

/// A value and where it was written.
#[derive(Clone, Debug)]
pub struct Node {
    pub value: Value,
    pub place: Place,
}

#[derive(Clone, Debug)]
pub enum Value {
    Flag(bool),
    Int(i64),
    Number(f64),
    Text(String),
    List(Vec<Node>),
    Map(BTreeMap<String, Node>),
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
    pub fields: BTreeMap<String, Node>,
    /// `before = "id"` or `after = "id"`: where a list takes the value in.
    pub order: Option<Order>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Order {
    Before(String),
    After(String),
}

impl Node {
    pub fn new(value: Value, place: Place) -> Node {
        Node { value, place }
    }

    pub fn empty_map(place: Place) -> Node {
        Node::new(Value::Map(BTreeMap::new()), place)
    }

    /// What the value is, for messages: "a number", "the text `x`".
    pub fn describe(&self) -> String {
        match &self.value {
            Value::Flag(flag) => flag.to_string(),
            Value::Int(n) => n.to_string(),
            Value::Number(n) => n.to_string(),
            Value::Text(text) => {
                format!("the text \"{}\"", one_line(text, 40))
            }
            Value::List(_) => "a list".into(),
            Value::Map(map) if map.is_empty() => "an empty table".into(),
            Value::Map(_) => "a table with keys".into(),
            Value::Rule(rule) => format!("the rule value `{}`", rule.name),
            Value::Off(id) => format!("`off \"{id}\"`"),
            Value::Function(_) => "a function".into(),
        }
    }

    /// The items of a list. An empty Lua table may be either, so it counts as an empty list too.
    pub fn as_list(&self) -> Option<&[Node]> {
        match &self.value {
            Value::List(list) => Some(list),
            Value::Map(map) if map.is_empty() => Some(&[]),
            _ => None,
        }
    }

    pub fn as_map(&self) -> Option<&BTreeMap<String, Node>> {
        match &self.value {
            Value::Map(map) => Some(map),
            _ => None,
        }
    }

    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number, however Lua came by it.
    pub fn as_int(&self) -> Option<i64> {
        match self.value {
            Value::Int(n) => Some(n),
            Value::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => Some(n as i64),
            _ => None,
        }
    }

    pub fn as_number(&self) -> Option<f64> {
        match self.value {
            Value::Int(n) => Some(n as f64),
            Value::Number(n) => Some(n),
            _ => None,
        }
    }

    /// The value in one canonical spelling, for hashing. `function` tells what a function counts as.
    pub fn canonical(&self, out: &mut String, path: &str, function: &dyn Fn(&Node, &str) -> String) {
        use std::fmt::Write;
        let mut write = |text: &str| out.push_str(text);
        match &self.value {
            Value::Flag(flag) => write(&flag.to_string()),
            Value::Text(text) => write(&format!("{text:?}")),
            Value::Off(id) => write(&format!("off {id:?}")),
            Value::Function(_) => write(&function(self, path)),
            Value::Int(_) | Value::Number(_) => {
                // 5 and 5.0 are the same number to a rule.
                let _ = match self.as_int() {
                    Some(n) => write!(out, "{n}"),
                    None => write!(out, "{:?}", self.as_number().unwrap_or(f64::NAN)),
                };
            }
            Value::List(list) => {
                out.push('[');
                for (index, node) in list.iter().enumerate() {
                    node.canonical(out, &format!("{path}[{index}]"), function);
                    out.push(',');
                }
                out.push(']');
            }
            Value::Map(map) => canonical_map(map, out, path, function),
            Value::Rule(rule) => {
                let _ = write!(out, "{} {:?} ", rule.name, rule.id);
                canonical_map(&rule.fields, out, path, function);
            }
        }
    }
}

fn canonical_map(
    map: &BTreeMap<String, Node>,
    out: &mut String,
    path: &str,
    function: &dyn Fn(&Node, &str) -> String,
) {
    out.push('{');
    for (key, node) in map {
        out.push_str(&format!("{key:?}="));
        node.canonical(out, &format!("{path}.{key}"), function);
        out.push(',');
    }
    out.push('}');
}
