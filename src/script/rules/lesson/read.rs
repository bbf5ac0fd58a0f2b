//! Parser of a lesson's table: every key of every step, and the errors.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::goals::{self, GoalFields};
use super::keys::{LESSON, STEP};
use super::specs::is_reply;
use super::{
    Accepted, IllegalAnswer, Lesson, LessonRules, LessonStep, Reply, RightAnswer, ShownGoal, WithPlace, shown_goals,
};
use crate::rules::author_tests;
use crate::rules::decl::{DeclNode, DeclValue};
use crate::rules::keys::is_known;
use crate::rules::manifest::{Manifest, ScriptKind};
use crate::rules::options::OptionDecls;
use crate::rules::source::{Diagnostic, Source, SourcePlace, join_path};
use crate::rules::table::unknown_keys;
use houserule_core::text::{is_script_name, is_unprintable, one_line};

/// Highest difficulty.
const MAX_LEVEL: i64 = 9;

type LessonTable = BTreeMap<String, DeclNode>;

/// Parses the table of a lesson called `name`: its manifest, its content, and the errors.
pub fn read(name: &str, node: &DeclNode, source: &Arc<Source>) -> (Manifest, Option<Lesson>, Vec<Diagnostic>) {
    let no_keys = LessonTable::new();
    let map = node.as_map().unwrap_or(&no_keys);
    let root = SourcePlace::root(source);
    let mut reader = LessonReader { path: String::new(), root: root.clone(), faults: Vec::new() };
    reader.faults.extend(unknown_keys(map, "", LESSON));
    if !is_script_name(name) {
        reader.report(&root, "", format!("`{name}` is not a valid name; use letters, digits and hyphens"));
    }
    let title = reader.text(map, "title").map_or(name.to_string(), |title| title.value);
    let [author, version] = ["author", "version"].map(|key| reader.text(map, key).map(|text| text.value));
    let game = reader.text(map, "game");
    if game.is_none() && !map.contains_key("game") {
        reader.report(&root, "game", "missing `game`; name the game of the lesson, as in `game = \"tak\"`".into());
    }
    let game = game.map(|game| game.value).unwrap_or_default();
    let base = game.split('+').next().unwrap_or_default();
    let base = base.rsplit('/').next().unwrap_or(base).trim_end_matches(".lua").to_string();
    let course = reader.text(map, "course").map_or(base, |course| one_line(&course.value, 40));
    let rules = LessonRules {
        game,
        sets: reader.sets(map),
        place: map.get("game").map_or(&root, |node| &node.place).clone(),
        option_places: option_places(map),
    };
    let level = reader.whole_number(map, "level", 1, MAX_LEVEL).unwrap_or(1) as u32;
    let seed = reader.whole_number(map, "seed", 0, i64::MAX).map(|seed| seed as u64);
    let steps = reader.steps(map, &rules);
    let manifest = Manifest {
        kind: ScriptKind::Lesson { course: course.clone(), level },
        name: name.to_string(),
        title: one_line(&title, 80),
        author,
        version,
        options: OptionDecls::default(),
        tests: Vec::new(),
        source: source.clone(),
    };
    let lesson = Lesson { rules, course, level, seed, folder: None, steps };
    let is_valid = reader.faults.is_empty();
    (manifest, is_valid.then_some(lesson), reader.faults)
}

struct LessonReader {
    /// Step being parsed, such as `steps[2]`; empty for the lesson itself.
    path: String,
    root: SourcePlace,
    faults: Vec<Diagnostic>,
}

impl LessonReader {
    fn key_path(&self, key: &str) -> String {
        if key.is_empty() { self.path.clone() } else { join_path(&self.path, key) }
    }

    fn report(&mut self, place: &SourcePlace, key: &str, message: String) {
        let path = self.key_path(key);
        self.faults.push(Diagnostic::new(place, path, message));
    }

    fn with_place<T>(&self, node: &DeclNode, key: &str, value: T) -> WithPlace<T> {
        WithPlace { value, place: node.place.clone(), path: self.key_path(key) }
    }

    fn text(&mut self, map: &LessonTable, key: &str) -> Option<WithPlace<String>> {
        let node = map.get(key)?;
        match node.as_text().map(str::trim) {
            Some("") => self.report(&node.place, key, "empty text; remove the key".into()),
            Some(text) => return Some(self.with_place(node, key, printable(text))),
            None => self.report(&node.place, key, format!("expected a text, not {}", node.describe())),
        }
        None
    }

    fn whole_number(&mut self, map: &LessonTable, key: &str, min: i64, max: i64) -> Option<i64> {
        let node = map.get(key)?;
        let number = node.as_int().filter(|number| (min..=max).contains(number));
        if number.is_none() {
            let message = match max {
                i64::MAX => format!("expected a whole number, not {}", node.describe()),
                most => format!("expected a whole number from {min} to {most}, not {}", node.describe()),
            };
            self.report(&node.place, key, message);
        }
        number
    }

    /// Options in the form of `--set`.
    fn sets(&mut self, map: &LessonTable) -> Vec<(String, String)> {
        let Some(node) = map.get("options") else { return Vec::new() };
        let path = self.key_path("options");
        author_tests::read_sets(node, &path, &mut self.faults)
    }

    fn steps(&mut self, map: &LessonTable, rules: &LessonRules) -> Vec<LessonStep> {
        let Some(node) = map.get("steps") else {
            let root = self.root.clone();
            self.report(&root, "steps", "missing `steps`; for example, write `steps = { { say = \"...\" } }`".into());
            return Vec::new();
        };
        let Some(list) = node.as_list().filter(|list| !list.is_empty()) else {
            let message =
                format!("expected a list of steps, `{{ {{ say = \"...\" }}, ... }}`, not {}", node.describe());
            self.report(&node.place, "steps", message);
            return Vec::new();
        };
        let mut steps = Vec::new();
        for (index, node) in list.iter().enumerate() {
            self.path = format!("steps[{}]", index + 1);
            steps.extend(self.step(node, rules));
        }
        self.path = String::new();
        steps
    }

    fn step(&mut self, node: &DeclNode, rules: &LessonRules) -> Option<LessonStep> {
        let Some(map) = node.as_map().filter(|map| !map.is_empty()) else {
            let message = format!("expected a step, `{{ say = \"...\" }}`, not {}", node.describe());
            self.report(&node.place, "", message);
            return None;
        };
        self.faults.extend(unknown_keys(map, &self.path, STEP));
        let moves = self.text(map, "moves").map(|moves| WithPlace {
            value: moves.value.split_whitespace().map(str::to_string).collect(),
            place: moves.place,
            path: moves.path,
        });
        let step = LessonStep {
            place: node.place.clone(),
            path: self.path.clone(),
            say: self.text(map, "say"),
            rules: self.rules(map, rules),
            position: self.text(map, "position"),
            moves,
            ask: self.text(map, "ask"),
            accept: self.accept(map),
            choices: self.texts(map, "choices"),
            hints: self.texts(map, "hints"),
            wrong: self.by_name(map, "wrong"),
            refused: self.illegal_answers(map),
            right: self.right(map),
            shows: self.shows(map),
            reply: self.reply(map),
            labels: self.labels(map),
            marks: self.texts(map, "marks"),
            facts: self.facts(map),
        };
        self.check(map, &step);
        Some(step)
    }

    /// Checks which keys a step requires and which it must not have.
    fn check(&mut self, map: &LessonTable, step: &LessonStep) {
        let has = |key: &str| map.contains_key(key);
        match (has("ask"), has("accept")) {
            (true, false) => self.report(&map["ask"].place, "ask", "a question needs answers; add `accept`".into()),
            (false, true) => self.report(&map["accept"].place, "accept", "`accept` needs a question; add `ask`".into()),
            (false, false) => {
                for key in ["choices", "hints", "wrong", "refused", "right", "shows", "reply"] {
                    if let Some(node) = map.get(key) {
                        self.report(
                            &node.place,
                            key,
                            "this step has no question, so this key is never used; remove it".into(),
                        );
                    }
                }
                // An unknown key may be a misspelling.
                if step.say.is_none() && !has("say") && map.keys().all(|key| is_known(STEP, key)) {
                    self.report(&step.place, "", "this step has no text and no question; add `say` or `ask`".into());
                }
            }
            (true, true) => {}
        }
        if !step.choices.is_empty() {
            for key in ["refused", "shows", "reply"] {
                if let Some(node) = map.get(key) {
                    self.report(
                        &node.place,
                        key,
                        "a question with `choices` is answered with a word, not a move; remove this key".into(),
                    );
                }
            }
        }
    }

    fn rules(&mut self, map: &LessonTable, rules: &LessonRules) -> Option<LessonRules> {
        let game = self.text(map, "game");
        let place = map.get("game").or(map.get("options"))?.place.clone();
        let sets = self.sets(map);
        // Options of another game have no meaning here.
        Some(match game {
            Some(game) => LessonRules { game: game.value, sets, place, option_places: option_places(map) },
            None => LessonRules { game: rules.game.clone(), sets, place, option_places: option_places(map) },
        })
    }

    fn accept(&mut self, map: &LessonTable) -> Vec<WithPlace<Accepted>> {
        let Some(node) = map.get("accept") else { return Vec::new() };
        let items = match &node.value {
            DeclValue::List(list) => list.iter().collect(),
            DeclValue::Map(map) if map.is_empty() => Vec::new(),
            _ => vec![node],
        };
        if items.is_empty() {
            self.report(&node.place, "accept", "no answer is accepted; name a move or a goal".into());
        }
        let is_list = items.len() > 1;
        let mut accepted = Vec::new();
        for (index, item) in items.into_iter().enumerate() {
            let key = if is_list { format!("accept[{}]", index + 1) } else { "accept".to_string() };
            let value = match &item.value {
                DeclValue::Text(text) if text.trim().is_empty() => {
                    self.report(&item.place, &key, "an empty text is not a move".into());
                    continue;
                }
                DeclValue::Text(text) => Some(Accepted::Text(text.trim().to_string())),
                DeclValue::Rule(_) | DeclValue::Function(_) => {
                    let path = self.key_path(&key);
                    goals::read(item, &path, &mut self.faults).map(Accepted::Goal)
                }
                _ => {
                    let message = format!("expected a move, a goal or a function, not {}", item.describe());
                    self.report(&item.place, &key, message);
                    None
                }
            };
            accepted.extend(value.map(|value| self.with_place(item, &key, value)));
        }
        accepted
    }

    /// List of strings, not empty and distinct.
    fn texts(&mut self, map: &LessonTable, key: &str) -> Vec<WithPlace<String>> {
        let Some(node) = map.get(key) else { return Vec::new() };
        let single = [node.clone()];
        let list = match (node.as_list(), node.as_text()) {
            (Some(list), _) => list,
            (None, Some(_)) => &single[..],
            (None, None) => {
                self.report(&node.place, key, format!("expected a list of texts, not {}", node.describe()));
                return Vec::new();
            }
        };
        if list.is_empty() {
            self.report(&node.place, key, "empty list; remove the key".into());
        }
        let mut texts: Vec<WithPlace<String>> = Vec::new();
        for (index, item) in list.iter().enumerate() {
            let key = format!("{key}[{}]", index + 1);
            match item.as_text().map(str::trim) {
                Some("") => self.report(&item.place, &key, "empty text".into()),
                Some(text) if texts.iter().any(|known| known.value == text) => {
                    self.report(&item.place, &key, "the same text occurs twice".into());
                }
                Some(text) => texts.push(self.with_place(item, &key, printable(text))),
                None => self.report(&item.place, &key, format!("expected a text, not {}", item.describe())),
            }
        }
        texts
    }

    /// Strings by name: `{ ["c3"] = "..." }`.
    fn by_name(&mut self, map: &LessonTable, key: &str) -> Vec<(String, WithPlace<String>)> {
        let Some(node) = map.get(key) else { return Vec::new() };
        let Some(table) = node.as_map().filter(|table| !table.is_empty()) else {
            let message = format!("expected texts by name, `{{ [\"c3\"] = \"...\" }}`, not {}", node.describe());
            self.report(&node.place, key, message);
            return Vec::new();
        };
        let mut texts = Vec::new();
        for (name, node) in table {
            let key = format!("{key}.{name}");
            match node.as_text().map(str::trim).filter(|text| !text.is_empty()) {
                Some(text) => texts.push((name.trim().to_string(), self.with_place(node, &key, printable(text)))),
                None => self.report(&node.place, &key, format!("expected a text, not {}", node.describe())),
            }
        }
        texts
    }

    /// Strings by move, or by the rule that forbids the move and then by move: `{ c3 = "...", occupied = { a1 = "..." }
    /// }`.
    fn illegal_answers(&mut self, map: &LessonTable) -> Vec<IllegalAnswer> {
        let Some(table) = map.get("refused").and_then(DeclNode::as_map) else {
            self.by_name(map, "refused");
            return Vec::new();
        };
        let is_rule = |node: &DeclNode| matches!(node.value, DeclValue::Map(_));
        let mut answers = Vec::new();
        for (rule, node) in table.iter().filter(|(_, node)| is_rule(node)) {
            let (key, rule) = (format!("refused.{rule}"), Some(rule.trim().to_string()));
            let by_rule = LessonTable::from([(key.clone(), node.clone())]);
            let moves = self.by_name(&by_rule, &key).into_iter();
            answers.extend(moves.map(|(mv, response)| IllegalAnswer { mv, rule: rule.clone(), response }));
        }
        let plain: LessonTable = table.clone().into_iter().filter(|(_, node)| !is_rule(node)).collect();
        if !plain.is_empty() || table.is_empty() {
            let node = DeclNode::new(DeclValue::Map(plain), map["refused"].place.clone());
            let moves = self.by_name(&LessonTable::from([("refused".to_string(), node)]), "refused").into_iter();
            answers.extend(moves.map(|(mv, response)| IllegalAnswer { mv, rule: None, response }));
        }
        answers
    }

    /// Labels on cells: short enough to be drawn on one.
    fn labels(&mut self, map: &LessonTable) -> Vec<(String, WithPlace<String>)> {
        const MAX_LABEL_LEN: usize = 3;
        let labels = self.by_name(map, "labels");
        for (label, cell) in &labels {
            let is_short = (1..=MAX_LABEL_LEN).contains(&label.chars().count());
            if !is_short || !label.chars().all(char::is_alphanumeric) {
                let message = format!("a label must be a letter, or up to {MAX_LABEL_LEN} letters and digits");
                self.faults.push(Diagnostic::new(&cell.place, cell.path.clone(), message));
            }
        }
        labels
    }

    fn right(&mut self, map: &LessonTable) -> Option<RightAnswer> {
        match &map.get("right")?.value {
            DeclValue::Map(_) => Some(RightAnswer::ByMove(self.by_name(map, "right"))),
            _ => self.text(map, "right").map(RightAnswer::Always),
        }
    }

    fn shows(&mut self, map: &LessonTable) -> Vec<ShownGoal> {
        let path = self.key_path("shows");
        map.get("shows").map(|node| shown_goals::read(node, &path, &mut self.faults)).unwrap_or_default()
    }

    fn reply(&mut self, map: &LessonTable) -> Option<WithPlace<Reply>> {
        let node = map.get("reply")?;
        let moves = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<_>>();
        let reply = match &node.value {
            DeclValue::Text(_) => Reply::Moves(moves(&self.text(map, "reply")?.value)),
            DeclValue::Map(_) => {
                let by_move = self.by_name(map, "reply").into_iter();
                let to_moves = |text: WithPlace<String>| WithPlace {
                    value: moves(&text.value),
                    place: text.place,
                    path: text.path,
                };
                Reply::ByMove(by_move.map(|(name, text)| (name, to_moves(text))).collect())
            }
            DeclValue::Rule(decl) if is_reply(&decl.name) => {
                let path = self.key_path("reply");
                let mut fields = GoalFields::of(node, decl, &path, &mut self.faults)?;
                match decl.name.as_str() {
                    "best" => Reply::Best,
                    _ => Reply::Bot(fields.bot()?),
                }
            }
            _ => {
                let message = format!(
                    "expected moves, moves by the learner's move, best() or by_bot(\"greedy\"), not {}",
                    node.describe()
                );
                self.report(&node.place, "reply", message);
                return None;
            }
        };
        Some(self.with_place(node, "reply", reply))
    }

    fn facts(&mut self, map: &LessonTable) -> Vec<WithPlace<author_tests::Assertion>> {
        let Some(node) = map.get("facts") else { return Vec::new() };
        let path = self.key_path("facts");
        let assertions = author_tests::read_assertions(node, &path, &mut self.faults);
        assertions.into_iter().map(|assertion| self.with_place(node, "facts", assertion)).collect()
    }
}

/// Places of the options.
fn option_places(map: &LessonTable) -> Vec<(String, SourcePlace)> {
    let options = map.get("options").and_then(DeclNode::as_map).into_iter().flatten();
    options.map(|(key, node)| (key.clone(), node.place.clone())).collect()
}

/// Text without control characters.
fn printable(text: &str) -> String {
    text.chars().map(|letter| if is_unprintable(letter) && letter != '\n' { ' ' } else { letter }).collect()
}
