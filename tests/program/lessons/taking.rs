//! Every shipped lesson, taken at the prompt: by somebody who knows, and by somebody who first does everything wrong.

use houserule_app::lesson::{Handout, LoadedLesson};

use super::{shipped, table};
use crate::common::desk::{Desk, Said};

/// What is typed to answer each step; what `before` gives comes before the answer.
fn script(scripted: &LoadedLesson, before: impl Fn(usize) -> Vec<String>) -> String {
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
    assert!(said.out.contains(&format!("The end of `{name}`.")), "{name}:\n{lines}\n{}{}", said.out, said.err);
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
            let all =
                format!("{asked} question{}: {asked} answered at the first try", if asked == 1 { "" } else { "s" });
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
                use houserule_app::lesson::{Accepted, LessonGoal};
                let illegal = |item: &Accepted| matches!(item, Accepted::Goal(LessonGoal::Illegal { .. }));
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
            // What would mean something in Markdown stands after a backslash.
            let plain = |text: &str| text.replace('\\', "");
            assert!(plain(&page[..answers]).contains(&plain(&ask.value)), "{name}: {}", ask.value);
        }
        assert!(desk.read("page-1.svg").starts_with("<svg"), "{name}");
        let said = desk.run(["lesson", &name, "-o", "page.html"]);
        assert_eq!((said.code, said.err.as_str()), (0, ""), "{name}");
        let page = desk.read("page.html");
        let handout = Handout::of(&table(), &scripted).unwrap_or_else(|says| panic!("{says}"));
        let pictures = handout.parts.iter().filter(|part| part.picture.is_some()).count();
        assert_eq!(page.matches("<svg").count(), pictures, "{name}");
        let mut ids: Vec<&str> = page.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let all = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), all, "{name}: pictures on one page share no ids");
        let used = page.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
        assert_eq!(used.filter(|id| ids.binary_search(id).is_err()).collect::<Vec<_>>(), [""; 0], "{name}");
    }
    let said = desk.run(["lesson", &shipped()[0], "-o", "page.pdf"]);
    assert_eq!((said.code, said.err.as_str()), (2, "page.pdf is no page; choose a name that ends with .html or .md\n"));
}

/// A lesson of three steps in a file of its own.
const THREE: &str = r#"return lesson "three" {
  game    = "tak",
  options = { size = 4 },
  steps   = {
    { ask = "How many are two and two?", choices = { "4", "5", "2" }, accept = "4", hints = { "Count." } },
    { moves = "a1 d4", labels = { X = "b2" }, ask = "Place a wall at X.", accept = "Sb2", wrong = { b2 = "A flat." } },
    { ask = "Begin Tak.", accept = types("play tak size=4"), hints = { "Type it." } },
  },
}"#;

#[test]
fn a_number_picks_no_choice_by_its_place_where_numbers_are_to_choose_from() {
    let desk = Desk::with("three.lua", THREE);
    let said = desk.run_with(["lesson", "three.lua"], "1\n");
    assert_eq!(said.err, "`1` is no answer here; say 4, 5 or 2\n", "{}", said.out);
    let said = desk.run_with(["lesson", "three.lua"], "2\n");
    assert!(said.out.contains("That is not it."), "2 is the last of the choices: {}", said.out);
}

#[test]
fn a_letter_on_the_board_stands_for_its_cell_in_every_move_and_question() {
    let desk = Desk::with("three.lua", THREE);
    let said = desk.run_with(["lesson", "three.lua"], "4\nwhy SX\nSX\n");
    assert!(said.out.contains("white: Sb2"), "{}{}", said.out, said.err);
    assert!(said.out.contains("\nlegal\n"), "{}{}", said.out, said.err);
}

#[test]
fn a_command_like_the_one_asked_for_does_not_end_the_lesson() {
    let desk = Desk::with("three.lua", THREE);
    let said = desk.run_with(["lesson", "three.lua"], "4\nSb2\nplay tak size=5\nplay tak size=4\n");
    assert!(said.out.contains("The right command, but not what was asked for"), "{}{}", said.out, said.err);
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("3 questions: 2 answered at the first try"), "{}", said.out);
}

#[test]
fn whoever_leaves_a_lesson_is_told_and_goes_on_there() {
    let desk = Desk::with("three.lua", THREE);
    let said = desk.run_with(["lesson", "three.lua"], "4\nplay tak\n");
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("You left the lesson `three.lua` at step 2; `lesson three.lua` goes on there."), "{words}");
    let said = desk.run_with(["play", "tak"], "lesson three.lua\nSX\nplay tak size=4\n");
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("`lesson three.lua again` begins it anew. [2 of 3]"), "{words}{}", said.err);
    assert!(words.contains("3 questions: 3 answered at the first try"), "what was done before counts: {words}");
    let said = desk.run_with(["play", "tak"], "lesson three.lua\n");
    assert!(said.out.contains("[1 of 3]"), "what was taken to its end begins anew: {}", said.out);
}

#[test]
fn taking_a_step_again_does_not_take_its_hints_back() {
    let desk = Desk::with("three.lua", THREE);
    let said = desk.run_with(["lesson", "three.lua"], "hint\nagain\n4\nSb2\nplay tak size=4\n");
    let words = said.out.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains("3 questions: 2 answered at the first try"), "{words}");
}

#[test]
fn a_lesson_with_a_step_skipped_is_kept_and_one_that_was_left_is_listed() {
    let desk = Desk::new();
    let name = "tak-walls";
    let scripted = table().library.lesson(name).unwrap_or_else(|error| panic!("{error}"));
    let answers = script(&scripted, |_| Vec::new());
    let mut lines: Vec<&str> = answers.lines().collect();
    let line = |desk: &Desk| {
        let listed = desk.run(["lesson"]).out;
        listed.lines().find(|line| line.contains(&format!(" {name} "))).map(str::to_string).unwrap_or(listed)
    };
    desk.run_with(["lesson", name], lines[0]);
    assert!(line(&desk).ends_with("(left at step 2 of 4)"), "{}", line(&desk));
    lines[0] = "skip";
    desk.run_with(["lesson", name], lines.join("\n") + "\n");
    assert!(line(&desk).starts_with("* ") && line(&desk).ends_with("(3 of 4 solved)"), "{}", line(&desk));
}

#[test]
fn help_tells_every_word_once_and_speaks_of_what_is_taken() {
    let count = |text: &str, word: &str| {
        let is_word = |part: &&str| part.trim_matches(|letter: char| !letter.is_alphanumeric()) == word;
        text.split_whitespace().filter(is_word).count()
    };
    let said = Desk::new().run_with(["lesson", "tak-walls"], "help\n");
    let help = &said.out[said.out.find("the next hint").expect("words of a lesson") - 20..];
    assert_eq!(count(help, "hint"), 2, "the word and what it shows: {help}");
    let said = Desk::new().run_with(["quiz", "trax"], "help\n");
    assert!(!said.out.contains("lesson from") && !said.out.contains("the whole lesson"), "{}", said.out);
}

#[test]
fn a_handout_sets_tables_as_they_are_and_says_whose_answer_a_text_is_for() {
    let desk = Desk::new();
    desk.run(["lesson", "houserule-compare", "-o", "page.html"]);
    let page = desk.read("page.html");
    assert!(page.contains("<pre>  random, 2000 games each\n") || page.contains("<pre>"), "{page}");
    assert!(page.contains("<code>houserule compare</code>"), "{page}");
    assert_eq!(page.matches("<svg").count(), 1, "nothing changes on the board");
    desk.run(["lesson", "tak-diagonal-roads", "-o", "page.md"]);
    let page = desk.read("page.md");
    assert!(page.contains("Cc3: Four flats and the capstone"), "{page}");
    assert!(page.contains("c3: Five flats from corner to corner"), "{page}");
    desk.run(["lesson", "tak-double-threat", "-o", "page.md"]);
    assert!(desk.read("page.md").contains("*This goes on after the answer to 1: solve that first.*"));
}

#[test]
fn eight_lessons_that_end_at_once_are_all_noted() {
    const LEARNERS: usize = 8;
    let names = shipped();
    let name = names.first().expect("a lesson");
    let scripted = table().library.lesson(name).unwrap_or_else(|error| panic!("{error}"));
    let lines = script(&scripted, |_| Vec::new());
    let desk = Desk::new();
    std::thread::scope(|scope| {
        for _ in 0..LEARNERS {
            scope.spawn(|| assert_eq!(desk.run_with(["lesson", name], &lines).code, 0));
        }
    });
    let kept = desk.read("home/data/houserule/lessons.toml");
    assert!(kept.contains(&format!("times = {LEARNERS}\n")), "{kept}");
}

#[test]
fn answers_are_shown_and_the_rest_is_counted() {
    let desk = Desk::with("three.lua", THREE);
    let said = desk.run_with(["lesson", "three.lua"], "show\n4\nshow\n");
    assert!(said.out.contains("\nAnswer: 4.\n") && said.out.contains("\nAnswer: Sb2.\n"), "{}", said.out);
    let many = "return lesson 'many' { game = 'tak', options = { size = 3 }, steps = { { ask = '?', accept = { 'a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1' } } } }";
    let desk = Desk::with("many.lua", many);
    let said = desk.run_with(["lesson", "many.lua"], "show\n");
    assert!(said.out.contains("\nAnswer: a1, a2, a3, b1, b2, b3 or 1 other.\n"), "{}", said.out);
}
