//! Options that other programs can set: komi, strength, and every option of the rules.

use std::fmt;

use crate::protocol::ProtocolError;
use houserule_lab::bot::{Bot, BotName, Level, Mcts};
use houserule_script::rules::RulePlan;
use houserule_script::rules::options::{OptionDecl, OptionSet, Setting};

/// Options of the rules for which the protocol has its own words.
pub const SIZE: &str = "size";
pub const KOMI: &str = "komi";

/// Playing strength: a level, or as good as the time allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    Full,
    Level(Level),
}

impl Strength {
    const ALL: [Strength; 4] =
        [Strength::Level(Level::Easy), Strength::Level(Level::Medium), Strength::Level(Level::Hard), Strength::Full];

    pub fn parse(text: &str) -> Result<Strength, ProtocolError> {
        let strength = Strength::ALL.into_iter().find(|strength| strength.to_string() == text.to_lowercase());
        let known = Strength::ALL.map(|strength| strength.to_string()).join(", ");
        strength.ok_or_else(|| format!("unknown strength `{text}`; the strengths are {known}").into())
    }

    pub fn bot(self, threads: usize) -> Box<dyn Bot> {
        match self {
            Strength::Full => Box::new(Mcts::unlimited().with_threads(threads)),
            Strength::Level(level) => BotName::Level(level).create(),
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Strength::Full => f.write_str("full"),
            Strength::Level(level) => write!(f, "{level}"),
        }
    }
}

/// Maximum number of threads.
pub const MAX_THREADS: usize = 256;

/// Converts half komi to the komi of the rules.
pub fn parse_half_komi(half: &str) -> Result<String, ProtocolError> {
    let half: i32 = half.parse().map_err(|_| format!("invalid half komi `{half}`; write a whole number"))?;
    Ok((f64::from(half) / 2.0).to_string())
}

/// Lists the options of the rules by the name under which they are set, the game's own first.
pub fn rule_options(options: &OptionSet) -> Vec<(String, &OptionDecl)> {
    let named = options.scripts.iter().flat_map(|(script, decls)| {
        decls.values().map(move |decl| match options.has(&decl.name) {
            true => (decl.name.clone(), decl),
            false => (format!("{script}.{}", decl.name), decl),
        })
    });
    named.collect()
}

/// Returns the lines that declare the options.
pub fn declarations(plan: &RulePlan, options: &OptionSet, threads: usize) -> Vec<String> {
    let rules = rule_options(options);
    let find = |name: &str| rules.iter().find(|(key, _)| key == name).map(|(_, decl)| *decl);
    let halves = find(KOMI).map(half_komis).unwrap_or_default();
    let mut lines = Vec::new();
    if let Some(sizes) = find(SIZE).map(numbers).filter(|sizes| !sizes.is_empty()) {
        let halves = if halves.is_empty() { vec![0] } else { halves.clone() };
        lines.push(format!("size {} halfkomi {}", joined(&sizes), joined(&halves)));
    }
    if let (Some(min), Some(max)) = (halves.first(), halves.last()) {
        let current = match plan.settings.get(KOMI) {
            Some(Setting::Number(komi)) => (2.0 * komi) as i64,
            _ => 0,
        };
        lines.push(format!("option name HalfKomi type spin default {current} min {min} max {max}"));
    }
    let strengths = Strength::ALL.map(|strength| format!("var {strength}")).join(" ");
    lines.push(format!("option name Strength type combo default {} {strengths}", Strength::Full));
    lines.push(format!("option name Threads type spin default {threads} min 1 max {MAX_THREADS}"));
    let others = rules.iter().filter(|(name, _)| name != SIZE && name != KOMI);
    lines.extend(others.map(|(name, decl)| declaration(name, decl, current_value(plan, name))));
    lines
}

/// Returns the current value of an option. Options of variants are stored under the names of both.
fn current_value<'a>(plan: &'a RulePlan, name: &str) -> Option<&'a Setting> {
    let is_of_variant = |key: &str| key.rsplit_once('.').is_some_and(|(_, option)| option == name);
    let settings = &plan.settings;
    settings.get(name).or_else(|| settings.iter().find(|(key, _)| is_of_variant(key)).map(|(_, set)| set))
}

fn joined<T: ToString>(values: &[T]) -> String {
    values.iter().map(T::to_string).collect::<Vec<_>>().join(" ")
}

fn numbers(decl: &OptionDecl) -> Vec<i64> {
    let whole = |value: &Setting| match value {
        Setting::Number(n) => Some(*n as i64),
        _ => None,
    };
    decl.one_of.iter().filter_map(whole).collect()
}

fn half_komis(decl: &OptionDecl) -> Vec<i64> {
    const MAX_KOMI: f64 = 100.0;
    let (Some(min), Some(max)) = (decl.min, decl.max) else { return Vec::new() };
    let all = (2.0 * min.max(-MAX_KOMI)).ceil() as i64..=(2.0 * max.min(MAX_KOMI)).floor() as i64;
    all.filter(|half| decl.accepts(&Setting::Number(*half as f64 / 2.0)).is_ok()).collect()
}

/// Declares one option of the rules.
fn declaration(name: &str, decl: &OptionDecl, current: Option<&Setting>) -> String {
    let current = current.or(decl.default.as_ref()).map(Setting::to_string).unwrap_or_default();
    let kind = match (&decl.default, decl.min, decl.max) {
        _ if !decl.one_of.is_empty() => {
            let all: Vec<String> = decl.one_of.iter().map(|value| format!("var {value}")).collect();
            return format!("option name {name} type combo default {current} {}", all.join(" "));
        }
        (Some(Setting::Flag(_)), ..) => "check",
        (Some(Setting::Number(_)), Some(min), Some(max)) if decl.step.is_none() => {
            return format!("option name {name} type spin default {current} min {min} max {max}");
        }
        _ => "string",
    };
    format!("option name {name} type {kind} default {current}").trim_end().to_string()
}
