//! Every shipped lesson, taken at the prompt: by somebody who knows, and by somebody who first does everything wrong.

use houserule::lesson::{Handout, ScriptedLesson};

use super::common::desk::{Desk, Said};
use super::{shipped, table};

/// What is typed to answer each step; what `before` gives comes before the answer.
fn script(scripted: &ScriptedLesson, before: impl Fn(usize) -> Vec<String>) -> String {
    let handout = Handout::of(&table(), scripted).unwrap_or_else(|says| panic!("{says}"));
    let mut lines = Vec::new();
    for (index, part) in handout.parts.iter().enumerate() {
        if let Some(answer) = part.answers.first() {
            lines.extend(before(index));
            lines.push(answer.trim_matches('`').to_string());
        }
    }
    lines.join("\n") + "\n"
}

fn take(name: &str, lines: &str) -> Said {
    let said = Desk::new().run_with(["lesson", name], lines);
    assert!(
        said.out.contains(&format!("The end of `{name}`.")),
        "{name}:\n{lines}\n{}{}",
        said.out,
        said.err
    );
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{name}:\n{}", said.out);
    said
}

#[test]
fn every_lesson_ends_for_whoever_answers_right() {
    for name in shipped() {
        let scripted = table().library.lesson(&name).unwrap_or_else(|error| panic!("{error}"));
        let said = take(&name, &script(&scripted, |_| Vec::new()));
        let asked = scripted.lesson.steps.iter().filter(|step| step.is_question()).count();
        if asked > 0 {
            let all = format!(
                "{asked} question{}: {asked} answered at the first try",
                if asked == 1 { "" } else { "s" }
            );
            let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(words.contains(&all), "{name}:\n{}", said.out);
        }
    }
}

#[test]
fn every_lesson_ends_for_whoever_takes_every_hint_and_every_wrong_move_first() {
    for name in shipped() {
        let scripted = table().library.lesson(&name).unwrap_or_else(|error| panic!("{error}"));
        let steps = &scripted.lesson.steps;
        let before = |index: usize| {
            let step = &steps[index];
            let is_asked_for = |mv: &String| {
                use houserule::lesson::{Accepted, Goal};
                let illegal = |item: &Accepted| matches!(item, Accepted::Goal(Goal::Illegal { .. }));
                step.accept.iter().any(|item| illegal(&item.value))
                    && step.refused.iter().any(|forbidden| forbidden.mv == *mv)
            };
            let hints = step.hints.iter().map(|_| "hint".to_string());
            let refused = step.refused.iter().map(|forbidden| &forbidden.mv);
            let wrong = step.wrong.iter().map(|(mv, _)| mv).chain(refused).cloned();
            hints.chain(wrong.filter(|mv| !is_asked_for(mv))).collect()
        };
        let said = take(&name, &script(&scripted, before));
        let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
        for step in steps {
            for text in step.hints.iter().chain(step.wrong.iter().map(|(_, says)| says)) {
                let text = text.value.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(words.contains(&text), "{name} never said: {text}\n{}", said.out);
            }
        }
    }
}

#[test]
fn skipping_and_going_back_come_to_the_end_too() {
    for name in shipped() {
        let scripted = table().library.lesson(&name).unwrap_or_else(|error| panic!("{error}"));
        let asked = scripted.lesson.steps.iter().filter(|step| step.is_question()).count();
        let said = Desk::new().run_with(["lesson", &name], "skip\n".repeat(asked));
        assert!(said.out.contains(&format!("The end of `{name}`.")), "{name}:\n{}{}", said.out, said.err);
    }
}

#[test]
fn letters_on_pieces_keep_columns_even() {
    let desk = Desk::with(
        "letters.lua",
        r#"return lesson "letters" {
  game  = "tak",
  steps = { { say = "W is white's, X is empty.", moves = "a1 e5 b2 c4", labels = { W = "b2", X = "c3" } } },
}"#,
    );
    let said = desk.run_with(["lesson", "letters.lua"], "");
    let rows = [
        "5    .   .   .   .   w",
        "4    .   .   b   .   .",
        "3    .   .   X   .   .",
        "2    . w=W   .   .   .",
        "1    b   .   .   .   .",
        "     a   b   c   d   e",
    ];
    assert!(said.out.contains(&rows.join("\n")), "{}", said.out);
}

#[test]
fn what_was_done_is_listed() {
    let desk = Desk::new();
    let name = &shipped()[0];
    let scripted = table().library.lesson(name).unwrap_or_else(|error| panic!("{error}"));
    desk.run_with(["lesson", name], script(&scripted, |_| Vec::new()));
    let listed = desk.run(["lesson"]).out;
    let line = listed.lines().find(|line| line.contains(name.as_str())).unwrap_or_else(|| panic!("{listed}"));
    assert!(line.starts_with("* ") && line.ends_with("solved)"), "{line}");
}

#[test]
fn a_handout_has_questions_first_and_answers_last() {
    let desk = Desk::new();
    for name in shipped() {
        let said = desk.run(["lesson", &name, "-o", "page.md"]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{name}");
        let page = desk.read("page.md");
        let scripted = table().library.lesson(&name).unwrap_or_else(|error| panic!("{error}"));
        let answers = page.find("\n## Answers\n").unwrap_or(page.len());
        let asked = scripted.lesson.steps.iter().filter_map(|step| step.ask.as_ref());
        for ask in asked {
            assert!(page.find(&ask.value).is_some_and(|at| at < answers), "{name}: {}", ask.value);
        }
        assert!(desk.read("page-1.svg").starts_with("<svg"), "{name}");
        let said = desk.run(["lesson", &name, "-o", "page.html"]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{name}");
        let page = desk.read("page.html");
        assert_eq!(page.matches("<svg").count(), scripted.lesson.steps.len(), "{name}");
        let mut ids: Vec<&str> =
            page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let all = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), all, "{name}: pictures on one page share no ids");
        let used = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        assert_eq!(used.filter(|id| ids.binary_search(id).is_err()).collect::<Vec<_>>(), [""; 0], "{name}");
    }
    let said = desk.run(["lesson", &shipped()[0], "-o", "page.pdf"]);
    assert_eq!(
        (said.code, said.err.as_str()),
        (2, "page.pdf is no page; choose a name that ends with .html or .md\n")
    );
}
