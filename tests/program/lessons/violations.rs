//! Illegal moves: the cells of violations, and the rules that lessons name for them.

use std::collections::BTreeSet;

use houserule_app::lesson::{Accepted, IllegalAnswer, LessonGoal, LessonStep};
use houserule_core::mechanics::BoardView;
use houserule_script::play::Session;
use houserule_script::rules::Assertion;

use super::{faults, shipped, shipped_lesson, step_starts};
use crate::common::{open, shipped_scripts};

/// Rules that a move violates, with the cells of each.
fn violations_with_cells(session: &mut Session, mv: &str) -> Vec<(String, Vec<String>)> {
    let violations_with_cells = session.why(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    violations_with_cells.iter().map(|violation| (violation.rule.clone(), session.cells_of(violation))).collect()
}

#[test]
fn a_violation_has_its_cells() {
    for (game, position, moves, mv, expected) in [
        ("tak", None, "a1 e5", "a1", &[("occupied", &["a1"][..])][..]),
        ("tak", None, "a1 e5", "a1+", &[("control", &["a1"])]),
        ("tak", None, "", "Sc3", &[("opening", &[])]),
        ("tak", Some("x5/x2,2,x2/1,1,1C,1,x/2,x4/2,2,x3 2 7"), "", "c4-", &[("covers", &["c3"])]),
        ("tak", Some("x5/x5/111111,x4/x5/2,x4 1 9"), "", "6a3>", &[("carry", &["a3"])]),
        ("trax", None, "@0/", "C3+", &[("touch", &["C3"])]),
        ("trax", None, "@0/ B1+ A0+", "B1\\", &[("match", &["B1"])]),
        ("tak+late-walls", None, "a1 e5", "Sc3", &[("late-walls", &["c3"])]),
        ("hex", None, "a1", "a1", &[("occupied", &["a1"])]),
    ] {
        let mut session = open(game, &[], position, moves);
        let expected: Vec<(String, Vec<String>)> = expected
            .iter()
            .map(|(rule, cells)| (rule.to_string(), cells.iter().map(|cell| cell.to_string()).collect()))
            .collect();
        assert_eq!(violations_with_cells(&mut session, mv), expected, "{game}: {mv}");
    }
}

/// Cells that a text names.
fn cells_in_text(text: &str, view: BoardView) -> BTreeSet<String> {
    let words = text.split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, ',' | '-' | '@')));
    words.map(|word| word.trim_matches(',')).filter(|word| view.cell_named(word).is_some()).map(String::from).collect()
}

/// Visits every step of the shipped lessons in its position.
fn for_each_step(mut visit: impl FnMut(&str, &LessonStep, &mut Session)) {
    for name in shipped() {
        let scripted = shipped_lesson(&name);
        for (step, start) in scripted.lesson.steps.iter().zip(step_starts(&scripted)) {
            let mut session = start.open(&shipped_scripts(), &scripted.lesson).expect("the lesson is proved");
            visit(&name, step, &mut session);
        }
    }
}

#[test]
fn violations_list_every_cell_in_their_message() {
    let mut rules_seen = BTreeSet::new();
    for_each_step(|name, step, session| {
        let illegal_facts = step.facts.iter().filter_map(|fact| match &fact.value {
            Assertion::Illegal { mv, .. } => Some(mv),
            _ => None,
        });
        let moves: Vec<String> =
            step.refused.iter().map(|forbidden| &forbidden.mv).chain(illegal_facts).cloned().collect();
        for mv in moves {
            // Messages about the size of the board name its corners.
            let violations_with_cells = session.why(&mv).expect("the lesson is proved").into_iter();
            for violation in violations_with_cells.filter(|violation| violation.rule != "off-board") {
                let named = cells_in_text(&violation.message, session.game.board().view());
                let cells: BTreeSet<String> = session.cells_of(&violation).into_iter().collect();
                assert!(named.is_subset(&cells), "{name}, {mv}: {violation} has {cells:?}");
                rules_seen.insert(violation.rule);
            }
        }
    });
    for rule in ["occupied", "match", "touch", "no-triple", "no-fourth", "controlled-side", "fill-first", "covers"] {
        assert!(rules_seen.contains(rule), "no lesson has a violation of {rule}: {rules_seen:?}");
    }
}

#[test]
fn every_refused_move_of_a_shipped_lesson_names_its_rule() {
    let mut unnamed = Vec::new();
    for_each_step(|name, step, session| {
        let asks_for_rule =
            step.accept.iter().any(|item| matches!(&item.value, Accepted::Goal(LessonGoal::Illegal { rule: Some(_) })));
        for IllegalAnswer { mv, rule, .. } in step.refused.iter().filter(|forbidden| forbidden.rule.is_none()) {
            if !asks_for_rule {
                let rules: Vec<String> = violations_with_cells(session, mv).into_iter().map(|(rule, _)| rule).collect();
                unnamed.push(format!("{name} {}: {mv} {rule:?} {rules:?}", step.path));
            }
        }
    });
    assert!(unnamed.is_empty(), "{}", unnamed.join("\n"));
}

#[test]
fn a_refused_move_with_the_wrong_rule_is_reported() {
    let step = |step: &str| format!("return lesson \"x\" {{\n  game = \"tak\",\n  steps = {{\n{step}\n}} }}");
    let faults = |message: &str| faults(&step(message));
    let right = r#"{ moves = "a1 e5", ask = "?", accept = "c3", refused = { occupied = { a1 = "Taken." } } }"#;
    assert_eq!(faults(right), []);
    assert_eq!(
        faults("{ moves = \"a1 e5\", ask = \"?\", accept = \"c3\",\n refused = { occupied = {\n f9 = \"Taken.\" } } }"),
        [(
            6,
            "steps[1].refused.occupied.f9".to_string(),
            "`occupied` does not forbid `f9`: off-board: f9 is off the board, which runs from a1 to e5 [tak.lua:13]"
                .to_string()
        )]
    );
    let by_rule =
        r#"{ moves = "a1 e5", ask = "?", accept = illegal("occupied"), refused = { a1 = "Taken.", f9 = "Far." } }"#;
    assert_eq!(faults(by_rule).len(), 1, "the rule of the question applies: {:?}", faults(by_rule));
    let other = r#"{ moves = "a1 e5", ask = "?", accept = illegal("occupied"), refused = { a1 = "Taken.", ["off-board"] = { f9 = "Far." } } }"#;
    assert_eq!(faults(other), []);
    assert_eq!(
        faults(r#"{ ask = "?", accept = "c3", refused = { occupied = {} } }"#)
            .into_iter()
            .map(|(_, path, message)| format!("{path}: {message}"))
            .collect::<Vec<_>>(),
        [r#"steps[1].refused.occupied: expected texts by name, `{ ["c3"] = "..." }`, not an empty table"#]
    );
}
