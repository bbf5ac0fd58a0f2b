//! Moves that the rules refuse: which cells that is about, and that a lesson names the right rule.

use std::collections::BTreeSet;

use houserule_app::lesson::{Accepted, Handout, IllegalAnswer, LessonGoal, StepStart};
use houserule_core::mechanics::BoardView;
use houserule_script::play::Session;
use houserule_script::rules::Assertion;

use super::{faults, shipped, table};
use crate::common::open;

/// The rules that refuse a move, each with its cells.
fn violations(session: &mut Session, mv: &str) -> Vec<(String, Vec<String>)> {
    let violations = session.why(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
    violations.iter().map(|violation| (violation.rule.clone(), session.cells_of(violation))).collect()
}

#[test]
fn a_violation_has_the_cells_it_is_about() {
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
        assert_eq!(violations(&mut session, mv), expected, "{game}: {mv}");
    }
}

/// The cells that a sentence names.
fn named_in(says: &str, look: BoardView) -> BTreeSet<String> {
    let words = says.split(|letter: char| !(letter.is_alphanumeric() || matches!(letter, ',' | '-' | '@')));
    words.map(|word| word.trim_matches(',')).filter(|word| look.cell_named(word).is_some()).map(String::from).collect()
}

/// Every step of the shipped lessons, in its position.
fn for_every_step(mut look: impl FnMut(&str, &houserule_app::lesson::LessonStep, &mut Session)) {
    for name in shipped() {
        let scripted = table().library.lesson(&name).unwrap_or_else(|error| panic!("{error}"));
        let handout = Handout::of(&table(), &scripted).expect("the lesson is proved");
        let mut way = StepStart::of_lesson(&scripted.lesson);
        for (step, part) in scripted.lesson.steps.iter().zip(&handout.parts) {
            way = way.for_step(&scripted.lesson, step);
            let mut session = way.open(&table(), &scripted.lesson).expect("the lesson is proved");
            look(&name, step, &mut session);
            let answer = part.answers.first().filter(|answer| session.legal_move(answer).is_ok());
            way.moves
                .extend(answer.into_iter().chain(part.reply.first().into_iter().flat_map(|(_, reply)| reply)).cloned());
        }
    }
}

#[test]
fn whatever_cell_a_violation_speaks_of_it_has_as_a_cell() {
    let mut seen = BTreeSet::new();
    for_every_step(|name, step, session| {
        let claimed = step.facts.iter().filter_map(|fact| match &fact.value {
            Assertion::Illegal { mv, .. } => Some(mv),
            _ => None,
        });
        let moves: Vec<String> = step.refused.iter().map(|forbidden| &forbidden.mv).chain(claimed).cloned().collect();
        for mv in moves {
            // The corners of the board are named to tell how large it is.
            let violations = session.why(&mv).expect("the lesson is proved").into_iter();
            for violation in violations.filter(|violation| violation.rule != "off-board") {
                let named = named_in(&violation.message, session.game.board().view());
                let cells: BTreeSet<String> = session.cells_of(&violation).into_iter().collect();
                assert!(named.is_subset(&cells), "{name}, {mv}: {violation} has {cells:?}");
                seen.insert(violation.rule);
            }
        }
    });
    for rule in ["occupied", "match", "touch", "no-triple", "no-fourth", "controlled-side", "fill-first", "covers"] {
        assert!(seen.contains(rule), "no lesson is refused by {rule}: {seen:?}");
    }
}

#[test]
fn every_refused_move_of_the_course_names_the_rule_that_refuses_it() {
    let mut unnamed = Vec::new();
    for_every_step(|name, step, session| {
        let is_asked =
            step.accept.iter().any(|item| matches!(&item.value, Accepted::Goal(LessonGoal::Illegal { rule: Some(_) })));
        for IllegalAnswer { mv, rule, .. } in step.refused.iter().filter(|forbidden| forbidden.rule.is_none()) {
            if !is_asked {
                let rules: Vec<String> = violations(session, mv).into_iter().map(|(rule, _)| rule).collect();
                unnamed.push(format!("{name} {}: {mv} {rule:?} {rules:?}", step.path));
            }
        }
    });
    assert!(unnamed.is_empty(), "{}", unnamed.join("\n"));
}

#[test]
fn a_move_that_another_rule_refuses_is_told() {
    let step = |step: &str| format!("return lesson \"x\" {{\n  game = \"tak\",\n  steps = {{\n{step}\n}} }}");
    let told = |text: &str| faults(&step(text));
    let right = r#"{ moves = "a1 e5", ask = "?", accept = "c3", refused = { occupied = { a1 = "Taken." } } }"#;
    assert_eq!(told(right), []);
    assert_eq!(
        told("{ moves = \"a1 e5\", ask = \"?\", accept = \"c3\",\n refused = { occupied = {\n f9 = \"Taken.\" } } }"),
        [(
            6,
            "steps[1].refused.occupied.f9".to_string(),
            "`f9` is not refused by `occupied`: off-board: f9 is off the board, which runs from a1 to e5 [tak.lua:13]"
                .to_string()
        )]
    );
    let asked =
        r#"{ moves = "a1 e5", ask = "?", accept = illegal("occupied"), refused = { a1 = "Taken.", f9 = "Far." } }"#;
    assert_eq!(told(asked).len(), 1, "the rule that is asked for is meant: {:?}", told(asked));
    let other = r#"{ moves = "a1 e5", ask = "?", accept = illegal("occupied"), refused = { a1 = "Taken.", ["off-board"] = { f9 = "Far." } } }"#;
    assert_eq!(told(other), []);
    assert_eq!(
        told(r#"{ ask = "?", accept = "c3", refused = { occupied = {} } }"#)
            .into_iter()
            .map(|(_, path, says)| format!("{path}: {says}"))
            .collect::<Vec<_>>(),
        [r#"steps[1].refused.occupied: expected texts by name, `{ ["c3"] = "..." }`, not an empty table"#]
    );
}
