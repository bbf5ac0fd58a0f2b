//! Rules of a match: how its games add up, who begins them and when it is over. They change no move, so they are not
//! part of the rules hash.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::check::one_of;
use super::decl::{DeclNode, DeclValue};
use super::keys;
use super::source::{Diagnostic, Source, SourcePlace, join_path};
use super::table::TableReader;
use houserule_core::mechanics::MAX_SEATS;
use houserule_core::points::Points;
use houserule_core::spec::Arg;

/// Key of the rules table.
pub(super) const MATCH: &str = "match";

/// Maximum number of games in a match. A match that is not over then ends without a decision.
pub const MAX_MATCH_GAMES: u32 = 1000;

/// Rules of a match, as scripts declare them.
#[derive(Clone, Debug, Default)]
pub struct MatchRules {
    /// Number of games.
    pub games: Option<u32>,
    /// Number of won games that wins the match.
    pub first_to: Option<u32>,
    /// Number of points that ends the match.
    pub target: Option<Points>,
    /// Who begins a game.
    pub begins: Begins,
    /// What a game adds to the table; by default its own points, or the games won if it counts none.
    pub points: Option<GamePoints>,
    /// Functions of scripts, at most one of each kind.
    pub functions: Vec<MatchFunction>,
    /// Hash of these rules; empty if no script declares any.
    pub hash: String,
}

/// Who begins the games after the first one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Begins {
    /// The players take turns to begin: they move on by one seat.
    #[default]
    Alternate,
    /// The player in the last place of the game before.
    Loser,
    /// Drawn before every game.
    Drawn,
    /// The same player as before.
    Same,
}

impl Begins {
    /// Words for scripts and for the command line, in the order of the variants.
    pub const WORDS: [&'static str; 4] = ["alternate", "loser", "drawn", "same"];

    /// Value with a word.
    pub fn named(word: &str) -> Option<Begins> {
        let all = [Begins::Alternate, Begins::Loser, Begins::Drawn, Begins::Same];
        Begins::WORDS.iter().position(|known| *known == word).map(|index| all[index])
    }

    /// Its word.
    pub fn word(self) -> &'static str {
        Begins::WORDS[self as usize]
    }
}

/// What a game adds to the table of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GamePoints {
    /// The points of the game itself.
    #[serde(rename = "points")]
    Score,
    /// The winner's lead over the best other side; nothing for the others.
    Margin,
    /// One point for a win; a draw is shared.
    Wins,
    /// Points by place, the first place first; tied sides share their places.
    Places(Vec<Points>),
    /// Counted by a script.
    Script,
}

impl GamePoints {
    /// Words for scripts and for the command line.
    pub const WORDS: [&'static str; 3] = ["points", "margin", "wins"];

    /// Value with a word.
    pub fn named(word: &str) -> Option<GamePoints> {
        match word {
            "points" => Some(GamePoints::Score),
            "margin" => Some(GamePoints::Margin),
            "wins" => Some(GamePoints::Wins),
            _ => None,
        }
    }
}

/// Kind of function in the rules of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchFunctionKind {
    /// Counts what a game adds.
    Points,
    /// Decides whether the match is over.
    Over,
}

impl MatchFunctionKind {
    /// All kinds.
    pub const ALL: [MatchFunctionKind; 2] = [MatchFunctionKind::Points, MatchFunctionKind::Over];

    /// Lua key.
    pub fn key(self) -> &'static str {
        match self {
            MatchFunctionKind::Points => "points",
            MatchFunctionKind::Over => "over",
        }
    }

    /// Key path in the rules table.
    pub fn key_path(self) -> String {
        join_path(MATCH, self.key())
    }
}

/// Declared function.
#[derive(Clone, Debug)]
pub struct MatchFunction {
    /// What it does.
    pub kind: MatchFunctionKind,
    /// Script that it belongs to.
    pub script: String,
    /// Number in the script host.
    pub function: usize,
    /// Where it is declared.
    pub place: SourcePlace,
}

impl MatchRules {
    /// Whether some script declares rules of a match.
    pub fn is_declared(&self) -> bool {
        !self.hash.is_empty()
    }

    /// Function of a kind.
    pub fn function(&self, kind: MatchFunctionKind) -> Option<&MatchFunction> {
        self.functions.iter().find(|function| function.kind == kind)
    }
}

/// Replaces the short form `alternate = true` in a layer's rules by `begins = "alternate"`, so that layers merge.
pub(super) fn expand_short_form(rules: &mut DeclNode, faults: &mut Vec<Diagnostic>) {
    let DeclValue::Map(rules) = &mut rules.value else { return };
    let Some(DeclNode { value: DeclValue::Map(map), .. }) = rules.get_mut(MATCH) else { return };
    let Some(node) = map.remove("alternate") else { return };
    match node.as_flag() {
        _ if map.contains_key("begins") => {
            let message = "`alternate` is short for `begins`; remove one of them";
            faults.push(Diagnostic::new(&node.place, "match.alternate", message));
        }
        Some(flag) => {
            let word = if flag { Begins::Alternate } else { Begins::Same }.word();
            map.insert("begins".to_string(), DeclNode { value: DeclValue::Text(word.to_string()), ..node });
        }
        None => {
            let message = format!("expected true or false, not {}", node.describe());
            faults.push(Diagnostic::new(&node.place, "match.alternate", message));
        }
    }
}

/// Reads the merged `match` table; `script_of` names the script that a source belongs to.
pub(super) fn read(
    node: &DeclNode,
    script_of: &dyn Fn(&Arc<Source>) -> String,
    faults: &mut Vec<Diagnostic>,
) -> MatchRules {
    let Some(map) = node.as_map() else {
        let message = format!("expected a table such as {{ games = 2 }}, not {}", node.describe());
        faults.push(Diagnostic::new(&node.place, MATCH, message));
        return MatchRules::default();
    };
    let mut table = TableReader { path: MATCH.to_string(), map, faults };
    table.reject_unknown(keys::MATCH);
    let count =
        |node: &DeclNode| u32::try_from(node.as_int()?).ok().filter(|count| (1..=MAX_MATCH_GAMES).contains(count));
    let expected_count = format!("a whole number from 1 to {MAX_MATCH_GAMES}");
    let [games, first_to] = ["games", "first_to"].map(|key| table.get(key, &expected_count, count));
    let target = |node: &DeclNode| Points::nearest(node.as_number()?).filter(|points| *points > Points::ZERO);
    let target = table.get("target", "a number of points above 0", target);
    let begins = map.get("begins").and_then(|node| match one_of(node, &Begins::WORDS, "value") {
        Ok(Arg::Text(word)) => Begins::named(&word),
        Ok(_) => None,
        Err(error) => {
            table.report("begins", node, error);
            None
        }
    });
    let points = map.get("points").and_then(|node| read_points(&mut table, node));
    let is_function = |node: &DeclNode| matches!(node.value, DeclValue::Function(_)).then_some(());
    table.get("over", "a function of the match", is_function);
    let functions = MatchFunctionKind::ALL.into_iter().filter_map(|kind| {
        let DeclNode { value: DeclValue::Function(function), place } = map.get(kind.key())? else { return None };
        Some(MatchFunction { kind, script: script_of(&place.source), function: *function, place: place.clone() })
    });
    let functions = functions.collect();
    MatchRules { games, first_to, target, begins: begins.unwrap_or_default(), points, functions, hash: hash(node) }
}

/// Reads what a game adds: a word, the points by place, or a function.
fn read_points(table: &mut TableReader, node: &DeclNode) -> Option<GamePoints> {
    match &node.value {
        DeclValue::Function(_) => Some(GamePoints::Script),
        DeclValue::List(list) => {
            let places: Option<Vec<Points>> =
                list.iter().map(|node| node.as_number().and_then(Points::nearest)).collect();
            let message = match places {
                Some(places) if places.len() > MAX_SEATS => format!("at most {MAX_SEATS} places can score"),
                Some(places) if places.iter().all(|points| *points <= Points::ZERO) => {
                    "no place scores a point".to_string()
                }
                Some(places) => return Some(GamePoints::Places(places)),
                None => "expected numbers, the points of the first place first".to_string(),
            };
            table.report("points", node, message);
            None
        }
        DeclValue::Text(_) => match one_of(node, &GamePoints::WORDS, "value") {
            Ok(Arg::Text(word)) => GamePoints::named(&word),
            Ok(_) => None,
            Err(error) => {
                table.report("points", node, error);
                None
            }
        },
        _ => {
            let message = format!(
                "expected points, margin, wins, a list of points by place, or a function, not {}",
                node.describe()
            );
            table.report("points", node, message);
            None
        }
    }
}

/// Hash of the rules of a match. A function is represented by its file's text and its key path.
fn hash(node: &DeclNode) -> String {
    let mut canonical = String::new();
    let text_of = |place: &SourcePlace| place.source.text.replace("\r\n", "\n");
    node.canonical(&mut canonical, MATCH, &|node, path| format!("function {path} {:?}", text_of(&node.place)));
    Sha256::digest(canonical.as_bytes()).iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
