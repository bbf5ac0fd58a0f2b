//! Tests that an author writes beside the rules: `tests = { { "walls wait", moves = "a1 e5", illegal = "Sc3" }, ... }`.
//! Parsed here; run where games are played.

use std::collections::BTreeMap;

use super::decl::{DeclNode, DeclValue};
use super::keys;
use super::keys::assertion_keys;
use super::options::unknown_key;
use super::source::{Diagnostic, SourcePlace, join_path};
use super::table::TableReader;
use houserule_core::text::{one_line, plural};

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
    /// Match to play instead.
    pub tested_match: Option<TestedMatch>,
}

/// Match in a test: the results of its games, and what must hold after them. Players are named after their sides in the
/// first game.
#[derive(Clone, PartialEq, Debug)]
pub struct TestedMatch {
    /// Games, in order.
    pub games: Vec<TestedGame>,
    /// Sums of points, by player.
    pub points: Vec<(String, f64)>,
    /// Games won, by player.
    pub wins: Vec<(String, f64)>,
    /// Whether the match is over.
    pub is_over: Option<bool>,
    /// The player who won, or `draw`.
    pub winner: Option<String>,
    /// The player in the first seat of the next game.
    pub begins: Option<String>,
}

/// Game of a tested match.
#[derive(Clone, PartialEq, Debug)]
pub enum TestedGame {
    /// Result that is given: the winners, none in a draw, and the points by side.
    Given {
        /// Sides that win.
        winners: Vec<String>,
        /// Points by side.
        score: Vec<(String, f64)>,
    },
    /// Moves to play, from a position if it is not the usual one.
    Played {
        /// Initial position.
        position: Option<String>,
        /// Moves.
        moves: Vec<String>,
    },
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
        tests.extend(read_test(node, format!("tests[{}]", index + 1), faults));
    }
    tests
}

fn read_test(node: &DeclNode, path: String, faults: &mut Vec<Diagnostic>) -> Option<TestCase> {
    let fault_count = faults.len();
    let no_keys = BTreeMap::new();
    let map = match &node.value {
        DeclValue::Map(map) => map,
        DeclValue::List(list) if list.is_empty() => &no_keys,
        _ => {
            let message = format!("expected a test, a table with keys, not {}", node.describe());
            faults.push(Diagnostic::new(&node.place, path, message));
            return None;
        }
    };
    let mut table = TableReader { path, map, faults };
    table.reject_unknown(keys::TEST);
    // If a key is misspelt, another may only seem to be missing.
    let lone_why = if table.faults.len() > fault_count { LoneWhy::Accept } else { LoneWhy::Report };
    let assertions = assertions(&mut table, lone_why);
    let moves = table.text("moves").unwrap_or_default();
    let tested_match = tested_match(&mut table, &assertions);
    let test = TestCase {
        place: node.place.clone(),
        title: table.text("title"),
        sets: map
            .get("set")
            .map(|node| read_sets(node, &join_path(&table.path, "set"), table.faults))
            .unwrap_or_default(),
        seed: whole_number(&mut table, "seed"),
        position: table.text("position"),
        moves: moves.split_whitespace().map(str::to_string).collect(),
        assertions,
        tested_match,
    };
    if test.assertions.is_empty() && test.tested_match.is_none() && table.faults.len() == fault_count {
        let message =
            "nothing is expected here; add `legal`, `illegal`, `count`, `score`, `outcome`, `becomes` or `match`";
        table.faults.push(Diagnostic::new(&node.place, &table.path, message));
    }
    (table.faults.len() == fault_count).then_some(test)
}

/// Parses assertions about one position, `{ illegal = "Sc3", why = "opening" }`.
pub(super) fn read_assertions(node: &DeclNode, path: &str, faults: &mut Vec<Diagnostic>) -> Vec<Assertion> {
    let Some(map) = node.as_map().filter(|map| !map.is_empty()) else {
        let message = format!("expected claims, `{{ legal = \"c3\" }}`, not {}", node.describe());
        faults.push(Diagnostic::new(&node.place, path, message));
        return Vec::new();
    };
    let known = || assertion_keys().map(|key| key.name);
    for (key, node) in map.iter().filter(|(key, _)| !known().any(|name| name == key.as_str())) {
        faults.push(unknown_key(&node.place, path, key, known().collect::<Vec<_>>()));
    }
    assertions(&mut TableReader { path: path.to_string(), map, faults }, LoneWhy::Report)
}

/// Parses options, `{ size = 6 }`, into the form of `--set`.
pub(super) fn read_sets(node: &DeclNode, path: &str, faults: &mut Vec<Diagnostic>) -> Vec<(String, String)> {
    let Some(options) = node.as_map() else {
        let message = format!("expected options, `{{ size = 6 }}`, not {}", node.describe());
        faults.push(Diagnostic::new(&node.place, path, message));
        return Vec::new();
    };
    let mut sets = Vec::new();
    for (key, node) in options {
        match option_text(node) {
            Some(value) => sets.push((key.clone(), value)),
            None => {
                let message = format!("expected the value of an option, not {}", node.describe());
                faults.push(Diagnostic::new(&node.place, join_path(path, key), message));
            }
        }
    }
    sets
}

/// What to do with a `why` that has no `illegal` move to explain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LoneWhy {
    Report,
    Accept,
}

fn assertions(table: &mut TableReader, lone_why: LoneWhy) -> Vec<Assertion> {
    let why = table.text("why");
    let mut assertions: Vec<Assertion> = moves(table, "legal").into_iter().map(Assertion::Legal).collect();
    let illegal = moves(table, "illegal");
    if why.is_some() && illegal.is_empty() && lone_why == LoneWhy::Report {
        table.report("why", &table.map["why"], "there is no `illegal` move here that could be explained");
    }
    assertions.extend(illegal.into_iter().map(|mv| Assertion::Illegal { mv, why: why.clone() }));
    assertions.extend(whole_number(table, "count").map(Assertion::Count));
    assertions.extend(table.get("score", "points by side, `{ white = 3 }`", read_score).into_iter().flatten());
    assertions.extend(table.text("outcome").map(Assertion::Outcome));
    assertions.extend(table.text("becomes").map(Assertion::Becomes));
    assertions
}

/// Match of a test, with its games.
fn tested_match(table: &mut TableReader, assertions: &[Assertion]) -> Option<TestedMatch> {
    let (games, expected) = (table.map.get("games"), table.map.get("match"));
    let (games, expected) = match (games, expected) {
        (None, None) => return None,
        (Some(node), None) => {
            table.report("games", node, "a test with `games` needs `match`, the expected table");
            return None;
        }
        (None, Some(node)) => {
            table.report("match", node, "a test with `match` needs `games`, the results of its games");
            return None;
        }
        (Some(games), Some(expected)) => (games, expected),
    };
    if let Some((key, node)) = ["moves", "position"].into_iter().find_map(|key| Some((key, table.map.get(key)?))) {
        table.report(key, node, "a test of a match has no moves of its own; write them in `games`");
    } else if !assertions.is_empty() {
        table.report("match", expected, "a test of a match checks no position; write another test for that");
    }
    let Some(games) = games.as_list().filter(|games| !games.is_empty()) else {
        table.report("games", games, format!("expected a list of games, not {}", games.describe()));
        return None;
    };
    let path = join_path(&table.path, "games");
    let played =
        games.iter().enumerate().map(|(index, node)| tested_game(node, format!("{path}[{}]", index + 1), table.faults));
    let games: Vec<Option<TestedGame>> = played.collect();
    let Some(map) = expected.as_map().filter(|map| !map.is_empty()) else {
        let message =
            format!("expected the table of the match, `{{ points = {{ white = 3 }} }}`, not {}", expected.describe());
        table.report("match", expected, message);
        return None;
    };
    let mut expected = TableReader { path: join_path(&table.path, "match"), map, faults: table.faults };
    expected.reject_unknown(keys::TEST_MATCH);
    Some(TestedMatch {
        games: games.into_iter().collect::<Option<Vec<_>>>()?,
        points: numbers(&mut expected, "points"),
        wins: numbers(&mut expected, "wins"),
        is_over: expected.get("over", "true or false", DeclNode::as_flag),
        winner: expected.text("winner"),
        begins: expected.text("begins"),
    })
}

fn tested_game(node: &DeclNode, path: String, faults: &mut Vec<Diagnostic>) -> Option<TestedGame> {
    // An empty table is a draw without points.
    let Some(map) = node.as_map() else {
        let message = format!("expected a game, `{{ winner = \"white\" }}`, not {}", node.describe());
        faults.push(Diagnostic::new(&node.place, path, message));
        return None;
    };
    let mut table = TableReader { path, map, faults };
    table.reject_unknown(keys::TEST_GAME);
    let winners = table.get("winner", "a side or a list of sides", DeclNode::as_texts).unwrap_or_default();
    let score = numbers(&mut table, "score");
    let (position, moves) = (table.text("position"), table.text("moves"));
    if position.is_none() && moves.is_none() {
        return Some(TestedGame::Given { winners, score });
    }
    if let Some((key, node)) = ["winner", "score"].into_iter().find_map(|key| Some((key, map.get(key)?))) {
        table.report(key, node, "a game with moves has its own result; remove this");
    }
    let moves = moves.unwrap_or_default().split_whitespace().map(str::to_string).collect();
    Some(TestedGame::Played { position, moves })
}

fn numbers(table: &mut TableReader, key: &str) -> Vec<(String, f64)> {
    let read = |node: &DeclNode| {
        let entries = node.as_map().filter(|entries| !entries.is_empty())?;
        entries.iter().map(|(name, number)| Some((name.clone(), number.as_number()?))).collect::<Option<Vec<_>>>()
    };
    table.get(key, "numbers by side, `{ white = 3 }`", read).unwrap_or_default()
}

/// One move or a list of them.
fn moves(table: &mut TableReader, key: &str) -> Vec<String> {
    table.get(key, "a move or a list of moves", DeclNode::as_texts).unwrap_or_default()
}

fn whole_number(table: &mut TableReader, key: &str) -> Option<u64> {
    table.get(key, "a whole number", |node| u64::try_from(node.as_int()?).ok())
}

fn read_score(node: &DeclNode) -> Option<Vec<Assertion>> {
    let teams = node.as_map().filter(|teams| !teams.is_empty())?;
    teams.iter().map(|(team, points)| Some(Assertion::Score(team.clone(), points.as_number()?))).collect()
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
        if let (None, Some(tested)) = (&self.title, &self.tested_match) {
            return format!("after {}", plural(tested.games.len() as u64, "game"));
        }
        match (&self.title, self.moves.is_empty()) {
            (Some(title), _) => one_line(title, 60),
            (None, false) => format!("after {}", one_line(&self.moves.join(" "), 60)),
            (None, true) => "at the start".to_string(),
        }
    }
}
