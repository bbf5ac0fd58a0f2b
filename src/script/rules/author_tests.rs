//! Tests that an author writes beside the rules: `tests = { { "walls wait", moves = "a1 e5", illegal = "Sc3" }, ... }`.
//! Parsed here; run where games are played.

use std::collections::BTreeMap;

use super::decl::{DeclNode, DeclValue};
use super::keys;
use super::keys::assertion_keys;
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
    pub assertions: Vec<Assertion>,
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
        let message = format!("expected a list of tests, `tests = {{ {{ ... }}, ... }}`, not {}", node.describe());
        faults.push(Diagnostic::new(&node.place, "tests", message));
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
pub(super) fn read_assertions(node: &DeclNode, path: &str, faults: &mut Vec<Diagnostic>) -> Vec<Assertion> {
    let mut reader = TestReader { path: path.to_string(), faults };
    let Some(map) = node.as_map().filter(|map| !map.is_empty()) else {
        reader.report(node, "", format!("expected claims, `{{ legal = \"c3\" }}`, not {}", node.describe()));
        return Vec::new();
    };
    let known = || assertion_keys().map(|key| key.name);
    for (key, node) in map.iter().filter(|(key, _)| !known().any(|name| name == key.as_str())) {
        reader.faults.push(unknown_key(&node.place, path, key, known().collect::<Vec<_>>()));
    }
    reader.assertions(map, false)
}

/// Parses options, `{ size = 6 }`, into the form of `--set`.
pub(super) fn read_sets(node: &DeclNode, path: &str, faults: &mut Vec<Diagnostic>) -> Vec<(String, String)> {
    let map = BTreeMap::from([(String::from("set"), node.clone())]);
    let mut diagnostics = Vec::new();
    let sets = TestReader { path: String::new(), faults: &mut diagnostics }.sets(&map);
    // A lesson has them under another key.
    faults.extend(
        diagnostics.into_iter().map(|fault| Diagnostic { path: fault.path.replacen(".set", path, 1), ..fault }),
    );
    sets
}

struct TestReader<'a> {
    path: String,
    faults: &'a mut Vec<Diagnostic>,
}

impl TestReader<'_> {
    fn report(&mut self, node: &DeclNode, key: &str, message: String) {
        let path = if key.is_empty() { self.path.clone() } else { format!("{}.{key}", self.path) };
        self.faults.push(Diagnostic::new(&node.place, path, message));
    }

    fn test(&mut self, node: &DeclNode) -> Option<TestCase> {
        let fault_count = self.faults.len();
        let no_keys = BTreeMap::new();
        let map = match &node.value {
            DeclValue::Map(map) => map,
            DeclValue::List(list) if list.is_empty() => &no_keys,
            _ => {
                self.report(node, "", format!("expected a test, a table with keys, not {}", node.describe()));
                return None;
            }
        };
        for (key, node) in map.iter().filter(|(key, _)| !keys::is_known(keys::TEST, key)) {
            self.faults.push(unknown_key(&node.place, &self.path, key, keys::names(keys::TEST)));
        }
        let is_misspelt = self.faults.len() > fault_count;
        let assertions = self.assertions(map, is_misspelt);
        let moves = self.text(map, "moves").unwrap_or_default();
        let test = TestCase {
            place: node.place.clone(),
            title: self.text(map, "title"),
            sets: self.sets(map),
            seed: self.whole_number(map, "seed"),
            position: self.text(map, "position"),
            moves: moves.split_whitespace().map(str::to_string).collect(),
            assertions,
        };
        if test.assertions.is_empty() && self.faults.len() == fault_count {
            let message = "nothing is expected here; add `legal`, `illegal`, `count`, `score`, `outcome` or `becomes`";
            self.report(node, "", message.into());
        }
        (self.faults.len() == fault_count).then_some(test)
    }

    /// Assertions of a test. If a key is misspelt, another may only seem to be missing.
    fn assertions(&mut self, map: &BTreeMap<String, DeclNode>, is_misspelt: bool) -> Vec<Assertion> {
        let why = self.text(map, "why");
        let mut assertions: Vec<Assertion> = self.texts(map, "legal").into_iter().map(Assertion::Legal).collect();
        let illegal = self.texts(map, "illegal");
        if why.is_some() && illegal.is_empty() && !is_misspelt {
            self.report(&map["why"], "why", "there is no `illegal` move here that could be explained".into());
        }
        assertions.extend(illegal.into_iter().map(|mv| Assertion::Illegal { mv, why: why.clone() }));
        assertions.extend(self.whole_number(map, "count").map(Assertion::Count));
        assertions.extend(self.score(map));
        assertions.extend(self.text(map, "outcome").map(Assertion::Outcome));
        assertions.extend(self.text(map, "becomes").map(Assertion::Becomes));
        assertions
    }

    fn text(&mut self, map: &BTreeMap<String, DeclNode>, key: &str) -> Option<String> {
        let node = map.get(key)?;
        let text = node.as_text().map(str::to_string);
        if text.is_none() {
            self.report(node, key, format!("expected a text, not {}", node.describe()));
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
            self.report(node, key, format!("expected a move or a list of moves, not {}", node.describe()));
        }
        texts.unwrap_or_default()
    }

    fn whole_number(&mut self, map: &BTreeMap<String, DeclNode>, key: &str) -> Option<u64> {
        let node = map.get(key)?;
        let number = node.as_int().and_then(|number| u64::try_from(number).ok());
        if number.is_none() {
            self.report(node, key, format!("expected a whole number, not {}", node.describe()));
        }
        number
    }

    fn score(&mut self, map: &BTreeMap<String, DeclNode>) -> Vec<Assertion> {
        let Some(node) = map.get("score") else { return Vec::new() };
        let by_team = node.as_map().filter(|teams| !teams.is_empty()).and_then(|teams| {
            let assertions =
                teams.iter().map(|(team, points)| Some(Assertion::Score(team.clone(), points.as_number()?)));
            assertions.collect::<Option<Vec<Assertion>>>()
        });
        if by_team.is_none() {
            let message = format!("expected points by side, `{{ white = 3 }}`, not {}", node.describe());
            self.report(node, "score", message);
        }
        by_team.unwrap_or_default()
    }

    /// Options in the form of `--set`.
    fn sets(&mut self, map: &BTreeMap<String, DeclNode>) -> Vec<(String, String)> {
        let Some(node) = map.get("set") else { return Vec::new() };
        let Some(options) = node.as_map() else {
            self.report(node, "set", format!("expected options, `{{ size = 6 }}`, not {}", node.describe()));
            return Vec::new();
        };
        let mut sets = Vec::new();
        for (key, node) in options {
            match option_text(node) {
                Some(value) => sets.push((key.clone(), value)),
                None => {
                    let message = format!("expected the value of an option, not {}", node.describe());
                    self.report(node, &format!("set.{key}"), message);
                }
            }
        }
        sets
    }
}

fn option_text(node: &DeclNode) -> Option<String> {
    match &node.value {
        DeclValue::Flag(flag) => Some(flag.to_string()),
        DeclValue::Text(text) => Some(text.clone()),
        DeclValue::List(list) => {
            let items: Option<Vec<String>> = list.iter().map(option_text).collect();
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
