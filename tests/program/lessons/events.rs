//! Lessons for programs: what is listed, and what is told as events.

use serde_json::{Value, json};

use crate::common::desk::Desk;

const THREE: &str = r#"return lesson "three" {
  game    = "tak",
  options = { size = 4 },
  steps   = {
    { say = "Welcome." },
    { ask = "How many are two and two?", choices = { "4", "5", "2" }, accept = "4", hints = { "Count." } },
    { moves = "a1 d4", labels = { X = "b2" }, ask = "Place a wall at X.", accept = "Sb2", wrong = { b2 = "A flat." } },
  },
}"#;

/// The events of some lines in a lesson.
fn events(desk: &Desk, file: &str, lines: &str) -> Vec<Value> {
    let said = desk.run_with(["lesson", file, "--json"], lines);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    let event = |line: &str| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    said.out.lines().map(event).collect()
}

/// Those of some kinds.
fn of_kinds(events: &[Value], kinds: &[&str]) -> Vec<Value> {
    let is_such = |event: &&Value| kinds.iter().any(|kind| event["event"] == *kind);
    events.iter().filter(is_such).cloned().collect()
}

#[test]
fn a_lesson_is_told_as_events() {
    let desk = Desk::with("three.lua", THREE);
    let told = events(&desk, "three.lua", "5\nhint\n4\nxyzzy\na1\nb2\nSX\n");
    let steps = [
        json!({ "event": "step", "lesson": "three", "step": 2, "of": 3,
                "ask": "How many are two and two?", "choices": ["4", "5", "2"] }),
        json!({ "event": "step", "lesson": "three", "step": 3, "of": 3,
                "ask": "Place a wall at X.", "labels": { "X": "b2" } }),
    ];
    assert_eq!(of_kinds(&told, &["step"]), steps);
    let verdicts: Vec<Value> = of_kinds(&told, &["told"])
        .iter()
        .map(|told| json!([told["line"], told["verdict"], told["finished"]]))
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
    assert_eq!(verdicts, expected);
    assert_eq!(told[0]["event"], "told");
    assert!(told[0]["text"].as_str().is_some_and(|text| text.contains("Welcome.")), "{}", told[0]);
    assert_eq!(told[1]["event"], "game");
    let hint = json!({ "event": "told", "line": "hint", "text": "Hint: Count.\n" });
    assert!(told.contains(&hint), "{told:?}");
    let refused = of_kinds(&told, &["refused"]);
    assert_eq!(refused.len(), 1, "what is no answer is refused, and the lesson goes on");
    assert_eq!(refused[0]["line"], "xyzzy");
    let ends: Vec<_> = told.iter().filter(|event| event["event"] == "turn").collect();
    assert_eq!(ends.len(), 8, "every line is answered, and the beginning");
}

#[test]
fn a_lesson_that_asks_nothing_is_finished_at_once() {
    let desk = Desk::with("so.lua", "return lesson 'so' { game = 'tak', steps = { { say = 'So.' } } }");
    let told = of_kinds(&events(&desk, "so.lua", ""), &["told"]);
    assert_eq!(told[0]["finished"], json!({ "questions": 0, "solved": 0, "skipped": 0 }), "{told:?}");
}

#[test]
fn the_list_for_programs_has_what_was_done() {
    let desk = Desk::new();
    let of = |name: &str| {
        let list: Value = serde_json::from_str(&desk.run(["lesson", "--json"]).out).expect("JSON");
        let lesson = list.as_array().expect("a list").iter().find(|lesson| lesson["name"] == name).cloned();
        lesson.expect("a lesson of that name")
    };
    let done = |lesson: Value| json!([lesson["times"], lesson["questions"], lesson["solved"], lesson["left"]]);
    assert_eq!(done(of("tak-walls")), json!([0, 0, 0, null]));
    desk.run_with(["lesson", "tak-walls"], "no\n");
    assert_eq!(done(of("tak-walls")), json!([0, 0, 0, { "step": 2, "of": 4 }]));
    desk.run_with(["lesson", "tak-walls"], "no\nb2>\nhint\nSc2\nscore\n");
    assert_eq!(done(of("tak-walls")), json!([1, 4, 3, null]));
    desk.write("home/data/houserule/lessons.toml", "lessons = 7");
    let said = desk.run(["lesson", "--json"]);
    assert!(said.code == 0 && said.err.contains("what was done is not known"), "{}", said.err);
}
