//! What other programs can set: komi, how strong we play, and every option that the rules leave open.

use std::fmt;

use crate::protocol::ProtocolError;
use houserule_lab::bot::{Bot, BotName, Level, Mcts};
use houserule_script::rules::RulePlan;
use houserule_script::rules::options::{OptionDecl, OptionSet, Setting};

/// The options of the rules that the protocol has words of its own for.
pub const SIZE: &str = "size";
pub const KOMI: &str = "komi";

/// How well we play: like one of the levels, or as well as the time allows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Strength {
    Full,
    Level(Level),
}

impl Strength {
    const ALL: [Strength; 4] =
        [Strength::Level(Level::Easy), Strength::Level(Level::Medium), Strength::Level(Level::Hard), Strength::Full];

    pub fn read(text: &str) -> Result<Strength, ProtocolError> {
        let found = Strength::ALL.into_iter().find(|strength| strength.to_string() == text.to_lowercase());
        let known = Strength::ALL.map(|strength| strength.to_string()).join(", ");
        found.ok_or_else(|| format!("`{text}` is no strength; there is {known}").into())
    }

    pub fn bot(self, threads: usize) -> Box<dyn Bot> {
        match self {
            Strength::Full => Box::new(Mcts::endless().on(threads)),
            Strength::Level(level) => BotName::Level(level).bot(),
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

/// The most threads that can be asked for.
pub const MAX_THREADS: usize = 256;

/// Half komi as the rules count it.
pub fn komi_of(half: &str) -> Result<String, ProtocolError> {
    let half: i32 = half.parse().map_err(|_| format!("`{half}` is no half komi; it is a whole number"))?;
    Ok((f64::from(half) / 2.0).to_string())
}

/// Every option of the rules by the name under which it can be set, the game's own first.
pub fn of_rules(options: &OptionSet) -> Vec<(String, &OptionDecl)> {
    let named = options.scripts.iter().flat_map(|(script, decls)| {
        decls.values().map(move |decl| match options.has(&decl.name) {
            true => (decl.name.clone(), decl),
            false => (format!("{script}.{}", decl.name), decl),
        })
    });
    named.collect()
}

/// The lines that tell what can be set.
pub fn told(plan: &RulePlan, options: &OptionSet, threads: usize) -> Vec<String> {
    let rules = of_rules(options);
    let find = |name: &str| rules.iter().find(|(key, _)| key == name).map(|(_, decl)| *decl);
    let halves = find(KOMI).map(half_komis).unwrap_or_default();
    let mut lines = Vec::new();
    if let Some(sizes) = find(SIZE).map(numbers).filter(|sizes| !sizes.is_empty()) {
        let halves = if halves.is_empty() { vec![0] } else { halves.clone() };
        lines.push(format!("size {} halfkomi {}", joined(&sizes), joined(&halves)));
    }
    if let (Some(least), Some(most)) = (halves.first(), halves.last()) {
        let now = match plan.settings.get(KOMI) {
            Some(Setting::Number(komi)) => (2.0 * komi) as i64,
            _ => 0,
        };
        lines.push(format!("option name HalfKomi type spin default {now} min {least} max {most}"));
    }
    let strengths = Strength::ALL.map(|strength| format!("var {strength}")).join(" ");
    lines.push(format!("option name Strength type combo default {} {strengths}", Strength::Full));
    lines.push(format!("option name Threads type spin default {threads} min 1 max {MAX_THREADS}"));
    let others = rules.iter().filter(|(name, _)| name != SIZE && name != KOMI);
    lines.extend(others.map(|(name, decl)| line(name, decl, in_force(plan, name))));
    lines
}

/// What an option is set to. The options of variants are kept under the names of both.
fn in_force<'a>(plan: &'a RulePlan, name: &str) -> Option<&'a Setting> {
    let of_variant = |key: &str| key.rsplit_once('.').is_some_and(|(_, option)| option == name);
    let settings = &plan.settings;
    settings.get(name).or_else(|| settings.iter().find(|(key, _)| of_variant(key)).map(|(_, set)| set))
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
    const FARTHEST: f64 = 100.0;
    let (Some(min), Some(max)) = (decl.min, decl.max) else { return Vec::new() };
    let all = (2.0 * min.max(-FARTHEST)).ceil() as i64..=(2.0 * max.min(FARTHEST)).floor() as i64;
    all.filter(|half| decl.accepts(&Setting::Number(*half as f64 / 2.0)).is_ok()).collect()
}

/// One option of the rules.
fn line(name: &str, decl: &OptionDecl, now: Option<&Setting>) -> String {
    let now = now.or(decl.default.as_ref()).map(Setting::to_string).unwrap_or_default();
    let kind = match (&decl.default, decl.min, decl.max) {
        _ if !decl.one_of.is_empty() => {
            let all: Vec<String> = decl.one_of.iter().map(|value| format!("var {value}")).collect();
            return format!("option name {name} type combo default {now} {}", all.join(" "));
        }
        (Some(Setting::Flag(_)), ..) => "check",
        (Some(Setting::Number(_)), Some(min), Some(max)) if decl.step.is_none() => {
            return format!("option name {name} type spin default {now} min {min} max {max}");
        }
        _ => "string",
    };
    format!("option name {name} type {kind} default {now}").trim_end().to_string()
}
