//! Lessons for programs: the JSON list and events.

use serde_json::{Value, json};

use crate::common::test_dir::TestDir;

const THREE_STEPS: &str = r#"return lesson "three" {
  game    = "tak",
  options = { size = 4 },
  steps   = {
    { say = "Welcome." },
    { ask = "How many are two and two?", choices = { "4", "5", "2" }, accept = "4", hints = { "Count." } },
    { moves = "a1 d4", labels = { X = "b2" }, ask = "Place a wall at X.", accept = "Sb2", wrong = { b2 = "A flat." } },
  },
}"#;

/// The events of some lines in a lesson.
fn events(dir: &TestDir, file: &str, lines: &str) -> Vec<Value> {
    dir.run_with(["lesson", file, "--json"], lines).success().events()
}

/// Events of some kinds.
fn events_of_kinds(events: &[Value], kinds: &[&str]) -> Vec<Value> {
    let is_of_kinds = |event: &&Value| kinds.iter().any(|kind| event["event"] == *kind);
    events.iter().filter(is_of_kinds).cloned().collect()
}

#[test]
fn a_lesson_is_reported_as_events() {
    let dir = TestDir::with("three.lua", THREE_STEPS);
    let events = events(&dir, "three.lua", "5\nhint\n4\nxyzzy\na1\nb2\nSX\n");
    let steps = [
        json!({ "event": "step", "lesson": "three", "step": 2, "of": 3,
                "ask": "How many are two and two?", "choices": ["4", "5", "2"] }),
        json!({ "event": "step", "lesson": "three", "step": 3, "of": 3,
                "ask": "Place a wall at X.", "labels": { "X": "b2" } }),
    ];
    assert_eq!(events_of_kinds(&events, &["step"]), steps);
    let answers: Vec<Value> = events_of_kinds(&events, &["told"])
        .iter()
        .map(|event| json!([event["line"], event["verdict"], event["finished"]]))
        .collect();
    let expected = [
        json!(["", null, null]),
        json!(["5", "wrong", null]),
        json!(["hint", null, null]),
        json!(["4", "right", null]),
        json!(["a1", "illegal", null]),
        json!(["b2", "wrong", null]),
        json!(["SX", "right", { "questions": 2, "solved": 0, "skipped": 0 }]),
    ];
    assert_eq!(answers, expected);
    assert_eq!(events[0]["event"], "told");
    assert!(events[0]["text"].as_str().is_some_and(|text| text.contains("Welcome.")), "{}", events[0]);
    assert_eq!(events[1]["event"], "game");
    let hint = json!({ "event": "told", "line": "hint", "text": "Hint: Count.\n" });
    assert!(events.contains(&hint), "{events:?}");
    let rejected = events_of_kinds(&events, &["refused"]);
    assert_eq!(rejected.len(), 1, "an invalid answer is rejected, and the lesson continues");
    assert_eq!(rejected[0]["line"], "xyzzy");
    let turns: Vec<_> = events.iter().filter(|event| event["event"] == "turn").collect();
    assert_eq!(turns.len(), 8, "one event at the start and one per line");
}

#[test]
fn a_lesson_without_questions_is_finished_at_once() {
    let dir = TestDir::with("so.lua", "return lesson 'so' { game = 'tak', steps = { { say = 'So.' } } }");
    let events = events_of_kinds(&events(&dir, "so.lua", ""), &["told"]);
    assert_eq!(events[0]["finished"], json!({ "questions": 0, "solved": 0, "skipped": 0 }), "{events:?}");
}

#[test]
fn the_json_list_has_the_progress() {
    let dir = TestDir::new();
    let lesson_named = |name: &str| {
        let list: Value = dir.run(["lesson", "--json"]).json();
        let lesson = list.as_array().expect("a list").iter().find(|lesson| lesson["name"] == name).cloned();
        lesson.expect("a lesson of that name")
    };
    let progress = |lesson: Value| json!([lesson["times"], lesson["questions"], lesson["solved"], lesson["left"]]);
    assert_eq!(progress(lesson_named("tak-walls")), json!([0, 0, 0, null]));
    dir.run_with(["lesson", "tak-walls"], "no\n");
    assert_eq!(progress(lesson_named("tak-walls")), json!([0, 0, 0, { "step": 2, "of": 4 }]));
    dir.run_with(["lesson", "tak-walls"], "no\nb2>\nhint\nSc2\nscore\n");
    assert_eq!(progress(lesson_named("tak-walls")), json!([1, 4, 3, null]));
    dir.write("home/data/houserule/lessons.toml", "lessons = 7");
    let output = dir.run(["lesson", "--json"]);
    assert!(output.code == 0 && output.stderr.contains("your progress is unknown"), "{}", output.stderr);
}
