//! A merged declaration held against the vocabulary: every fault with its place, or the typed parts of a game.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::decl::{Node, RuleDecl, Value};
use super::options::unknown_key;
use super::plan::FindTiles;
use super::source::{Fault, Place};
use crate::mechanics::stacks::Piece;
use crate::mechanics::{Parts, Reserve, Rule, Ruled, Seat};
use crate::notation;
use crate::tiles::TileSet;
use crate::vocabulary::{Arg, Args, Fallback, Kind, Names, Param, Part, nearest, one_line, series};

/// A declaration that passed.
#[derive(Clone, Debug)]
pub struct Checked {
    pub parts: Parts,
    pub notation: &'static str,
    pub vars: Vec<(String, Var)>,
    /// The place of every key path that refusals and faults may cite.
    pub cites: BTreeMap<String, Place>,
}

/// The value of a script variable.
#[derive(Clone, PartialEq, Debug)]
pub enum Var {
    Flag(bool),
    Int(i64),
    Number(f64),
    Text(String),
}

impl std::fmt::Display for Var {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Var::Flag(flag) => write!(f, "{flag}"),
            Var::Int(n) => write!(f, "{n}"),
            Var::Number(n) => write!(f, "{n}"),
            Var::Text(text) => write!(f, "{text:?}"),
        }
    }
}

/// The keys of a rules table, beside those of the parts.
const PLAIN_KEYS: [&str; 9] =
    ["seats", "sides", "colours", "pieces", "reserve", "tiles", "notation", "vars", "hooks"];

/// Every key a rules table may have.
pub fn known_keys() -> Vec<&'static str> {
    Part::ALL.iter().map(|part| part.key()).chain(PLAIN_KEYS).collect()
}

/// Holds a merged rules table against the vocabulary.
pub fn check(rules: &Node, find_tiles: FindTiles) -> Result<Checked, Vec<Fault>> {
    let mut checker = Checker { faults: Vec::new(), names: Names::default(), root: rules.place.clone() };
    let checked = checker.rules(rules, find_tiles);
    match checked {
        Some(checked) if checker.faults.is_empty() => Ok(checked),
        _ => Err(checker.faults),
    }
}

struct Checker {
    faults: Vec<Fault>,
    names: Names,
    root: Place,
}

/// Whether a text can be a name.
pub fn is_plain(name: &str) -> bool {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    !name.trim().is_empty() && name.chars().all(plain)
}

impl Checker {
    fn fault(&mut self, node: &Node, path: &str, says: impl Into<String>) {
        self.faults.push(Fault::new(&node.place, path, says));
    }

    fn rules(&mut self, rules: &Node, find_tiles: FindTiles) -> Option<Checked> {
        let Some(map) = rules.as_map() else {
            self.fault(rules, "rules", format!("expected a table of rules, not {}", rules.describe()));
            return None;
        };
        for (key, node) in map {
            if !known_keys().contains(&key.as_str()) {
                self.faults.push(unknown_key(&node.place, "", key, known_keys()));
            }
        }
        let seats = self.seats(map.get("seats"), rules);
        let pieces = self.piece_names(map.get("pieces"), map.get("tiles"), rules);
        self.names = Names::new(seats, pieces);
        if let Some(node) = map.get("sides") {
            self.sides(node);
        }

        let mut cites: BTreeMap<String, Place> =
            map.iter().map(|(key, node)| (key.clone(), node.place.clone())).collect();
        for key in ["pieces", "reserve", "colours"] {
            let entries = map.get(key).and_then(Node::as_map).into_iter().flatten();
            cites.extend(entries.map(|(name, node)| (format!("{key}.{name}"), node.place.clone())));
        }
        let pieces = self.pieces(map.get("pieces"));
        let reserve = self.reserve(map.get("reserve"));
        let tiles = map.get("tiles").and_then(|node| self.tiles(node, find_tiles));
        let mut ruled = Vec::new();
        for part in Part::ALL {
            let Some(node) = map.get(part.key()) else {
                continue;
            };
            self.part(part, node, &mut ruled, &mut cites);
        }
        let colours = self.colours(map.get("colours"));
        let vars = self.vars(map.get("vars"));
        let notation = self.notation(map.get("notation"), notation::default(tiles.as_deref()));
        self.check_names();
        let names = self.names.clone();
        let naming = notation::by_name(notation).naming();
        let parts = Parts { names, pieces, reserve, tiles, naming, colours, grows: false, rules: ruled };
        Some(Checked { parts, notation, vars, cites })
    }

    /// Names are printed, typed and looked up: plain ones only, and no two alike.
    fn check_names(&mut self) {
        let names = self.names.clone();
        for (index, name) in names.seats.iter().chain(&names.pieces).enumerate() {
            if !is_plain(name) || name == "draw" {
                let says = format!(
                    "`{}` is no name: letters, digits, blanks, `-` and `_` make one",
                    one_line(name, 40)
                );
                let part = if index < names.seats.len() { "seats" } else { "pieces" };
                self.faults.push(Fault::new(&self.root, part, says));
            }
        }
        if let Some(both) = names.seats.iter().find(|seat| names.pieces.contains(seat)) {
            let says = format!("`{both}` is a seat and a piece; give one of them another name");
            self.faults.push(Fault::new(&self.root, "pieces", says));
        }
    }

    fn seats(&mut self, node: Option<&Node>, rules: &Node) -> Vec<String> {
        let Some(node) = node else {
            self.fault(rules, "seats", "missing; write `seats = { \"white\", \"black\" }`");
            return Vec::new();
        };
        let texts = self.texts(node, "seats");
        if node.as_list().is_some_and(<[Node]>::is_empty) {
            self.fault(node, "seats", "a game needs at least one seat");
        }
        if let Some(twice) = texts.iter().enumerate().find(|(index, name)| texts[..*index].contains(name)) {
            self.fault(node, "seats", format!("`{}` stands twice", twice.1));
        }
        texts
    }

    /// Which side each seat plays for: `{ north = "red", south = "red" }`.
    fn sides(&mut self, node: &Node) {
        let Some(map) = node.as_map() else {
            self.fault(
                node,
                "sides",
                format!("expected a table of seats and sides, not {}", node.describe()),
            );
            return;
        };
        let known: Vec<&str> = self.names.seats.iter().map(String::as_str).collect();
        for (key, node) in map.iter().filter(|(key, _)| !known.contains(&key.as_str())) {
            self.faults.push(unknown_key(&node.place, "sides", key, known.clone()));
        }
        let mut sides = Vec::new();
        for seat in self.names.seats.clone() {
            match map.get(&seat).map(|node| (node, node.as_text())) {
                Some((_, Some(side))) if is_plain(side) => sides.push(side.to_string()),
                Some((node, _)) => {
                    let says = format!("expected the name of a side, not {}", node.describe());
                    self.fault(node, &format!("sides.{seat}"), says);
                }
                None => self.fault(node, &format!("sides.{seat}"), "missing: the side of this seat"),
            }
        }
        self.names.join_sides(&sides);
    }

    /// The colours of sides that are not named after theirs: `{ red = { "red", "green" } }`.
    fn colours(&mut self, node: Option<&Node>) -> BTreeMap<String, Vec<String>> {
        let mut colours = BTreeMap::new();
        let Some(node) = node else { return colours };
        let Some(map) = node.as_map() else {
            self.fault(
                node,
                "colours",
                format!("expected a table of sides and colours, not {}", node.describe()),
            );
            return colours;
        };
        for (side, node) in map {
            if self.names.side(side).is_none() {
                let known: Vec<&str> = self.names.sides.iter().map(String::as_str).collect();
                self.faults.push(unknown_key(&node.place, "colours", side, known));
                continue;
            }
            let given = match node.as_text() {
                Some(one) => vec![one.to_string()],
                None => self.texts(node, &format!("colours.{side}")),
            };
            colours.insert(side.clone(), given);
        }
        colours
    }

    /// A list of texts.
    fn texts(&mut self, node: &Node, path: &str) -> Vec<String> {
        let Some(list) = node.as_list() else {
            self.fault(node, path, format!("expected a list of texts, not {}", node.describe()));
            return Vec::new();
        };
        let mut texts = Vec::new();
        for item in list {
            match item.as_text() {
                Some(text) => texts.push(text.to_string()),
                None => self.fault(item, path, format!("expected a text, not {}", item.describe())),
            }
        }
        texts
    }

    /// The tile set a game names.
    fn tiles(&mut self, node: &Node, find_tiles: FindTiles) -> Option<Arc<TileSet>> {
        let Some(name) = node.as_text() else {
            self.fault(node, "tiles", format!("expected the name of a tile set, not {}", node.describe()));
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

    /// A game without tiles needs pieces; one with tiles cannot use any.
    fn piece_names(&mut self, node: Option<&Node>, tiles: Option<&Node>, rules: &Node) -> Vec<String> {
        if let (Some(node), Some(_)) = (node, tiles) {
            self.fault(node, "pieces", "a game has pieces or tiles, not both");
        }
        match node.map(Node::as_map) {
            None if tiles.is_some() => Vec::new(),
            Some(Some(map)) => map.keys().cloned().collect(),
            Some(None) => {
                let node = node.unwrap_or(rules);
                self.fault(node, "pieces", format!("expected a table of pieces, not {}", node.describe()));
                Vec::new()
            }
            None => {
                self.fault(rules, "pieces", "missing; write `pieces = { stone = {} }`");
                Vec::new()
            }
        }
    }

    fn pieces(&mut self, node: Option<&Node>) -> Vec<Piece> {
        let Some(map) = node.and_then(Node::as_map) else {
            return Vec::new();
        };
        let mut pieces = Vec::new();
        let mut letters: BTreeMap<char, String> = BTreeMap::new();
        for (name, node) in map {
            let path = format!("pieces.{name}");
            let Some(fields) = node.as_map() else {
                self.fault(node, &path, format!("expected a table, not {}", node.describe()));
                continue;
            };
            let Some(args) = self.args(node, fields, Piece::PARAMS, &path) else {
                continue;
            };
            let piece = Piece::read(name, &args, &self.names);
            if !piece.letter.is_ascii_uppercase() {
                self.fault(node, &format!("{path}.letter"), "expected a letter from A to Z");
            }
            if let Some(other) = letters.insert(piece.letter, name.clone()) {
                let says =
                    format!("`{other}` is written {} too; give one of them another letter", piece.letter);
                self.fault(node, &format!("{path}.letter"), says);
            }
            pieces.push(piece);
        }
        pieces
    }

    /// Counts by piece for all seats, and by seat where they differ: `{ flat = 21, black = { flat = 18 } }`.
    fn reserve(&mut self, node: Option<&Node>) -> Reserve {
        let mut reserve = Reserve::default();
        let Some(node) = node else { return reserve };
        let Some(map) = node.as_map() else {
            self.fault(node, "reserve", format!("expected a table, not {}", node.describe()));
            return reserve;
        };
        for (key, node) in map {
            let path = format!("reserve.{key}");
            if let Some(kind) = self.names.piece(key) {
                let Some(count) = self.count(node, &path) else {
                    continue;
                };
                for seat in 0..self.names.seats.len() as Seat {
                    reserve.set(seat, kind, count);
                }
            } else if self.names.seat(key).is_none() {
                let known: Vec<&str> =
                    self.names.pieces.iter().chain(&self.names.seats).map(String::as_str).collect();
                self.faults.push(unknown_key(&node.place, "reserve", key, known));
            }
        }
        for (index, seat) in self.names.seats.clone().iter().enumerate() {
            let Some(node) = map.get(seat) else { continue };
            let Some(counts) = node.as_map() else {
                self.fault(
                    node,
                    &format!("reserve.{seat}"),
                    format!("expected a table, not {}", node.describe()),
                );
                continue;
            };
            for (key, node) in counts {
                let path = format!("reserve.{seat}");
                match self.names.piece(key) {
                    Some(kind) => {
                        if let Some(count) = self.count(node, &format!("{path}.{key}")) {
                            reserve.set(index as Seat, kind, count);
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

    fn count(&mut self, node: &Node, path: &str) -> Option<u16> {
        match self.arg(node, Kind::Int { min: 0, max: Reserve::MAX }, path) {
            Some(Arg::Int(count)) => Some(count as u16),
            _ => None,
        }
    }

    fn part(&mut self, part: Part, node: &Node, out: &mut Vec<Ruled>, cites: &mut BTreeMap<String, Place>) {
        let key = part.key();
        if !part.is_list() {
            self.rule(part, node, key, out, cites);
            return;
        }
        let Some(list) = node.as_list() else {
            let hint = Rule::SPECS.iter().find(|spec| spec.part == part).map_or("", |spec| spec.name);
            self.fault(
                node,
                key,
                format!("expected a list such as {{ {hint} {{ ... }} }}, not {}", node.describe()),
            );
            return;
        };
        const MOST: usize = 64;
        if list.len() > MOST {
            self.fault(node, key, format!("a list of {} rule values; {MOST} are the most", list.len()));
            return;
        }
        for item in list {
            let before = self.faults.len();
            self.rule(part, item, key, out, cites);
            if let (Value::Rule(decl), true) = (&item.value, self.faults.len() > before) {
                self.hint_at_sibling(before, decl, list);
            }
        }
    }

    /// A value that lacks something was perhaps meant to change another one of its kind.
    fn hint_at_sibling(&mut self, from: usize, decl: &RuleDecl, list: &[Node]) {
        let sibling = list.iter().find_map(|node| match &node.value {
            Value::Rule(other) if other.name == decl.name && other.id != decl.id => Some(&other.id),
            _ => None,
        });
        let Some(id) = sibling else { return };
        for fault in self.faults[from..].iter_mut().filter(|fault| fault.says.starts_with("missing")) {
            fault.says = format!("{}; to change the one that is there, write `id = \"{id}\"`", fault.says);
        }
    }

    fn rule(
        &mut self,
        part: Part,
        node: &Node,
        path: &str,
        out: &mut Vec<Ruled>,
        cites: &mut BTreeMap<String, Place>,
    ) {
        let names: Vec<&str> =
            Rule::SPECS.iter().filter(|spec| spec.part == part).map(|spec| spec.name).collect();
        let Value::Rule(decl) = &node.value else {
            let says = match &node.value {
                Value::Off(id) => {
                    format!("`off \"{id}\"` has nothing to remove in a game of its own")
                }
                _ => format!("expected {}, not {}", series(&names, "or"), node.describe()),
            };
            self.fault(node, path, says);
            return;
        };
        let Some(spec) = Rule::spec_of(&decl.name).filter(|spec| spec.part == part) else {
            let says = format!("`{}` does not belong here; expected {}", decl.name, series(&names, "or"));
            self.fault(node, path, says);
            return;
        };
        let path = if part.is_list() { format!("{path}.{}", decl.id) } else { path.to_string() };
        if out.iter().any(|other| other.rule.spec().part == part && other.id == decl.id) {
            let says = format!("`{}` stands twice in the list; give one of them an `id` of its own", decl.id);
            self.fault(node, &path, says);
        }
        let Some(args) = self.args(node, &decl.fields, spec.params, &path) else {
            return;
        };
        if let Some(rule) = Rule::read(spec.name, &args, &self.names) {
            let ruled = Ruled { id: decl.id.clone(), rule };
            cites.insert(ruled.cite(), node.place.clone());
            out.push(ruled);
        }
    }

    /// The checked parameters of a table: unknown keys, missing ones and wrong values are faults.
    fn args(
        &mut self,
        node: &Node,
        fields: &BTreeMap<String, Node>,
        params: &[Param],
        path: &str,
    ) -> Option<Args> {
        let before = self.faults.len();
        for (key, value) in fields {
            if !params.iter().any(|param| param.name == key) {
                let known: Vec<&str> = params.iter().map(|param| param.name).collect();
                self.faults.push(unknown_key(&value.place, path, key, known));
            }
        }
        let mut args = BTreeMap::new();
        for param in params {
            let path = format!("{path}.{}", param.name);
            let value = match (fields.get(param.name), param.default) {
                (Some(node), _) => self.arg(node, param.kind, &path),
                (None, Fallback::Required) => {
                    self.fault(node, &path, format!("missing: {}", param.says));
                    None
                }
                (None, Fallback::Absent) => None,
                (None, Fallback::Flag(flag)) => Some(Arg::Flag(flag)),
                (None, Fallback::Int(n)) => Some(Arg::Int(n)),
                (None, Fallback::Text(text)) => Some(Arg::Text(text.to_string())),
            };
            if let Some(value) = value {
                args.insert(param.name, value);
            }
        }
        (self.faults.len() == before).then_some(Args(args))
    }

    fn arg(&mut self, node: &Node, kind: Kind, path: &str) -> Option<Arg> {
        let wrong = |expected: &str| format!("expected {expected}, not {}", node.describe());
        let found = match kind {
            Kind::Flag => match node.value {
                Value::Flag(flag) => Ok(Arg::Flag(flag)),
                _ => Err(wrong("true or false")),
            },
            Kind::Int { min, max } => match node.as_int() {
                Some(n) if (min..=max).contains(&n) => Ok(Arg::Int(n)),
                _ => Err(wrong(&format!("a whole number from {min} to {max}"))),
            },
            Kind::Half => match node.as_number() {
                Some(n) if (n * 2.0).fract() == 0.0 && n.abs() <= 1000.0 => Ok(Arg::Half(n)),
                _ => Err(wrong("a number in half steps")),
            },
            Kind::Text => match node.as_text() {
                Some(text) => Ok(Arg::Text(text.to_string())),
                None => Err(wrong("a text")),
            },
            Kind::Word(words) => self.word(node, words),
            Kind::Words(words) => {
                return self.list(node, path, |checker, item| checker.word(item, words));
            }
            Kind::Labels => return self.list(node, path, |_, item| label(item)),
            Kind::Piece => self.piece(node),
            Kind::Pieces => return self.list(node, path, |checker, item| checker.piece(item)),
            Kind::SeatOr(words) => {
                let known: Vec<String> =
                    self.names.seats.iter().cloned().chain(words.iter().map(|w| w.to_string())).collect();
                let known: Vec<&str> = known.iter().map(String::as_str).collect();
                one_of(node, &known, "seat")
            }
            Kind::PerSeat(kind) => return self.per_seat(node, *kind, path),
        };
        match found {
            Ok(arg) => Some(arg),
            Err(says) => {
                self.fault(node, path, says);
                None
            }
        }
    }

    fn word(&self, node: &Node, words: &[&str]) -> Result<Arg, String> {
        one_of(node, words, "word")
    }

    fn piece(&self, node: &Node) -> Result<Arg, String> {
        let known: Vec<&str> = self.names.pieces.iter().map(String::as_str).collect();
        one_of(node, &known, "piece")
    }

    fn list(
        &mut self,
        node: &Node,
        path: &str,
        each: impl Fn(&Checker, &Node) -> Result<Arg, String>,
    ) -> Option<Arg> {
        // One item may stand without its list.
        let items = match node.as_list() {
            Some(list) => list,
            None => std::slice::from_ref(node),
        };
        let mut out = Vec::new();
        for item in items {
            match each(self, item) {
                Ok(Arg::Text(text)) => out.push(text),
                Ok(_) => {}
                Err(says) => self.fault(item, path, says),
            }
        }
        Some(Arg::List(out))
    }

    fn per_seat(&mut self, node: &Node, kind: Kind, path: &str) -> Option<Arg> {
        let Some(map) = node.as_map() else {
            return self.arg(node, kind, path);
        };
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

    fn vars(&mut self, node: Option<&Node>) -> Vec<(String, Var)> {
        let Some(node) = node else { return Vec::new() };
        let Some(map) = node.as_map() else {
            self.fault(
                node,
                "vars",
                format!("expected a table of names and first values, not {}", node.describe()),
            );
            return Vec::new();
        };
        const MOST: usize = 64;
        if map.len() > MOST {
            self.fault(node, "vars", format!("a script has {MOST} variables at most, not {}", map.len()));
            return Vec::new();
        }
        let mut vars = Vec::new();
        for (name, node) in map {
            let value = match &node.value {
                Value::Flag(flag) => Var::Flag(*flag),
                Value::Int(n) => Var::Int(*n),
                Value::Number(n) => Var::Number(*n),
                Value::Text(text) => Var::Text(text.clone()),
                _ => {
                    let says = format!(
                        "a variable starts as a number, a text, true or false, not {}",
                        node.describe()
                    );
                    self.fault(node, &format!("vars.{name}"), says);
                    continue;
                }
            };
            vars.push((name.clone(), value));
        }
        vars
    }

    fn notation(&mut self, node: Option<&Node>, usual: &'static str) -> &'static str {
        let Some(node) = node else {
            return usual;
        };
        match one_of(node, notation::NAMES, "notation") {
            Ok(Arg::Text(name)) => notation::NAMES.iter().find(|known| **known == name).unwrap_or(&usual),
            Ok(_) => usual,
            Err(says) => {
                self.fault(node, "notation", says);
                usual
            }
        }
    }
}

/// A name that may be a number.
fn label(node: &Node) -> Result<Arg, String> {
    match (node.as_text(), node.as_int()) {
        (Some(text), _) => Ok(Arg::Text(text.to_string())),
        (None, Some(number)) => Ok(Arg::Text(number.to_string())),
        (None, None) => Err(format!("expected a name or a number, not {}", node.describe())),
    }
}

/// A text that is one of some known words.
fn one_of(node: &Node, known: &[&str], what: &str) -> Result<Arg, String> {
    match node.as_text() {
        Some(text) if known.contains(&text) => Ok(Arg::Text(text.to_string())),
        Some(text) => Err(match nearest(text, known.iter().copied()) {
            Some(near) => format!("there is no {what} `{text}`; did you mean `{near}`?"),
            None => format!("there is no {what} `{text}`; expected {}", series(known, "or")),
        }),
        None => Err(format!("expected {}, not {}", series(known, "or"), node.describe())),
    }
}

/// The parameter that a rule value takes by position.
pub fn positional_key(rule: &str) -> Option<&'static str> {
    Some(Rule::spec_of(rule)?.params.first()?.name)
}
