//! Check of a merged declaration: every error with its place, or the typed definition of a game.

mod values;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::decl::{DeclNode, DeclValue};
use super::keys;
use super::match_rules::{self, MatchRules};
use super::options::unknown_key;
use super::plan::FindTiles;
use super::source::{Diagnostic, Source, SourcePlace};
use super::vars::{MAX_VAR_LEN, MAX_VARS};
use crate::notation::{self, Notation};
use houserule_core::mechanics::stacks::PieceDef;
use houserule_core::mechanics::{GameDef, Reserve};
use houserule_core::names::Names;
use houserule_core::spec::{Arg, ParamType, RulePart};
use houserule_core::text::one_line;
use houserule_core::tiles::TileSet;
pub use values::MAX_RULES;
pub(super) use values::one_of;
pub use values::positional_key;

/// Declaration that passed the check.
#[derive(Clone, Debug)]
pub struct CheckedRules {
    /// Definition for the mechanics.
    pub def: GameDef,
    /// Notation of moves and positions.
    pub notation: &'static dyn Notation,
    /// Script variables with their initial values.
    pub vars: Vec<(String, VarValue)>,
    /// Rules of a match.
    pub match_rules: MatchRules,
    /// Place of every key path that violations and errors may cite.
    pub places: BTreeMap<String, SourcePlace>,
}

/// Value of a script variable.
#[derive(Clone, PartialEq, Debug)]
pub enum VarValue {
    /// Boolean.
    Flag(bool),
    /// Whole number.
    Int(i64),
    /// Number.
    Number(f64),
    /// String.
    Text(String),
}

impl std::fmt::Display for VarValue {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            VarValue::Flag(flag) => write!(f, "{flag}"),
            VarValue::Int(n) => write!(f, "{n}"),
            VarValue::Number(n) => write!(f, "{n}"),
            VarValue::Text(text) => write!(f, "{text:?}"),
        }
    }
}

/// Every key that a rules table may have.
pub fn known_keys() -> Vec<&'static str> {
    RulePart::ALL.iter().map(|part| part.key()).chain(keys::names(keys::RULES)).collect()
}

/// Checks a merged rules table; `script_of` names the script that a source belongs to.
pub fn check(
    rules: &DeclNode,
    find_tiles: FindTiles,
    script_of: &dyn Fn(&Arc<Source>) -> String,
) -> Result<CheckedRules, Vec<Diagnostic>> {
    let mut checker = Checker { faults: Vec::new(), names: Names::default(), has_unknown_names: false };
    let checked = checker.rules(rules, find_tiles, script_of);
    match checked {
        Some(checked) if checker.faults.is_empty() => Ok(checked),
        _ => Err(checker.faults),
    }
}

struct Checker {
    faults: Vec<Diagnostic>,
    names: Names,
    /// Whether seats or pieces could not be read: then an unknown name is not reported.
    has_unknown_names: bool,
}

/// Whether a text can be a name.
pub fn is_plain(name: &str) -> bool {
    let is_name_char = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    !name.trim().is_empty() && name.chars().all(is_name_char)
}

impl Checker {
    fn report(&mut self, node: &DeclNode, path: &str, message: impl Into<String>) {
        self.faults.push(Diagnostic::new(&node.place, path, message));
    }

    /// Reports a missing value.
    fn report_missing(&mut self, node: &DeclNode, path: &str, message: impl Into<String>) {
        self.faults.push(Diagnostic::missing(&node.place, path, message));
    }

    fn rules(
        &mut self,
        rules: &DeclNode,
        find_tiles: FindTiles,
        script_of: &dyn Fn(&Arc<Source>) -> String,
    ) -> Option<CheckedRules> {
        let Some(map) = rules.as_map() else {
            self.report(rules, "rules", format!("expected a table of rules, not {}", rules.describe()));
            return None;
        };
        for (key, node) in map {
            if !known_keys().contains(&key.as_str()) {
                self.faults.push(unknown_key(&node.place, "", key, known_keys()));
            }
        }
        let fault_count = self.faults.len();
        let seats = self.seats(map.get("seats"), rules);
        let pieces = self.piece_names(map.get("pieces"), map.get("tiles"), rules);
        self.has_unknown_names = self.faults.len() > fault_count;
        self.names = Names::new(seats, pieces);
        if let Some(node) = map.get("sides").filter(|_| !self.has_unknown_names) {
            self.teams(node);
        }

        let mut places: BTreeMap<String, SourcePlace> =
            map.iter().map(|(key, node)| (key.clone(), node.place.clone())).collect();
        for key in ["pieces", "reserve", "colours", match_rules::MATCH] {
            let entries = map.get(key).and_then(DeclNode::as_map).into_iter().flatten();
            places.extend(entries.map(|(name, node)| (format!("{key}.{name}"), node.place.clone())));
        }
        let pieces = self.pieces(map.get("pieces"));
        let reserve = self.reserve(map.get("reserve"));
        let tiles = map.get("tiles").and_then(|node| self.tiles(node, find_tiles));
        let mut named_rules = Vec::new();
        for part in RulePart::ALL {
            let Some(node) = map.get(part.key()) else { continue };
            self.part(part, node, &mut named_rules, &mut places);
        }
        let colours = self.colours(map.get("colours"));
        let vars = self.vars(map.get("vars"));
        let notation = self.notation(map.get("notation"), notation::default_notation(tiles.as_deref()));
        let match_rules = map.get(match_rules::MATCH);
        let match_rules = match_rules.map(|node| match_rules::read(node, script_of, &mut self.faults));
        self.check_names(map);
        let names = self.names.clone();
        let naming = notation.naming();
        let def = GameDef {
            names,
            pieces: pieces.into(),
            reserve,
            tiles,
            naming,
            colours,
            can_grow: false,
            rules: named_rules,
        };
        let match_rules = match_rules.unwrap_or_default();
        Some(CheckedRules { def, notation, vars, match_rules, places })
    }

    /// Checks that names are plain and distinct, since they are printed, typed and looked up.
    fn check_names(&mut self, map: &BTreeMap<String, DeclNode>) {
        let seats = map.get("seats").and_then(DeclNode::as_list).unwrap_or_default();
        let seats = seats.iter().filter_map(|node| Some(("seats", node.as_text()?, node)));
        let pieces = map.get("pieces").and_then(DeclNode::as_map).into_iter().flatten();
        let pieces = pieces.map(|(name, node)| ("pieces", name.as_str(), node));
        for (part, name, node) in seats.chain(pieces) {
            if !is_plain(name) || name == "draw" {
                let message =
                    format!("`{}` is not a valid name; use letters, digits, blanks, `-` and `_`", one_line(name, 40));
                self.report(node, part, message);
            } else if part == "pieces" && self.names.seat(name).is_some() {
                self.report(node, part, format!("`{name}` is both a seat and a piece; rename one of them"));
            }
        }
    }

    fn seats(&mut self, node: Option<&DeclNode>, rules: &DeclNode) -> Vec<String> {
        let Some(node) = node else {
            self.report_missing(rules, "seats", "missing; write `seats = { \"white\", \"black\" }`");
            return Vec::new();
        };
        let texts = self.texts(node, "seats");
        if node.as_list().is_some_and(<[DeclNode]>::is_empty) {
            self.report(node, "seats", "a game needs at least one seat");
        }
        if let Some(duplicate) = texts.iter().enumerate().find(|(index, name)| texts[..*index].contains(name)) {
            self.report(node, "seats", format!("`{}` occurs twice", duplicate.1));
        }
        texts
    }

    /// Reads the team of each seat: `{ north = "red", south = "red" }`.
    fn teams(&mut self, node: &DeclNode) {
        let Some(map) = node.as_map() else {
            self.report(node, "sides", format!("expected a table of seats and sides, not {}", node.describe()));
            return;
        };
        let known: Vec<&str> = self.names.seats.iter().map(String::as_str).collect();
        let fault_count = self.faults.len();
        for (key, node) in map.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
            self.faults.push(unknown_key(&node.place, "sides", key, known.clone()));
        }
        // A misspelt seat is also missing.
        let is_misspelt = self.faults.len() > fault_count;
        let mut teams = Vec::new();
        for seat in self.names.seats.clone() {
            match map.get(&seat).map(|node| (node, node.as_text())) {
                Some((_, Some(team))) if is_plain(team) => teams.push(team.to_string()),
                Some((node, _)) => {
                    let message = format!("expected the name of a side, not {}", node.describe());
                    self.report(node, &format!("sides.{seat}"), message);
                }
                None if is_misspelt => {}
                None => self.report_missing(node, &format!("sides.{seat}"), "missing; every seat needs a side"),
            }
        }
        self.names.join_teams(&teams);
    }

    /// Reads the colours of teams that are not named after theirs: `{ red = { "red", "green" } }`.
    fn colours(&mut self, node: Option<&DeclNode>) -> BTreeMap<String, Vec<String>> {
        let mut colours = BTreeMap::new();
        let Some(node) = node else { return colours };
        let Some(map) = node.as_map() else {
            self.report(node, "colours", format!("expected a table of sides and colours, not {}", node.describe()));
            return colours;
        };
        for (team, node) in map {
            if self.names.team(team).is_none() {
                let known: Vec<&str> = self.names.teams.iter().map(String::as_str).collect();
                self.faults.push(unknown_key(&node.place, "colours", team, known));
                continue;
            }
            let team_colours = match node.as_text() {
                Some(one) => vec![one.to_string()],
                None => self.texts(node, &format!("colours.{team}")),
            };
            colours.insert(team.clone(), team_colours);
        }
        colours
    }

    /// List of strings.
    fn texts(&mut self, node: &DeclNode, path: &str) -> Vec<String> {
        let Some(list) = node.as_list() else {
            self.report(node, path, format!("expected a list of texts, not {}", node.describe()));
            return Vec::new();
        };
        let mut texts = Vec::new();
        for item in list {
            match item.as_text() {
                Some(text) => texts.push(text.to_string()),
                None => self.report(item, path, format!("expected a text, not {}", item.describe())),
            }
        }
        texts
    }

    /// Tile set that a game names.
    fn tiles(&mut self, node: &DeclNode, find_tiles: FindTiles) -> Option<Arc<TileSet>> {
        let Some(name) = node.as_text() else {
            self.report(node, "tiles", format!("expected the name of a tile set, not {}", node.describe()));
            return None;
        };
        match find_tiles(name, &node.place) {
            Ok(set) => Some(set),
            Err(faults) => {
                self.faults.extend(faults);
                None
            }
        }
    }

    /// Names of the pieces. A game without tiles needs pieces; one with tiles cannot have any.
    fn piece_names(&mut self, node: Option<&DeclNode>, tiles: Option<&DeclNode>, rules: &DeclNode) -> Vec<String> {
        if let (Some(node), Some(_)) = (node, tiles) {
            self.report(node, "pieces", "a game has pieces or tiles, not both");
        }
        match node.map(DeclNode::as_map) {
            None if tiles.is_some() => Vec::new(),
            Some(Some(map)) => map.keys().cloned().collect(),
            Some(None) => {
                let node = node.unwrap_or(rules);
                self.report(node, "pieces", format!("expected a table of pieces, not {}", node.describe()));
                Vec::new()
            }
            None => {
                self.report_missing(rules, "pieces", "missing; write `pieces = { stone = {} }`");
                Vec::new()
            }
        }
    }

    fn pieces(&mut self, node: Option<&DeclNode>) -> Vec<PieceDef> {
        let Some(map) = node.and_then(DeclNode::as_map) else { return Vec::new() };
        let mut pieces = Vec::new();
        let mut letters: BTreeMap<char, String> = BTreeMap::new();
        for (name, node) in map {
            let path = format!("pieces.{name}");
            let Some(fields) = node.as_map() else {
                self.report(node, &path, format!("expected a table, not {}", node.describe()));
                continue;
            };
            let Some(args) = self.args(node, fields, PieceDef::PARAMS, &path) else { continue };
            let piece = PieceDef::read(name, args, &self.names);
            if !piece.letter.is_ascii_uppercase() {
                self.report(node, &format!("{path}.letter"), "expected a letter from A to Z");
            }
            if let Some(other) = letters.insert(piece.letter, name.clone()) {
                let message =
                    format!("`{other}` also has the letter {}; give one of them another `letter`", piece.letter);
                self.report(node, &format!("{path}.letter"), message);
            }
            pieces.push(piece);
        }
        pieces
    }

    /// Reads counts by piece for all seats, and by seat where they differ: `{ flat = 21, black = { flat = 18 } }`.
    fn reserve(&mut self, node: Option<&DeclNode>) -> Reserve {
        let mut reserve = Reserve::default();
        let Some(node) = node.filter(|_| !self.has_unknown_names) else { return reserve };
        let Some(map) = node.as_map() else {
            self.report(node, "reserve", format!("expected a table, not {}", node.describe()));
            return reserve;
        };
        for (key, node) in map {
            let path = format!("reserve.{key}");
            if let Some(kind) = self.names.piece(key) {
                let Some(count) = self.count(node, &path) else { continue };
                for seat in self.names.seats.indices() {
                    reserve.set(seat, kind, count);
                }
            } else if self.names.seat(key).is_none() {
                let known: Vec<&str> = self.names.pieces.iter().chain(&self.names.seats).map(String::as_str).collect();
                self.faults.push(unknown_key(&node.place, "reserve", key, known));
            }
        }
        for (owner, seat) in self.names.seats.clone().iter_enumerated() {
            let Some(node) = map.get(seat) else { continue };
            let Some(counts) = node.as_map() else {
                self.report(node, &format!("reserve.{seat}"), format!("expected a table, not {}", node.describe()));
                continue;
            };
            for (key, node) in counts {
                let path = format!("reserve.{seat}");
                match self.names.piece(key) {
                    Some(kind) => {
                        if let Some(count) = self.count(node, &format!("{path}.{key}")) {
                            reserve.set(owner, kind, count);
                        }
                    }
                    None => {
                        let known: Vec<&str> = self.names.pieces.iter().map(String::as_str).collect();
                        self.faults.push(unknown_key(&node.place, &path, key, known));
                    }
                }
            }
        }
        reserve
    }

    fn count(&mut self, node: &DeclNode, path: &str) -> Option<u16> {
        match self.arg(node, ParamType::Int { min: 0, max: Reserve::MAX }, path) {
            Some(Arg::Int(count)) => Some(count as u16),
            _ => None,
        }
    }

    fn vars(&mut self, node: Option<&DeclNode>) -> Vec<(String, VarValue)> {
        let Some(node) = node else { return Vec::new() };
        let Some(map) = node.as_map() else {
            self.report(node, "vars", format!("expected a table of names and first values, not {}", node.describe()));
            return Vec::new();
        };
        if map.len() > MAX_VARS {
            let message = format!("{} variables; the maximum is {MAX_VARS}", map.len());
            self.report(node, "vars", message);
            return Vec::new();
        }
        let mut vars = Vec::new();
        for (name, node) in map {
            let value = match &node.value {
                DeclValue::Flag(flag) => VarValue::Flag(*flag),
                DeclValue::Int(n) => VarValue::Int(*n),
                DeclValue::Number(n) => VarValue::Number(*n),
                DeclValue::Text(text) if text.len() > MAX_VAR_LEN => {
                    let message = format!("a text of {} bytes; a variable holds at most {MAX_VAR_LEN}", text.len());
                    self.report(node, &format!("vars.{name}"), message);
                    continue;
                }
                DeclValue::Text(text) => VarValue::Text(text.clone()),
                _ => {
                    let message = format!("expected a number, a text, true or false, not {}", node.describe());
                    self.report(node, &format!("vars.{name}"), message);
                    continue;
                }
            };
            vars.push((name.clone(), value));
        }
        vars
    }

    fn notation(&mut self, node: Option<&DeclNode>, default: &'static dyn Notation) -> &'static dyn Notation {
        let Some(node) = node else { return default };
        match one_of(node, &notation::NAMES, "notation") {
            Ok(Arg::Text(name)) => notation::by_name(&name).unwrap_or(default),
            Ok(_) => default,
            Err(message) => {
                self.report(node, "notation", message);
                default
            }
        }
    }
}
