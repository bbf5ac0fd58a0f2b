//! Broken lesson files: the text of every shipped lesson is broken in many ways, and `lesson --verify` reports the file and
//! line of each.

use std::collections::BTreeSet;
use std::ops::Range;

use houserule_app::lesson::{Accepted, Handout, LessonGoal, LessonStep, LoadedLesson, WithPlace};
use serde_json::Value;

use super::{NO_MOVE, asks_for_command, asks_for_move, shipped, shipped_lesson};
use crate::common::test_dir::TestDir;
use crate::common::{shipped_scripts, stride};

/// Minimum number of different ways to break each lesson.
const MIN_BROKEN: usize = 10;

/// Broken text, with a description and the expected lines.
struct BrokenText {
    what: &'static str,
    text: String,
    /// Lines of which one must be reported.
    lines: Range<u32>,
}

/// Text of a lesson file, with edits.
struct LessonFile {
    text: String,
}

impl LessonFile {
    /// Offset of a line, counted from 1.
    fn line(&self, number: u32) -> usize {
        let before: usize = self.text.split_inclusive('\n').take(number as usize - 1).map(str::len).sum();
        before
    }

    fn line_of(&self, at: usize) -> u32 {
        self.text[..at].matches('\n').count() as u32 + 1
    }

    /// Range of the value of a key on a line or soon after it.
    fn value(&self, key: &str, line: u32) -> Range<usize> {
        let begin = self.line(line);
        let is_key = |at: usize| {
            let before = self.text[..at].chars().next_back();
            let after = self.text[at + key.len()..].trim_start();
            !before.is_some_and(char::is_alphanumeric) && after.starts_with('=') && !after.starts_with("==")
        };
        let at = self.text[begin..].match_indices(key).map(|(at, _)| begin + at).find(|at| is_key(*at));
        let at = at.unwrap_or_else(|| panic!("no `{key}` from line {line} on"));
        let rest = &self.text[at + key.len()..];
        let start = self.text.len() - rest.trim_start().trim_start_matches('=').trim_start().len();
        start..start + lua_value_len(&self.text[start..])
    }

    /// The text with the value of a key replaced.
    fn replace_value(&self, what: &'static str, key: &str, line: u32, value: &str) -> BrokenText {
        let range = self.value(key, line);
        let line = self.line_of(range.start);
        let mut text = self.text.clone();
        text.replace_range(range, value);
        BrokenText { what, text, lines: line..line + 1 }
    }

    /// The text with something before the first key of a line.
    fn insert(&self, what: &'static str, line: u32, insert: &str) -> BrokenText {
        let begin = self.line(line);
        let indent = self.text[begin..].find(|letter: char| letter != ' ').unwrap_or(0);
        let mut text = self.text.clone();
        text.insert_str(begin + indent, insert);
        BrokenText { what, text, lines: line..line + 1 }
    }

    /// The text with a word of a line replaced.
    fn replace_word(&self, what: &'static str, line: u32, word: &str, by: &str) -> BrokenText {
        let begin = self.line(line);
        let at = begin + self.text[begin..].find(word).expect("the word is on the line");
        let mut text = self.text.clone();
        text.replace_range(at..at + word.len(), by);
        BrokenText { what, text, lines: line..line + 1 }
    }
}

/// Length of the Lua value at the start of a text, up to the comma or brace that ends it.
fn lua_value_len(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let skipped = match rest.as_bytes()[0] {
            b'"' => {
                let mut end = 1;
                while rest.as_bytes()[end] != b'"' {
                    end += if rest.as_bytes()[end] == b'\\' { 2 } else { 1 };
                }
                end + 1
            }
            b'[' if rest.starts_with("[[") => rest.find("]]").expect("a long string ends") + 2,
            b'{' | b'(' | b'[' => {
                depth += 1;
                1
            }
            b'}' | b')' | b']' if depth > 0 => {
                depth -= 1;
                1
            }
            b',' | b'}' if depth == 0 => return at,
            b'-' if rest.starts_with("--") => rest.find('\n').unwrap_or(rest.len()),
            // Skip the commas of a function; it ends on its line or at an `end` with the indentation of a key.
            b'f' if depth == 0 && rest.starts_with("function") => {
                let line = rest.find('\n').unwrap_or(rest.len());
                rest[..line]
                    .rfind(" end")
                    .map_or_else(|| rest.find("\n      end").map(|at| at + 10), |at| Some(at + 4))
                    .expect("a function ends")
            }
            _ => rest.chars().next().map_or(1, char::len_utf8),
        };
        at += skipped;
    }
    at
}

/// Text as a Lua long string.
fn lua_quoted(text: &str) -> String {
    format!("[==[{text}]==]")
}

fn line_of<T>(item: &WithPlace<T>) -> u32 {
    item.place.line().expect("an item from a file has a line")
}

/// Ways to break the lesson as a whole.
fn break_lesson(file: &LessonFile, scripted: &LoadedLesson) -> Vec<BrokenText> {
    let place = |key: &str| file.line_of(file.value(key, 1).start);
    let game = scripted.lesson.rules.game.clone();
    // The place of a missing brace is unknown: the error is reported where parsing fails.
    let mut open = file.replace_word("a brace too few", place("steps"), "{", "");
    open.lines.end = file.line_of(file.text.len()) + 1;
    vec![
        open,
        file.replace_word("an unknown key of the lesson", place("title"), "title", "titel"),
        file.replace_value("an invalid level", "level", 1, "12"),
        file.replace_value("an unknown game", "game", 1, &lua_quoted(&format!("{game}+nonsense"))),
    ]
}

/// Ways to break one step with a right answer `answer`.
fn break_step(file: &LessonFile, step: &LessonStep, answer: Option<&str>) -> Vec<BrokenText> {
    let begins = step.say.as_ref().or(step.ask.as_ref()).map(line_of).expect("a step has a text or a question");
    let mut all = vec![file.insert("an unknown key of a step", begins, "sya = \"?\", ")];
    // The last of two equal keys counts, so an existing key is replaced.
    let none = "{ outcome = \"nonsense\" }";
    all.push(match step.facts.first() {
        Some(fact) => file.replace_value("an unknown fact", "facts", line_of(fact), none),
        None => file.insert("an unknown fact", begins, &format!("facts = {none}, ")),
    });
    if step.marks.is_empty() {
        all.push(file.insert("a mark on no cell", begins, "marks = { \"nowhere\" }, "));
    }
    if let Some(position) = &step.position {
        all.push(file.replace_value("an invalid position", "position", line_of(position), "\"nonsense\""));
    }
    match &step.moves {
        Some(moves) => {
            let more = moves.value.iter().map(String::as_str).chain([NO_MOVE]).collect::<Vec<_>>().join(" ");
            all.push(file.replace_value(
                "an invalid move among the moves",
                "moves",
                line_of(moves),
                &lua_quoted(&more),
            ));
        }
        None => {
            let more = format!("moves = \"{NO_MOVE}\", ");
            all.push(file.insert("an invalid move among the moves", begins, &more));
        }
    }
    match step.labels.first() {
        Some((label, cell)) => {
            let nowhere = format!("{{ {label} = \"nowhere\" }}");
            let from = line_of(cell).saturating_sub(step.labels.len() as u32).max(begins.min(line_of(cell)));
            all.push(file.replace_value("a label on no cell", "labels", from, &nowhere));
        }
        None => all.push(file.insert("a label on no cell", begins, "labels = { Q = \"nowhere\" }, ")),
    }
    match &step.ask {
        None => {
            all.push(file.insert("a hint without a question", begins, "hints = { \"So.\" }, "));
            all.push(file.insert("an accepted move without a question", begins, "accept = legal(), "));
        }
        Some(ask) => {
            let ask = line_of(ask);
            let from = step.accept.iter().map(line_of).min().expect("something is accepted").min(ask);
            let question = QuestionText { file, step, ask, from };
            all.extend(question.break_any());
            if asks_for_move(step) {
                all.extend(question.break_move_question(answer.expect("a right answer")));
            }
        }
    }
    all
}

/// Question of a lesson file.
struct QuestionText<'a> {
    file: &'a LessonFile,
    step: &'a LessonStep,
    /// Line of the key `ask`.
    ask: u32,
    /// Line from which `accept` is found.
    from: u32,
}

impl QuestionText<'_> {
    fn accept(&self, what: &'static str, value: &str) -> BrokenText {
        self.file.replace_value(what, "accept", self.from, value)
    }

    /// Line of the key `accept`.
    fn accept_line(&self) -> u32 {
        self.file.line_of(self.file.value("accept", self.from).start)
    }

    /// Ways to break any question.
    fn break_any(&self) -> Vec<BrokenText> {
        let mut without_question = self.file.replace_value("an answer without a question", "ask", self.ask, "nil");
        without_question.lines = self.accept_line()..self.accept_line() + 1;
        let mut all = vec![
            self.accept("nothing is accepted", "{}"),
            self.accept("an unknown goal", "wins_at(1)"),
            self.accept("a rule instead of a goal", "road {}"),
            self.accept("a number instead of a move", "{ 7 }"),
            self.file.replace_word("a misspelt question", self.ask, "ask", "aks"),
            without_question,
        ];
        if !self.step.choices.is_empty() {
            all.push(self.accept("an accepted word that is not a choice", "\"nonsense\""));
            let choices: Vec<String> = self.step.choices.iter().map(|choice| lua_quoted(&choice.value)).collect();
            all.push(self.accept("every choice is accepted", &format!("{{ {} }}", choices.join(", "))));
        }
        if asks_for_command(self.step) {
            all.push(self.accept("an unknown command", "types(\"nonsense\")"));
        }
        let names_rule =
            |item: &WithPlace<Accepted>| matches!(item.value, Accepted::Goal(LessonGoal::Illegal { rule: Some(_) }));
        if self.step.accept.iter().any(names_rule) {
            all.push(self.accept("a rule without a violation", "illegal(\"nonsense\")"));
        }
        all
    }

    /// Ways to break a question for a move with a right answer `answer`.
    fn break_move_question(&self, answer: &str) -> Vec<BrokenText> {
        let (file, step, ask, answer) = (self.file, self.step, self.ask, lua_quoted(answer));
        let mut all = vec![
            self.accept("an invalid accepted move", &format!("\"{NO_MOVE}\"")),
            self.accept("an unreachable goal", "wins_in { 1, by = \"nonsense\" }"),
        ];
        if step.refused.is_empty() {
            all.push(self.accept("every move is accepted", "legal()"));
            let legal = format!("refused = {{ [ {answer} ] = \"No.\" }}, ");
            all.push(file.insert("a refused move that is legal", ask, &legal));
        }
        all.push(match &step.reply {
            Some(reply) => {
                let line = line_of(reply).min(ask);
                file.replace_value("an invalid reply", "reply", line, &format!("\"{NO_MOVE}\""))
            }
            None => file.insert("an invalid reply", ask, &format!("reply = \"{NO_MOVE}\", ")),
        });
        all.push(match step.wrong.first() {
            None => file.insert("a wrong move that is right", ask, &format!("wrong = {{ [ {answer} ] = \"No.\" }}, ")),
            Some((mv, response)) => {
                // The response to the move keeps its place in the text.
                let mut broken = self.accept("an accepted move that is listed as wrong", &lua_quoted(mv));
                let removed_lines = file.text.matches('\n').count() - broken.text.matches('\n').count();
                let shift = if line_of(response) > self.accept_line() { removed_lines as u32 } else { 0 };
                broken.lines = line_of(response) - shift..line_of(response) - shift + 1;
                broken
            }
        });
        all
    }
}

/// A lesson broken once in every way that applies, spread over its steps.
fn broken_texts(name: &str) -> Vec<BrokenText> {
    let scripted = shipped_lesson(name);
    let handout = Handout::of(&shipped_scripts(), &scripted).expect("the lesson is proved");
    let file = LessonFile { text: scripted.manifest.source.text.to_string() };
    let mut all = break_lesson(&file, &scripted);
    for (step, part) in scripted.lesson.steps.iter().zip(&handout.parts) {
        all.extend(break_step(&file, step, part.answers.first().map(String::as_str)));
    }
    let kinds: BTreeSet<&str> = all.iter().map(|broken| broken.what).collect();
    let mut chosen = Vec::new();
    for (index, kind) in kinds.into_iter().enumerate() {
        let alike: Vec<usize> = (0..all.len()).filter(|index| all[*index].what == kind).collect();
        chosen.push(alike[index % alike.len()]);
    }
    chosen.sort_unstable_by(|one, other| other.cmp(one));
    chosen.into_iter().map(|index| all.swap_remove(index)).collect()
}

#[test]
fn every_shipped_lesson_reports_broken_text_at_its_line() {
    let mut unreported = Vec::new();
    for name in shipped().into_iter().step_by(stride()) {
        let all = broken_texts(&name);
        assert!(all.len() >= MIN_BROKEN, "only {} ways to break {name}", all.len());
        let dir = TestDir::new();
        let files: Vec<String> = (1..=all.len()).map(|number| format!("broken-{number}.lua")).collect();
        all.iter().zip(&files).for_each(|(broken, file)| dir.write(file, &broken.text));
        let output = dir.run(["lesson", "--verify", "--json"].into_iter().chain(files.iter().map(String::as_str)));
        assert_eq!((output.code, output.stderr.as_str()), (1, ""), "{name}");
        let reports = output.json();
        let reports = reports.as_array().expect("a list of reports");
        assert_eq!(reports.len(), all.len(), "{name}: one report a file");
        for ((broken, file), report) in all.iter().zip(&files).zip(reports) {
            let faults = report["faults"].as_array().expect("a list of faults");
            let is_reported = |fault: &Value| {
                let line = fault["line"].as_u64().unwrap_or(0) as u32;
                fault["file"].as_str().is_some_and(|reported| reported.ends_with(file.as_str()))
                    && broken.lines.contains(&line)
            };
            if !faults.iter().any(is_reported) {
                unreported.push(format!("{name}, {}, line {}: {faults:?}", broken.what, broken.lines.start));
            }
        }
    }
    assert!(unreported.is_empty(), "not reported at the line:\n{}", unreported.join("\n"));
}
