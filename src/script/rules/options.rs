//! Options: the values that a script leaves open, their constraints, and the values that users set.

use std::collections::BTreeMap;
use std::fmt;

use super::check::is_plain;
use super::decl::{DeclNode, DeclValue};
use super::keys;
use super::source::{Diagnostic, SourcePlace, join_path};
use super::table::TableReader;
use houserule_core::text::{nearest, one_line, series};

sentence_errors! {
    /// Unknown option, or a value that an option cannot have.
    OptionError;
}

/// One option of a script.
#[derive(Clone, Debug)]
pub struct OptionDecl {
    /// Name.
    pub name: String,
    /// Where it is declared.
    pub place: SourcePlace,
    /// Default.
    pub default: Option<Setting>,
    /// Allowed values; any if empty.
    pub one_of: Vec<Setting>,
    /// Minimum.
    pub min: Option<f64>,
    /// Maximum.
    pub max: Option<f64>,
    /// Step size.
    pub step: Option<f64>,
    /// Description for people.
    pub doc: Option<String>,
    /// Whether its value may be part of the game's name, after a hyphen.
    pub in_name: bool,
    /// Whether the script fixes it, so that users cannot set it.
    pub is_fixed: bool,
}

/// Value of an option.
#[derive(Clone, PartialEq, Debug)]
pub enum Setting {
    /// Boolean.
    Flag(bool),
    /// Number.
    Number(f64),
    /// String.
    Text(String),
    /// List.
    List(Vec<Setting>),
}

impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Setting::Flag(flag) => write!(f, "{flag}"),
            Setting::Number(n) => f.write_str(&format_number(*n)),
            Setting::Text(text) => f.write_str(text),
            Setting::List(list) => {
                let items: Vec<_> = list.iter().map(Setting::to_string).collect();
                f.write_str(&items.join(","))
            }
        }
    }
}

/// Number in decimal, with an exponent if it has very many digits.
fn format_number(n: f64) -> String {
    let is_long = n != 0.0 && !(1e-9..1e15).contains(&n.abs());
    if is_long { format!("{n:e}") } else { n.to_string() }
}

/// Options of one script, by name.
pub type OptionDecls = BTreeMap<String, OptionDecl>;
/// Chosen values by name. An option without a default that is not set has none.
pub type Settings = BTreeMap<String, Setting>;

/// Parses the `options` table of a script.
pub fn read(node: &DeclNode, faults: &mut Vec<Diagnostic>) -> OptionDecls {
    let Some(map) = node.as_map() else {
        faults.push(Diagnostic::new(
            &node.place,
            "options",
            format!("expected a table of options, not {}", node.describe()),
        ));
        return OptionDecls::new();
    };
    let read = |(name, node): (&String, &DeclNode)| Some((name.clone(), read_one(name, node, faults)?));
    let decls: OptionDecls = map.iter().filter_map(read).collect();
    let mut in_name = decls.values().filter(|decl| decl.in_name);
    if let (Some(first), Some(second)) = (in_name.next(), in_name.next()) {
        let message = format!("only one option may have `in_name`, and `{}` has it already", first.name);
        faults.push(Diagnostic::new(&second.place, format!("options.{}.in_name", second.name), message));
    }
    decls
}

fn read_one(name: &str, node: &DeclNode, faults: &mut Vec<Diagnostic>) -> Option<OptionDecl> {
    let path = format!("options.{name}");
    if !is_plain(name) {
        faults.push(Diagnostic::new(
            &node.place,
            "options",
            format!("`{}` is not an option name; use letters, digits, `-` and `_`", one_line(name, 40)),
        ));
        return None;
    }
    let Some(map) = node.as_map() else {
        let message = format!("expected a table such as {{ default = 5, min = 1 }}, not {}", node.describe());
        faults.push(Diagnostic::new(&node.place, path, message));
        return None;
    };
    let mut table = TableReader { path, map, faults };
    table.reject_unknown(keys::OPTION);
    let [min, max, step] = RANGE_KEYS.map(|key| table.get(key, "a number", DeclNode::as_number));
    let is_empty = min.zip(max).is_some_and(|(min, max)| min > max);
    if let (true, Some(min), Some(max)) = (is_empty, min, max) {
        let message = format!("`min` is {}, but `max` is {}", format_number(min), format_number(max));
        table.faults.push(Diagnostic::new(&node.place, &table.path, message));
    }
    if step.is_some_and(|step| step <= 0.0) {
        table.report("step", node, "a step must be more than 0");
    }
    let doc = table.get("says", "a text", DeclNode::as_text).map(|doc| one_line(doc, 200));
    let [in_name, fixed] =
        ["in_name", "fixed"].map(|key| table.get(key, "true or false", DeclNode::as_flag) == Some(true));
    let one_of = table.get("one_of", "a list of values", DeclNode::as_list).unwrap_or_default();
    let one_of = one_of.iter().filter_map(|node| read_setting(&mut table, "one_of", node)).collect();
    let (name, place) = (name.to_string(), node.place.clone());
    let mut decl = OptionDecl { name, place, default: None, one_of, min, max, step, in_name, is_fixed: fixed, doc };
    if let Some(node) = map.get("default")
        && let Some(value) = read_setting(&mut table, "default", node)
    {
        decl.default = Some(value.clone());
        let range_key = RANGE_KEYS.into_iter().find(|key| map.contains_key(*key));
        if let (Setting::Text(_) | Setting::Flag(_), Some(key)) = (&value, range_key) {
            table.report("default", node, format!("`{key}` needs a number as the default, not {}", node.describe()));
        } else if let (Err(message), false) = (decl.accepts(&value), is_empty) {
            table.report("default", node, message);
        }
    }
    Some(decl)
}

/// Keys of an option that only numbers have.
const RANGE_KEYS: [&str; 3] = ["min", "max", "step"];

/// Value that an option may have; a fault if it is another.
fn read_setting(table: &mut TableReader, key: &str, node: &DeclNode) -> Option<Setting> {
    let value = setting(node);
    if value.is_none() {
        let kinds = "expected a number, a text, true, false or a list of these";
        table.report(key, node, format!("{kinds}, not {}", node.describe()));
    }
    value
}

fn setting(node: &DeclNode) -> Option<Setting> {
    match &node.value {
        DeclValue::Flag(flag) => Some(Setting::Flag(*flag)),
        DeclValue::Int(n) => Some(Setting::Number(*n as f64)),
        DeclValue::Number(n) => Some(Setting::Number(*n)),
        DeclValue::Text(text) => Some(Setting::Text(text.clone())),
        DeclValue::List(list) => list.iter().map(setting).collect::<Option<_>>().map(Setting::List),
        // Lua writes an empty list like an empty table.
        DeclValue::Map(map) if map.is_empty() => Some(Setting::List(Vec::new())),
        _ => None,
    }
}

impl OptionDecl {
    /// Applies what a variant redeclares about an option of its base.
    pub fn overlay(&mut self, over: &OptionDecl) {
        self.default = over.default.clone().or(self.default.take());
        if !over.one_of.is_empty() {
            self.one_of = over.one_of.clone();
        }
        (self.min, self.max) = (over.min.or(self.min), over.max.or(self.max));
        self.step = over.step.or(self.step);
        self.doc = over.doc.clone().or(self.doc.take());
        self.in_name |= over.in_name;
        self.is_fixed |= over.is_fixed;
    }

    /// Checks that a value is allowed; the error names the allowed values.
    pub fn accepts(&self, value: &Setting) -> Result<(), OptionError> {
        let fits = match value {
            _ if !self.one_of.is_empty() => self.one_of.contains(value),
            Setting::Number(n)
                if !matches!(self.default, Some(Setting::Flag(_) | Setting::Text(_) | Setting::List(_))) =>
            {
                let start = self.min.unwrap_or(0.0);
                let is_on_step = self.step.is_none_or(|step| is_whole((n - start) / step));
                let is_whole_or_stepped = self.step.is_some() || n.fract() == 0.0;
                n.is_finite()
                    && self.min.is_none_or(|min| *n >= min)
                    && self.max.is_none_or(|max| *n <= max)
                    && is_on_step
                    && is_whole_or_stepped
            }
            other => match &self.default {
                Some(default) => std::mem::discriminant(default) == std::mem::discriminant(other),
                None => !self.is_numeric(),
            },
        };
        if fits {
            return Ok(());
        }
        let given = match value.to_string() {
            empty if empty.is_empty() => "empty".to_string(),
            given => one_line(&given, 40),
        };
        bail!("`{}` must be {}, not {given}", self.name, self.describe_allowed())
    }

    fn is_numeric(&self) -> bool {
        self.min.is_some()
            || self.max.is_some()
            || self.step.is_some()
            || matches!(self.default, Some(Setting::Number(_)))
    }

    /// Describes the allowed values.
    pub fn describe_allowed(&self) -> String {
        if !self.one_of.is_empty() {
            let words: Vec<_> = self.one_of.iter().map(Setting::to_string).collect();
            if let [only] = words.as_slice() {
                return only.clone();
            }
            return format!("one of {}", series(&words, "or"));
        }
        if self.is_numeric() {
            let kind = match self.step {
                None => "a whole number".to_string(),
                Some(step) => format!("a number in steps of {}", format_number(step)),
            };
            return match (self.min.map(format_number), self.max.map(format_number)) {
                (Some(min), Some(max)) => format!("{kind} from {min} to {max}"),
                (Some(min), None) => format!("{kind} of at least {min}"),
                (None, Some(max)) => format!("{kind} of at most {max}"),
                (None, None) => kind,
            };
        }
        match self.default {
            Some(Setting::Flag(_)) => "true or false".to_string(),
            Some(Setting::List(_)) => "a comma-separated list".to_string(),
            _ => "text".to_string(),
        }
    }

    /// Value in a game's name, converted to the form of `--set`: hyphens separate the items of a list.
    pub fn value_from_name(&self, value: &str) -> String {
        match self.default {
            Some(Setting::List(_)) => value.replace('-', ","),
            _ => value.to_string(),
        }
    }

    /// Parses a value from the command line.
    pub fn parse(&self, typed: &str) -> Result<Setting, OptionError> {
        let one = |text: &str| match text.trim() {
            "true" => Setting::Flag(true),
            "false" => Setting::Flag(false),
            text => {
                text.parse::<f64>().ok().filter(|n| n.is_finite()).map_or(Setting::Text(text.into()), Setting::Number)
            }
        };
        if let (Some(Setting::Text(_)), true) = (&self.default, self.one_of.is_empty()) {
            return Ok(Setting::Text(typed.to_string()));
        }
        let expects_list = matches!(self.default, Some(Setting::List(_)));
        let value = match typed {
            "" if expects_list => Setting::List(Vec::new()),
            typed if expects_list || typed.contains(',') => Setting::List(typed.split(',').map(one).collect()),
            typed if self.one_of.iter().any(|allowed| allowed.to_string() == typed) => {
                self.one_of.iter().find(|allowed| allowed.to_string() == typed).cloned().unwrap_or(one(typed))
            }
            typed => one(typed),
        };
        self.accepts(&value).map(|()| value)
    }
}

/// Options of a game and its variants, by script.
#[derive(Clone)]
pub struct OptionSet {
    /// Options of the base, with the variants' changes to them; then each variant's own.
    pub scripts: Vec<(String, OptionDecls)>,
    /// Options that scripts have fixed, each with the index of its script.
    fixed: Vec<(usize, OptionDecl)>,
    /// Number of scripts that make up the game, each based on those before it. The others are stacked on it.
    game: usize,
}

impl OptionSet {
    /// Combines the options of scripts. The first `game` scripts are based on each other; redeclaring an option of a
    /// lower one changes that one.
    pub fn new(
        scripts: impl IntoIterator<Item = (String, OptionDecls)>,
        game: usize,
        faults: &mut Vec<Diagnostic>,
    ) -> OptionSet {
        let mut set = OptionSet { scripts: Vec::new(), fixed: Vec::new(), game };
        for (name, decls) in scripts {
            let mut own_options = OptionDecls::new();
            for (key, decl) in decls {
                let mut bases = set.scripts.iter_mut().take(game);
                match bases.find_map(|(_, decls)| decls.get_mut(&key)) {
                    Some(base) => {
                        base.overlay(&decl);
                        if let Some(Err(error)) = base.default.as_ref().map(|default| base.accepts(default)) {
                            faults.push(Diagnostic::new(&decl.place, format!("options.{key}"), error));
                        }
                    }
                    None => {
                        own_options.insert(key, decl);
                    }
                }
            }
            set.scripts.push((name, own_options));
        }
        for (index, (_, decls)) in set.scripts.iter_mut().enumerate() {
            set.fixed.extend(decls.extract_if(.., |_, decl| decl.is_fixed).map(|(_, decl)| (index, decl)));
        }
        set
    }

    /// Resolves the user's settings (`key=value`) to the settings of every script: its own and those of its bases.
    pub fn resolve(&self, sets: &[(String, String)]) -> Result<Vec<Settings>, OptionError> {
        let defaults = |decls: &OptionDecls| -> Settings {
            decls.iter().filter_map(|(key, decl)| Some((key.clone(), decl.default.clone()?))).collect()
        };
        let mut settings_by_script: Vec<Settings> = self.scripts.iter().map(|(_, decls)| defaults(decls)).collect();
        for (index, decl) in &self.fixed {
            settings_by_script[*index].extend(decl.default.clone().map(|default| (decl.name.clone(), default)));
        }
        for (key, typed) in sets.iter().filter(|(key, typed)| !self.is_fixed_to(key, typed)) {
            let (index, decl) = self.find(key)?;
            settings_by_script[index].insert(decl.name.clone(), decl.parse(typed)?);
        }
        let mut inherited = Settings::new();
        let mut resolved = Vec::new();
        for (index, settings) in settings_by_script.into_iter().enumerate() {
            let combined: Settings = inherited.clone().into_iter().chain(settings).collect();
            if index < self.game {
                inherited = combined.clone();
            }
            resolved.push(combined);
        }
        Ok(resolved)
    }

    /// Options that a script may read: its own and those of its bases.
    pub fn visible_options(&self, script: usize) -> Vec<String> {
        let is_visible = |&index: &usize| index == script || index < self.game.min(script);
        let open = self.scripts.iter().enumerate().filter(|(index, _)| is_visible(index));
        let open = open.flat_map(|(_, (_, decls))| decls.keys().cloned());
        let fixed = self.fixed.iter().filter(|(index, _)| is_visible(index)).map(|(_, decl)| decl.name.clone());
        open.chain(fixed).collect()
    }

    /// Option that a key refers to.
    pub fn decl(&self, key: &str) -> Result<&OptionDecl, OptionError> {
        self.find(key).map(|(_, decl)| decl)
    }

    /// Whether some script has the option.
    pub fn has(&self, key: &str) -> bool {
        self.find(key).is_ok()
    }

    fn find(&self, key: &str) -> Result<(usize, &OptionDecl), OptionError> {
        let (script, option) = match key.split_once('.') {
            Some((script, option)) => (Some(script), option),
            None => (None, key),
        };
        let candidates: Vec<(usize, &OptionDecl)> = self
            .scripts
            .iter()
            .enumerate()
            .filter(|(_, (name, _))| script.is_none_or(|wanted| wanted == name))
            .filter_map(|(index, (_, decls))| Some((index, decls.get(option)?)))
            .collect();
        match candidates.as_slice() {
            [one] => Ok(*one),
            [] => Err(self.explain_unknown(key).into()),
            many => {
                let names: Vec<_> =
                    many.iter().map(|(index, _)| format!("{}.{option}", self.scripts[*index].0)).collect();
                bail!("several scripts have an option `{key}`; write {}", names.join(" or "))
            }
        }
    }

    /// Fixed option that a key refers to.
    fn fixed_option(&self, key: &str) -> Option<&OptionDecl> {
        let option = key.split_once('.').map_or(key, |(_, option)| option);
        self.fixed.iter().map(|(_, decl)| decl).find(|decl| decl.name == option)
    }

    /// Whether a key is fixed to this value, which records may repeat.
    fn is_fixed_to(&self, key: &str, typed: &str) -> bool {
        self.fixed_option(key).is_some_and(|decl| decl.parse(typed).ok() == decl.default)
    }

    fn explain_unknown(&self, key: &str) -> String {
        if let Some(decl) = self.fixed_option(key) {
            let doc = decl.doc.as_ref().map(|doc| format!(": {doc}")).unwrap_or_default();
            return format!("`{}` cannot be set in these rules{doc}", decl.name);
        }
        let known: Vec<&str> = self.scripts.iter().flat_map(|(_, decls)| decls.keys().map(String::as_str)).collect();
        match nearest(key, known.iter().copied()) {
            Some(near) => format!("unknown option `{key}`; did you mean `{near}`?"),
            None if known.is_empty() => {
                format!("unknown option `{key}`; these rules have no options")
            }
            None => format!("unknown option `{key}`; the options are {}", known.join(", ")),
        }
    }
}

/// Whether a number is whole up to rounding errors.
fn is_whole(n: f64) -> bool {
    (n - n.round()).abs() < 1e-9
}

/// Diagnostic for an unknown key.
pub fn unknown_key<'a>(
    place: &SourcePlace,
    path: &str,
    key: &str,
    known: impl IntoIterator<Item = &'a str> + Clone,
) -> Diagnostic {
    let near = nearest(key, known.clone());
    let fix = near.and_then(|near| place.rename_edit(key, near));
    let message = match near {
        Some(near) => format!("unknown key; did you mean `{near}`?"),
        None => format!("unknown key; the keys are {}", known.into_iter().collect::<Vec<_>>().join(", ")),
    };
    Diagnostic::new(place, join_path(path, key), message).with_fix(fix)
}
