//! Rule values, parsed and checked: which are allowed in each part, and the types of their parameters.

use std::collections::BTreeMap;

use super::Checker;
use crate::rules::decl::{DeclNode, DeclValue, RuleDecl};
use crate::rules::lesson::goal_spec;
use crate::rules::options::unknown_key;
use crate::rules::source::{Diagnostic, FaultKind, SourcePlace};
use crate::syntax::Edit;
use houserule_core::error::RuleError;
use houserule_core::mechanics::{NamedRule, Rule};
use houserule_core::spec::{Arg, Param, ParamDefault, ParamType, RulePart};
use houserule_core::text::{nearest, series};

/// Maximum number of rule values in a list.
pub const MAX_RULES: usize = 64;

impl Checker {
    pub(super) fn part(
        &mut self,
        part: RulePart,
        node: &DeclNode,
        out: &mut Vec<NamedRule>,
        places: &mut BTreeMap<String, SourcePlace>,
    ) {
        let key = part.key();
        if !part.is_list() {
            self.rule(part, node, key, out, places);
            return;
        }
        let Some(list) = node.as_list() else {
            let hint = Rule::SPECS.iter().find(|spec| spec.part == part).map_or("", |spec| spec.name);
            self.report(node, key, format!("expected a list such as {{ {hint} {{ ... }} }}, not {}", node.describe()));
            return;
        };
        if list.len() > MAX_RULES {
            let message = format!("{} rule values; the maximum is {MAX_RULES}", list.len());
            self.report(node, key, message);
            return;
        }
        for item in list {
            let fault_count = self.faults.len();
            self.rule(part, item, key, out, places);
            if let (DeclValue::Rule(decl), true) = (&item.value, self.faults.len() > fault_count) {
                self.suggest_sibling_id(fault_count, decl, list);
            }
        }
    }

    /// Suggests an `id`: a value with a missing parameter may be meant to change another one of its type.
    fn suggest_sibling_id(&mut self, first_fault: usize, decl: &RuleDecl, list: &[DeclNode]) {
        let sibling = list.iter().find_map(|node| match &node.value {
            DeclValue::Rule(other) if other.name == decl.name && other.id != decl.id => Some(&other.id),
            _ => None,
        });
        let Some(id) = sibling else { return };
        for fault in self.faults[first_fault..].iter_mut().filter(|fault| fault.kind == FaultKind::Missing) {
            fault.message = format!("{}; to change the existing one, add `id = \"{id}\"`", fault.message);
        }
    }

    fn rule(
        &mut self,
        part: RulePart,
        node: &DeclNode,
        path: &str,
        out: &mut Vec<NamedRule>,
        places: &mut BTreeMap<String, SourcePlace>,
    ) {
        let names: Vec<&str> = Rule::SPECS.iter().filter(|spec| spec.part == part).map(|spec| spec.name).collect();
        let DeclValue::Rule(decl) = &node.value else {
            let message = match &node.value {
                DeclValue::Off(id) => {
                    format!("`off \"{id}\"` works only in a variant; remove it")
                }
                _ => format!("expected {}, not {}", series(&names, "or"), node.describe()),
            };
            self.report(node, path, message);
            return;
        };
        let Some(spec) = Rule::spec_of(&decl.name).filter(|spec| spec.part == part) else {
            let message = format!("`{}` does not belong here; use {}", decl.name, series(&names, "or"));
            self.report(node, path, message);
            return;
        };
        let path = if part.is_list() { format!("{path}.{}", decl.id) } else { path.to_string() };
        if part.is_list() && places.contains_key(&path) {
            let message = format!("`{}` occurs twice in the list; give one of them its own `id`", decl.id);
            self.report(node, &path, message);
        }
        let Some(args) = self.args(node, &decl.fields, spec.params, &path) else { return };
        places.insert(path, node.place.clone());
        // Parameters that name seats or pieces cannot be read.
        if !self.has_unknown_names {
            let rule = Rule::read(spec.name, args, &self.names);
            out.extend(rule.map(|rule| NamedRule { id: decl.id.clone(), rule }));
        }
    }

    /// Checked parameters that a table sets: unknown keys, missing ones and wrong values are errors.
    pub(super) fn args(
        &mut self,
        node: &DeclNode,
        fields: &BTreeMap<String, DeclNode>,
        params: &[Param],
        path: &str,
    ) -> Option<BTreeMap<&'static str, Arg>> {
        let fault_count = self.faults.len();
        for (key, value) in fields {
            if !params.iter().any(|param| param.name == key) {
                let known: Vec<&str> = params.iter().map(|param| param.name).collect();
                self.faults.push(unknown_key(&value.place, path, key, known));
            }
        }
        let mut args = BTreeMap::new();
        for param in params {
            let path = format!("{path}.{}", param.name);
            match (fields.get(param.name), param.default) {
                (Some(node), _) => args.extend(self.arg(node, param.kind, &path).map(|arg| (param.name, arg))),
                (None, ParamDefault::Required) => {
                    self.report_missing(node, &path, format!("missing: {}", param.doc));
                }
                (None, _) => {}
            }
        }
        (self.faults.len() == fault_count).then_some(args)
    }

    pub(super) fn arg(&mut self, node: &DeclNode, kind: ParamType, path: &str) -> Option<Arg> {
        let wrong = |expected: &str| RuleError::from(format!("expected {expected}, not {}", node.describe()));
        let result = match kind {
            ParamType::Flag => match node.value {
                DeclValue::Flag(flag) => Ok(Arg::Flag(flag)),
                _ => Err(wrong("true or false")),
            },
            ParamType::Int { min, max } => match node.as_int() {
                Some(n) if (min..=max).contains(&n) => Ok(Arg::Int(n)),
                _ => Err(wrong(&format!("a whole number from {min} to {max}"))),
            },
            ParamType::Half => match node.as_number() {
                Some(n) if (n * 2.0).fract() == 0.0 && n.abs() <= 1000.0 => Ok(Arg::Half(n)),
                _ => Err(wrong("a number in half steps")),
            },
            ParamType::Text => match node.as_text() {
                Some(text) => Ok(Arg::Text(text.to_string())),
                None => Err(wrong("a text")),
            },
            ParamType::Word(words) => self.word(node, words),
            ParamType::Words(words) => {
                return self.list(node, kind, path, |checker, item| checker.word(item, words));
            }
            ParamType::Labels => return self.list(node, kind, path, |_, item| label(item)),
            ParamType::Piece | ParamType::Pieces | ParamType::SeatOr(_) | ParamType::PerSeat(_)
                if self.has_unknown_names =>
            {
                return None;
            }
            ParamType::Piece => self.piece(node),
            ParamType::Pieces => return self.list(node, kind, path, |checker, item| checker.piece(item)),
            ParamType::SeatOr(words) => {
                let known: Vec<String> =
                    self.names.seats.iter().cloned().chain(words.iter().map(|w| w.to_string())).collect();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                one_of(node, &known, "seat")
            }
            ParamType::PerSeat(kind) => return self.per_seat(node, *kind, path),
        };
        match result {
            Ok(arg) => Some(arg),
            Err(error) => {
                self.faults.push(Diagnostic::new(&node.place, path, error).with_fix(self.suggest_fix(node, kind)));
                None
            }
        }
    }

    /// Edit to the value that was most likely meant.
    fn suggest_fix(&self, node: &DeclNode, kind: ParamType) -> Option<Edit> {
        let nearest_edit = |known: &[&str]| {
            let near = nearest(node.as_text()?, known.iter().copied())?;
            node.place.replace_edit(format!("\"{near}\""))
        };
        let nearest_name_edit = |names: &[String], words: &[&str]| {
            let known: Vec<&str> = names.iter().map(String::as_str).chain(words.iter().copied()).collect();
            nearest_edit(&known)
        };
        match kind {
            ParamType::Int { min, max } => {
                let parsed = node.as_text().map(|text| text.trim().parse().ok());
                let number: f64 = parsed.unwrap_or_else(|| node.as_number())?;
                node.place.replace_edit((number.round() as i64).clamp(min, max).to_string())
            }
            ParamType::Flag => match node.as_text()? {
                "true" | "yes" | "on" => node.place.replace_edit("true"),
                "false" | "no" | "off" => node.place.replace_edit("false"),
                _ => None,
            },
            ParamType::Word(words) | ParamType::Words(words) => nearest_edit(words),
            ParamType::Piece | ParamType::Pieces => nearest_name_edit(&self.names.pieces, &[]),
            ParamType::SeatOr(words) => nearest_name_edit(&self.names.seats, words),
            _ => None,
        }
    }

    fn word(&self, node: &DeclNode, words: &[&str]) -> Result<Arg, RuleError> {
        one_of(node, words, "value")
    }

    fn piece(&self, node: &DeclNode) -> Result<Arg, RuleError> {
        let known: Vec<&str> = self.names.pieces.iter().map(String::as_str).collect();
        one_of(node, &known, "piece")
    }

    fn list(
        &mut self,
        node: &DeclNode,
        kind: ParamType,
        path: &str,
        each: impl Fn(&Checker, &DeclNode) -> Result<Arg, RuleError>,
    ) -> Option<Arg> {
        // A single item may be given without a list.
        let items = match node.as_list() {
            Some(list) => list,
            None => std::slice::from_ref(node),
        };
        let mut out = Vec::new();
        for item in items {
            match each(self, item) {
                Ok(Arg::Text(text)) => out.push(text),
                Ok(_) => {}
                Err(error) => {
                    let fix = self.suggest_fix(item, kind);
                    self.faults.push(Diagnostic::new(&item.place, path, error).with_fix(fix));
                }
            }
        }
        Some(Arg::List(out))
    }

    fn per_seat(&mut self, node: &DeclNode, kind: ParamType, path: &str) -> Option<Arg> {
        let Some(map) = node.as_map() else { return self.arg(node, kind, path) };
        let mut by_seat = BTreeMap::new();
        for (key, node) in map {
            if self.names.seat(key).is_none() {
                let known: Vec<&str> = self.names.seats.iter().map(String::as_str).collect();
                self.faults.push(unknown_key(&node.place, path, key, known));
            } else if let Some(arg) = self.arg(node, kind, &format!("{path}.{key}")) {
                by_seat.insert(key.clone(), arg);
            }
        }
        Some(Arg::BySeat(by_seat))
    }
}

/// Name that may be a number.
fn label(node: &DeclNode) -> Result<Arg, RuleError> {
    match (node.as_text(), node.as_int()) {
        (Some(text), _) => Ok(Arg::Text(text.to_string())),
        (None, Some(number)) => Ok(Arg::Text(number.to_string())),
        (None, None) => bail!("expected a name or a number, not {}", node.describe()),
    }
}

/// One of some known words.
pub(in crate::rules) fn one_of(node: &DeclNode, known: &[&str], what: &str) -> Result<Arg, RuleError> {
    match node.as_text() {
        Some(text) if known.contains(&text) => Ok(Arg::Text(text.to_string())),
        Some(text) => match nearest(text, known.iter().copied()) {
            Some(near) => bail!("unknown {what} `{text}`; did you mean `{near}`?"),
            None => bail!("unknown {what} `{text}`; expected {}", series(known, "or")),
        },
        None => bail!("expected {}, not {}", series(known, "or"), node.describe()),
    }
}

/// Parameter that a rule value takes by position.
pub fn positional_key(name: &str) -> Option<&'static str> {
    match goal_spec(name) {
        Some(goal) => goal.params?.first().map(|key| key.name),
        None => Rule::spec_of(name)?.params.first().map(|param| param.name),
    }
}
