//! Declarations: values returned by scripts, as plain data with places. Independent of rules and of Lua.

use std::collections::BTreeMap;

use super::source::SourcePlace;
use houserule_core::text::one_line;

/// Value with the place where it was written.
#[derive(Clone, Debug)]
pub struct DeclNode {
    /// The value.
    pub value: DeclValue,
    /// Its place.
    pub place: SourcePlace,
}

/// Declared value.
#[derive(Clone, Debug)]
pub enum DeclValue {
    /// Boolean.
    Flag(bool),
    /// Whole number.
    Int(i64),
    /// Number.
    Number(f64),
    /// String.
    Text(String),
    /// List.
    List(Vec<DeclNode>),
    /// Table with string keys.
    Map(BTreeMap<String, DeclNode>),
    /// Rule value made by a constructor.
    Rule(RuleDecl),
    /// `off "id"`: removes a rule value from a list.
    Off(String),
    /// Lua function, as a number in the script host.
    Function(usize),
}

/// Rule value as written.
#[derive(Clone, Debug)]
pub struct RuleDecl {
    /// Name of the constructor.
    pub name: String,
    /// Id.
    pub id: String,
    /// Parameters.
    pub fields: BTreeMap<String, DeclNode>,
    /// `before = "id"` or `after = "id"`: position in the list.
    pub order: Option<MergeOrder>,
}

/// Position of a rule value in a merged list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MergeOrder {
    /// Before the value with this id.
    Before(String),
    /// After the value with this id.
    After(String),
}

impl DeclNode {
    /// Value at a place.
    pub fn new(value: DeclValue, place: SourcePlace) -> DeclNode {
        DeclNode { value, place }
    }

    /// Empty table at a place.
    pub fn empty_map(place: SourcePlace) -> DeclNode {
        DeclNode::new(DeclValue::Map(BTreeMap::new()), place)
    }

    /// Description for messages: "a number", "the text `x`".
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

    /// Items of a list. An empty Lua table is also an empty list.
    pub fn as_list(&self) -> Option<&[DeclNode]> {
        match &self.value {
            DeclValue::List(list) => Some(list),
            DeclValue::Map(map) if map.is_empty() => Some(&[]),
            _ => None,
        }
    }

    /// Entries of a table.
    pub fn as_map(&self) -> Option<&BTreeMap<String, DeclNode>> {
        match &self.value {
            DeclValue::Map(map) => Some(map),
            _ => None,
        }
    }

    /// The boolean, if it is one.
    pub fn as_flag(&self) -> Option<bool> {
        match self.value {
            DeclValue::Flag(flag) => Some(flag),
            _ => None,
        }
    }

    /// The string, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        match &self.value {
            DeclValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The string or the list of strings, if it is either.
    pub fn as_texts(&self) -> Option<Vec<String>> {
        let items = self.as_list().unwrap_or(std::slice::from_ref(self));
        items.iter().map(|item| item.as_text().map(str::to_string)).collect()
    }

    /// The whole number, whether Lua stores it as an integer or a float.
    pub fn as_int(&self) -> Option<i64> {
        match self.value {
            DeclValue::Int(n) => Some(n),
            DeclValue::Number(n) if n.fract() == 0.0 && n.abs() < 9e15 => Some(n as i64),
            _ => None,
        }
    }

    /// The number, if it is one.
    pub fn as_number(&self) -> Option<f64> {
        match self.value {
            DeclValue::Int(n) => Some(n as f64),
            DeclValue::Number(n) => Some(n),
            _ => None,
        }
    }

    /// Canonical spelling for hashing. `function` spells functions.
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
