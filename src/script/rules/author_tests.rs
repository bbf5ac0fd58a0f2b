//! Tests that an author writes beside the rules: `tests = { { "walls wait", moves = "a1 e5", illegal = "Sc3" }, ... }`.
//! Parsed here; run where games are played.

use std::collections::BTreeMap;

use super::decl::{DeclNode, DeclValue};
use super::keys;
use super::keys::facts;
use super::options::unknown_key;
use super::source::{Diagnostic, SourcePlace};
use houserule_core::text::one_line;

/// Test case: how a position is reached and what must hold there.
#[derive(Clone, Debug)]
pub struct TestCase {
    /// Where it is declared.
    pub place: SourcePlace,
    /// Title for people.
    pub title: Option<String>,
    /// Options, as for `--set`.
    pub sets: Vec<(String, String)>,
    /// Seed of everything random.
    pub seed: Option<u64>,
    /// Initial position, if it is not the usual one.
    pub position: Option<String>,
    /// Moves to play.
    pub moves: Vec<String>,
    /// What must hold then.
    pub claims: Vec<Assertion>,
}

/// Assertion about a position.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the comment of a one-line variant names its fields")]
pub enum Assertion {
    /// A move is legal.
    Legal(String),
    /// The move `mv` is illegal, and the explanation contains the words `why`.
    Illegal { mv: String, why: Option<String> },
    /// Number of legal moves.
    Count(u64),
    /// A team's points.
    Score(String, f64),
    /// Last line of `score`: `white wins by road`, or the part of it that matters.
    Outcome(String),
    /// The position in the game's notation.
    Becomes(String),
}

/// Parses a list of tests; a faulty one is reported and the others are still read.
pub fn read(node: &DeclNode, faults: &mut Vec<Diagnostic>) -> Vec<TestCase> {
    let Some(list) = node.as_list() else {
        let says = format!("expected a list of tests, `tests = {{ {{ ... }}, ... }}`, not {}", node.describe());
        faults.push(Diagnostic::new(&node.place, "tests", says));
        return Vec::new();
    };
    let mut tests = Vec::new();
    for (index, node) in list.iter().enumerate() {
        let mut reader = TestReader { path: format!("tests[{}]", index + 1), faults };
        tests.extend(reader.test(node));
    }
    tests
}

/// Parses assertions about one position, `{ illegal = "Sc3", why = "opening" }`.
pub(super) fn claims(node: &DeclNode, path: &str, faults: &mut Vec<Diagnostic>) -> Vec<Assertion> {
    let mut reader = TestReader { path: path.to_string(), faults };
    let Some(map) = node.as_map().filter(|map| !map.is_empty()) else {
        reader.complain(node, "", format!("expected claims, `{{ legal = \"c3\" }}`, not {}", node.describe()));
        return Vec::new();
    };
    let known = || facts().map(|key| key.name);
    for (key, node) in map.iter().filter(|(key, _)| !known().any(|name| name == key.as_str())) {
        reader.faults.push(unknown_key(&node.place, path, key, known().collect::<Vec<_>>()));
    }
    reader.claims(map, false)
}

/// Parses options, `{ size = 6 }`, into the form of `--set`.
pub(super) fn sets(node: &DeclNode, path: &str, faults: &mut Vec<Diagnostic>) -> Vec<(String, String)> {
    let map = BTreeMap::from([(String::from("set"), node.clone())]);
    let mut told = Vec::new();
    let sets = TestReader { path: String::new(), faults: &mut told }.sets(&map);
    // They are under another key there.
    faults.extend(told.into_iter().map(|fault| Diagnostic { path: fault.path.replacen(".set", path, 1), ..fault }));
    sets
}

struct TestReader<'a> {
    path: String,
    faults: &'a mut Vec<Diagnostic>,
}

impl TestReader<'_> {
    fn complain(&mut self, node: &DeclNode, key: &str, says: String) {
        let path = if key.is_empty() { self.path.clone() } else { format!("{}.{key}", self.path) };
        self.faults.push(Diagnostic::new(&node.place, path, says));
    }

    fn test(&mut self, node: &DeclNode) -> Option<TestCase> {
        let told = self.faults.len();
        let no_keys = BTreeMap::new();
        let map = match &node.value {
            DeclValue::Map(map) => map,
            DeclValue::List(list) if list.is_empty() => &no_keys,
            _ => {
                self.complain(node, "", format!("expected a test, a table with keys, not {}", node.describe()));
                return None;
            }
        };
        for (key, node) in map.iter().filter(|(key, _)| !keys::is_known(keys::TEST, key)) {
            self.faults.push(unknown_key(&node.place, &self.path, key, keys::names(keys::TEST)));
        }
        let is_misspelt = self.faults.len() > told;
        let claims = self.claims(map, is_misspelt);
        let moves = self.text(map, "moves").unwrap_or_default();
        let test = TestCase {
            place: node.place.clone(),
            title: self.text(map, "title"),
            sets: self.sets(map),
            seed: self.whole(map, "seed"),
            position: self.text(map, "position"),
            moves: moves.split_whitespace().map(str::to_string).collect(),
            claims,
        };
        if test.claims.is_empty() && self.faults.len() == told {
            let says = "nothing is expected here; add `legal`, `illegal`, `count`, `score`, `outcome` or `becomes`";
            self.complain(node, "", says.into());
        }
        (self.faults.len() == told).then_some(test)
    }

    /// Assertions of a test. If a key is misspelt, another may only seem to be missing.
    fn claims(&mut self, map: &BTreeMap<String, DeclNode>, is_misspelt: bool) -> Vec<Assertion> {
        let why = self.text(map, "why");
        let mut claims: Vec<Assertion> = self.texts(map, "legal").into_iter().map(Assertion::Legal).collect();
        let illegal = self.texts(map, "illegal");
        if why.is_some() && illegal.is_empty() && !is_misspelt {
            self.complain(&map["why"], "why", "there is no `illegal` move here that could be explained".into());
        }
        claims.extend(illegal.into_iter().map(|mv| Assertion::Illegal { mv, why: why.clone() }));
        claims.extend(self.whole(map, "count").map(Assertion::Count));
        claims.extend(self.score(map));
        claims.extend(self.text(map, "outcome").map(Assertion::Outcome));
        claims.extend(self.text(map, "becomes").map(Assertion::Becomes));
        claims
    }

    fn text(&mut self, map: &BTreeMap<String, DeclNode>, key: &str) -> Option<String> {
        let node = map.get(key)?;
        let text = node.as_text().map(str::to_string);
        if text.is_none() {
            self.complain(node, key, format!("expected a text, not {}", node.describe()));
        }
        text
    }

    /// One string or a list of them.
    fn texts(&mut self, map: &BTreeMap<String, DeclNode>, key: &str) -> Vec<String> {
        let Some(node) = map.get(key) else { return Vec::new() };
        let texts = match node.as_list() {
            Some(list) => list.iter().map(|item| item.as_text().map(str::to_string)).collect(),
            None => node.as_text().map(|text| vec![text.to_string()]),
        };
        if texts.is_none() {
            self.complain(node, key, format!("expected a move or a list of moves, not {}", node.describe()));
        }
        texts.unwrap_or_default()
    }

    fn whole(&mut self, map: &BTreeMap<String, DeclNode>, key: &str) -> Option<u64> {
        let node = map.get(key)?;
        let number = node.as_int().and_then(|number| u64::try_from(number).ok());
        if number.is_none() {
            self.complain(node, key, format!("expected a whole number, not {}", node.describe()));
        }
        number
    }

    fn score(&mut self, map: &BTreeMap<String, DeclNode>) -> Vec<Assertion> {
        let Some(node) = map.get("score") else { return Vec::new() };
        let by_team = node.as_map().filter(|teams| !teams.is_empty()).and_then(|teams| {
            let claims = teams.iter().map(|(team, points)| Some(Assertion::Score(team.clone(), points.as_number()?)));
            claims.collect::<Option<Vec<Assertion>>>()
        });
        if by_team.is_none() {
            let says = format!("expected points by side, `{{ white = 3 }}`, not {}", node.describe());
            self.complain(node, "score", says);
        }
        by_team.unwrap_or_default()
    }

    /// Options in the form of `--set`.
    fn sets(&mut self, map: &BTreeMap<String, DeclNode>) -> Vec<(String, String)> {
        let Some(node) = map.get("set") else { return Vec::new() };
        let Some(options) = node.as_map() else {
            self.complain(node, "set", format!("expected options, `{{ size = 6 }}`, not {}", node.describe()));
            return Vec::new();
        };
        let mut sets = Vec::new();
        for (key, node) in options {
            match spelled(node) {
                Some(value) => sets.push((key.clone(), value)),
                None => {
                    let says = format!("expected the value of an option, not {}", node.describe());
                    self.complain(node, &format!("set.{key}"), says);
                }
            }
        }
        sets
    }
}

fn spelled(node: &DeclNode) -> Option<String> {
    match &node.value {
        DeclValue::Flag(flag) => Some(flag.to_string()),
        DeclValue::Text(text) => Some(text.clone()),
        DeclValue::List(list) => {
            let items: Option<Vec<String>> = list.iter().map(spelled).collect();
            Some(items?.join(","))
        }
        _ => node.as_int().map(|n| n.to_string()).or(node.as_number().map(|n| n.to_string())),
    }
}

impl TestCase {
    /// Name of the test for people: its title, otherwise how the position is reached.
    pub fn name(&self) -> String {
        match (&self.title, self.moves.is_empty()) {
            (Some(title), _) => one_line(title, 60),
            (None, false) => format!("after {}", one_line(&self.moves.join(" "), 60)),
            (None, true) => "at the start".to_string(),
        }
    }
}
