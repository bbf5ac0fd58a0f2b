//! Every shipped lesson at the prompt: with right answers only, and after every hint and wrong move.

use houserule_app::lesson::{Accepted, Handout, LessonGoal, LoadedLesson};

use super::{shipped, shipped_lesson};
use crate::common::test_dir::{RunOutput, TestDir};
use crate::common::{one_line, shipped_scripts, stride};

/// Lines that answer each step; those of `before` come before the answer.
fn answer_lines(scripted: &LoadedLesson, before: impl Fn(usize) -> Vec<String>) -> String {
    let handout = Handout::of(&shipped_scripts(), scripted).unwrap_or_else(|error| panic!("{error}"));
    let mut lines = Vec::new();
    for (index, part) in handout.parts.iter().enumerate() {
        if let Some(answer) = part.answers.first() {
            lines.extend(before(index));
            lines.push(answer.trim_matches('`').to_string());
        }
    }
    lines.join("\n") + "\n"
}

/// Lines with the right answers only.
fn right_answers(name: &str) -> String {
    answer_lines(&shipped_lesson(name), |_| Vec::new())
}

/// Names of the lessons to play in one of three ways: in a plain run each lesson is played in one way, in a full run in
/// all of them.
fn lessons_to_play(way: usize) -> Vec<String> {
    let ways = stride().min(3);
    shipped().into_iter().skip(way % ways).step_by(ways).collect()
}

fn take_lesson(name: &str, lines: &str) -> RunOutput {
    let output = TestDir::new().run_with(["lesson", name], lines);
    output.assert_stdout_contains(&format!("End of `{name}`."));
    output.success()
}

#[test]
fn every_lesson_ends_with_right_answers() {
    for name in lessons_to_play(0) {
        let scripted = shipped_lesson(&name);
        let output = take_lesson(&name, &right_answers(&name));
        let questions = scripted.lesson.steps.iter().filter(|step| step.is_question()).count();
        if questions > 0 {
            let summary = format!("You answered {questions} of {questions} question");
            let words = one_line(&output.stdout);
            assert!(words.contains(&summary), "{name}:\n{}", output.stdout);
        }
    }
}

#[test]
fn every_lesson_ends_after_all_hints_and_wrong_moves() {
    for name in lessons_to_play(1) {
        let scripted = shipped_lesson(&name);
        let steps = &scripted.lesson.steps;
        let before = |index: usize| {
            let step = &steps[index];
            let is_refused_answer = |mv: &String| {
                let illegal = |item: &Accepted| matches!(item, Accepted::Goal(LessonGoal::Illegal { .. }));
                step.accept.iter().any(|item| illegal(&item.value))
                    && step.refused.iter().any(|forbidden| forbidden.mv == *mv)
            };
            let hints = step.hints.iter().map(|_| "hint".to_string());
            let refused = step.refused.iter().map(|forbidden| &forbidden.mv);
            let wrong = step.wrong.iter().map(|(mv, _)| mv).chain(refused).cloned();
            hints.chain(wrong.filter(|mv| !is_refused_answer(mv))).collect()
        };
        let output = take_lesson(&name, &answer_lines(&scripted, before));
        let words = one_line(&output.stdout);
        for step in steps {
            for text in step.hints.iter().chain(step.wrong.iter().map(|(_, error)| error)) {
                let text = one_line(&text.value);
                assert!(words.contains(&text), "{name} never printed: {text}\n{}", output.stdout);
            }
        }
    }
}

#[test]
fn every_lesson_ends_when_skipped() {
    for name in lessons_to_play(2) {
        let scripted = shipped_lesson(&name);
        let questions = scripted.lesson.steps.iter().filter(|step| step.is_question()).count();
        let output = TestDir::new().run_with(["lesson", &name], "skip\n".repeat(questions));
        assert!(output.stdout.contains(&format!("End of `{name}`.")), "{name}:\n{}{}", output.stdout, output.stderr);
    }
}

/// Letters that boards use for colours and pieces.
const BOARD_LETTERS: &str = "BGRYWFSC";

#[test]
fn no_label_looks_like_a_colour_or_a_piece() {
    for name in shipped() {
        for step in &shipped_lesson(&name).lesson.steps {
            for (label, _) in &step.labels {
                let is_board_letter = label.len() == 1 && BOARD_LETTERS.contains(&label.to_uppercase());
                assert!(!is_board_letter, "{name}: label {label}");
            }
        }
    }
}

#[test]
fn labels_on_pieces_keep_columns_aligned() {
    let dir = TestDir::with(
        "letters.lua",
        r#"return lesson "letters" {
  game  = "tak",
  steps = { { say = "W is white's, X is empty.", moves = "a1 e5 b2 c4", labels = { W = "b2", X = "c3" } } },
}"#,
    );
    let output = dir.run_with(["lesson", "letters.lua"], "");
    let rows = [
        "5    .   .   .   .   w",
        "4    .   .   b   .   .",
        "3    .   .   X   .   .",
        "2    . w=W   .   .   .",
        "1    b   .   .   .   .",
        "     a   b   c   d   e",
    ];
    output.assert_stdout_contains(&rows.join("\n"));
}

#[test]
fn solved_lessons_are_marked_in_the_list() {
    let dir = TestDir::new();
    let name = &shipped()[0];
    dir.run_with(["lesson", name], right_answers(name));
    let listed = dir.run(["lesson"]).stdout;
    let line = listed.lines().find(|line| line.contains(name.as_str())).unwrap_or_else(|| panic!("{listed}"));
    assert!(line.starts_with("* ") && line.ends_with("solved)"), "{line}");
}

#[test]
fn handouts_have_questions_first_and_answers_last() {
    let dir = TestDir::new();
    for name in shipped() {
        let output = dir.run(["lesson", &name, "-o", "page.md"]);
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{name}");
        let page = dir.read("page.md");
        let scripted = shipped_lesson(&name);
        let answers = page.find("\n## Answers\n").unwrap_or(page.len());
        let questions = scripted.lesson.steps.iter().filter_map(|step| step.ask.as_ref());
        for ask in questions {
            // Markdown escapes special characters with backslashes.
            let plain = |text: &str| text.replace('\\', "");
            assert!(plain(&page[..answers]).contains(&plain(&ask.value)), "{name}: {}", ask.value);
        }
        assert!(dir.read("page-1.svg").starts_with("<svg"), "{name}");
        let output = dir.run(["lesson", &name, "-o", "page.html"]);
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{name}");
        let page = dir.read("page.html");
        let handout = Handout::of(&shipped_scripts(), &scripted).unwrap_or_else(|error| panic!("{error}"));
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
    let output = dir.run(["lesson", &shipped()[0], "-o", "page.pdf"]);
    assert_eq!(
        (output.code, output.stderr.as_str()),
        (2, "cannot write a page to page.pdf; choose a name ending in .html or .md\n")
    );
}

/// Lesson with three steps.
const THREE_STEPS: &str = r#"return lesson "three" {
  game    = "tak",
  options = { size = 4 },
  steps   = {
    { ask = "How many are two and two?", choices = { "4", "5", "2" }, accept = "4", hints = { "Count." } },
    { moves = "a1 d4", labels = { X = "b2" }, ask = "Place a wall at X.", accept = "Sb2", wrong = { b2 = "A flat." } },
    { ask = "Begin Tak.", accept = types("play tak size=4"), hints = { "Type it." } },
  },
}"#;

fn take_three_steps(lines: &str) -> RunOutput {
    TestDir::with("three.lua", THREE_STEPS).run_with(["lesson", "three.lua"], lines)
}

#[test]
fn numeric_choices_are_not_picked_by_position() {
    let output = take_three_steps("1\n");
    assert_eq!(output.stderr, "`1` is not one of the answers; type 4, 5 or 2\n", "{}", output.stdout);
    let output = take_three_steps("2\n");
    assert!(output.stdout.contains("That is not it."), "2 is the last choice: {}", output.stdout);
}

#[test]
fn labels_work_in_moves_and_commands() {
    let output = take_three_steps("4\nwhy SX\nSX\n");
    output.assert_stdout_contains("white: Sb2");
    output.assert_stdout_contains("\nlegal\n");
}

#[test]
fn a_similar_command_is_not_the_answer() {
    let output = take_three_steps("4\nSb2\nplay tak size=5\nplay tak size=4\n");
    output.assert_stdout_contains("That is the right command");
    output.assert_stdout_contains_wrapped("You answered 2 of 3 questions on the first try");
}

#[test]
fn a_lesson_left_early_can_be_continued() {
    let dir = TestDir::with("three.lua", THREE_STEPS);
    let output = dir.run_with(["lesson", "three.lua"], "4\nplay tak\n");
    output.assert_stdout_contains_wrapped(
        "You left the lesson `three.lua` at step 2 of 3. `lesson three.lua` continues there.",
    );
    let output = dir.run_with(["play", "tak"], "lesson three.lua\nSX\nplay tak size=4\n");
    let words = one_line(&output.stdout);
    assert!(
        words.contains("`lesson three.lua again` starts from the beginning. Step 2 of 3"),
        "{words}{}",
        output.stderr
    );
    assert!(words.contains("You answered 3 of 3 questions"), "earlier answers count: {words}");
    let output = dir.run_with(["play", "tak"], "lesson three.lua\n");
    assert!(output.stdout.contains("Step 1 of 3"), "a finished lesson starts again: {}", output.stdout);
}

#[test]
fn restarting_a_step_does_not_forget_its_hints() {
    let output = take_three_steps("hint\nagain\n4\nSb2\nplay tak size=4\n");
    output.assert_stdout_contains_wrapped("You answered 2 of 3 questions on the first try");
}

#[test]
fn skipped_and_unfinished_lessons_are_listed() {
    let dir = TestDir::new();
    let name = "tak-walls";
    let answers = right_answers(name);
    let mut lines: Vec<&str> = answers.lines().collect();
    let line = |dir: &TestDir| {
        let listed = dir.run(["lesson"]).stdout;
        listed.lines().find(|line| line.contains(&format!(" {name} "))).map(str::to_string).unwrap_or(listed)
    };
    dir.run_with(["lesson", name], lines[0]);
    assert!(line(&dir).ends_with("(stopped at step 2 of 4)"), "{}", line(&dir));
    lines[0] = "skip";
    dir.run_with(["lesson", name], lines.join("\n") + "\n");
    assert!(line(&dir).starts_with("* ") && line(&dir).ends_with("(3 of 4 solved)"), "{}", line(&dir));
}

#[test]
fn help_lists_each_command_once_and_fits_the_activity() {
    let count = |text: &str, word: &str| {
        let is_word = |part: &&str| part.trim_matches(|letter: char| !letter.is_alphanumeric()) == word;
        text.split_whitespace().filter(is_word).count()
    };
    let output = TestDir::new().run_with(["lesson", "tak-walls"], "help\n");
    let help = &output.stdout[output.stdout.find("print the next hint").expect("words of a lesson") - 20..];
    assert_eq!(count(help, "hint"), 2, "the command and its description: {help}");
    let output = TestDir::new().run_with(["quiz", "trax"], "help\n");
    assert!(!output.stdout.contains("lesson from") && !output.stdout.contains("the whole lesson"), "{}", output.stdout);
}

#[test]
fn handouts_keep_tables_and_label_answers() {
    let dir = TestDir::new();
    dir.run(["lesson", "houserule-compare", "-o", "page.html"]);
    let page = dir.read("page.html");
    assert!(page.contains("<pre>"), "{page}");
    assert!(page.contains("<code>houserule compare</code>"), "{page}");
    assert_eq!(page.matches("<svg").count(), 1, "the board does not change");
    dir.run(["lesson", "tak-diagonal-roads", "-o", "page.md"]);
    let page = dir.read("page.md");
    assert!(page.contains("Cc3: Four flats and the capstone"), "{page}");
    assert!(page.contains("c3: Five flats from corner to corner"), "{page}");
    dir.run(["lesson", "tak-double-threat", "-o", "page.md"]);
    assert!(dir.read("page.md").contains("*This continues from the answer to 1. Solve 1 first.*"));
}

#[test]
fn concurrent_lessons_are_all_recorded() {
    const LEARNERS: usize = 8;
    let name = &shipped()[0];
    let lines = right_answers(name);
    let dir = TestDir::new();
    std::thread::scope(|scope| {
        for _ in 0..LEARNERS {
            scope.spawn(|| assert_eq!(dir.run_with(["lesson", name], &lines).code, 0));
        }
    });
    let progress = dir.read("home/data/houserule/lessons.toml");
    assert!(progress.contains(&format!("times = {LEARNERS}\n")), "{progress}");
}

#[test]
fn show_prints_answers_and_counts_the_rest() {
    let output = take_three_steps("show\n4\nshow\n");
    output.assert_stdout_contains("\nAnswer: 4.\n");
    output.assert_stdout_contains("\nAnswer: Sb2.\n");
    let many = "return lesson 'many' { game = 'tak', options = { size = 3 }, steps = { { ask = '?', accept = { 'a1', 'a2', 'a3', 'b1', 'b2', 'b3', 'c1' } } } }";
    let dir = TestDir::with("many.lua", many);
    let output = dir.run_with(["lesson", "many.lua"], "show\n");
    output.assert_stdout_contains("\nAnswer: a1, a2, a3, b1, b2, b3 or 1 other.\n");
}
