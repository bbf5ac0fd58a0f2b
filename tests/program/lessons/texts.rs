//! Mistakes in the text of a lesson: the file of every shipped lesson is broken in many ways, and `lesson --verify` names the
//! file and the line of each.

use std::collections::BTreeSet;
use std::ops::Range;

use houserule_app::lesson::{Accepted, Handout, LessonGoal, LessonStep, LoadedLesson, WithPlace};
use serde_json::Value;

use super::{shipped, table};
use crate::common::desk::Desk;
use crate::common::stride;

/// The fewest ways in which every lesson is broken, no two alike.
const FEWEST: usize = 10;

/// A text no game reads as a move.
const NO_MOVE: &str = "zz99?";

/// One broken text: what was done to it and where that is to be told.
struct Broken {
    what: &'static str,
    text: String,
    /// The lines of which one is to be named.
    lines: Range<u32>,
}

/// The file of a lesson, and how it is cut and patched.
struct LessonFile {
    text: String,
}

impl LessonFile {
    /// Where a line begins, counted from 1.
    fn line(&self, number: u32) -> usize {
        let before: usize = self.text.split_inclusive('\n').take(number as usize - 1).map(str::len).sum();
        before
    }

    fn line_of(&self, at: usize) -> u32 {
        self.text[..at].matches('\n').count() as u32 + 1
    }

    /// The value of a key that stands on a line, or on one soon after.
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
        start..start + length(&self.text[start..])
    }

    /// The text with the value of a key replaced.
    fn replaced(&self, what: &'static str, key: &str, line: u32, value: &str) -> Broken {
        let range = self.value(key, line);
        let line = self.line_of(range.start);
        let mut text = self.text.clone();
        text.replace_range(range, value);
        Broken { what, text, lines: line..line + 1 }
    }

    /// The text with something before the first key of a line.
    fn inserted(&self, what: &'static str, line: u32, insert: &str) -> Broken {
        let begin = self.line(line);
        let indent = self.text[begin..].find(|letter: char| letter != ' ').unwrap_or(0);
        let mut text = self.text.clone();
        text.insert_str(begin + indent, insert);
        Broken { what, text, lines: line..line + 1 }
    }

    /// The text with a word of a line replaced.
    fn misspelt(&self, what: &'static str, line: u32, word: &str, by: &str) -> Broken {
        let begin = self.line(line);
        let at = begin + self.text[begin..].find(word).expect("the word stands on the line");
        let mut text = self.text.clone();
        text.replace_range(at..at + word.len(), by);
        Broken { what, text, lines: line..line + 1 }
    }
}

/// How long a Lua value is that a text begins with: up to the comma or the brace that ends it.
fn length(text: &str) -> usize {
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
            // Commas of a function are its own; it ends in its line, or at the head of one that stands out as far.
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

/// A text as Lua writes it, whatever stands in it.
fn quoted(text: &str) -> String {
    format!("[==[{text}]==]")
}

fn line_of<T>(item: &WithPlace<T>) -> u32 {
    item.place.line().expect("what a file says has a line")
}

/// Whether a step asks for a legal move.
fn asks_for_a_move(step: &LessonStep) -> bool {
    let is_move = |item: &WithPlace<Accepted>| match &item.value {
        Accepted::Text(_) => step.choices.is_empty(),
        Accepted::Goal(goal) => !matches!(goal, LessonGoal::Illegal { .. } | LessonGoal::Types(_)),
    };
    step.is_question() && step.accept.iter().all(is_move)
}

/// Ways to break what is said of a lesson as a whole.
fn of_the_whole(file: &LessonFile, scripted: &LoadedLesson) -> Vec<Broken> {
    let place = |key: &str| file.line_of(file.value(key, 1).start);
    let game = scripted.lesson.rules.game.clone();
    // Where a brace is missing nobody can tell: it is told where the text makes no sense any more.
    let mut open = file.misspelt("a brace too few", place("steps"), "{", "");
    open.lines.end = file.line_of(file.text.len()) + 1;
    vec![
        open,
        file.misspelt("a key of the lesson that is none", place("title"), "title", "titel"),
        file.replaced("a level that is none", "level", 1, "12"),
        file.replaced("a game that is none", "game", 1, &quoted(&format!("{game}+nonsense"))),
    ]
}

/// Ways to break one step; `answer` is right.
fn of_a_step(file: &LessonFile, step: &LessonStep, answer: Option<&str>) -> Vec<Broken> {
    let begins = step.say.as_ref().or(step.ask.as_ref()).map(line_of).expect("a step says or asks");
    let mut all = vec![file.inserted("a key of a step that is none", begins, "sya = \"?\", ")];
    // Of a key that stands there twice the later one holds, so what is there already is replaced.
    let none = "{ outcome = \"nonsense\" }";
    all.push(match step.facts.first() {
        Some(fact) => file.replaced("a fact that is none", "facts", line_of(fact), none),
        None => file.inserted("a fact that is none", begins, &format!("facts = {none}, ")),
    });
    if step.marks.is_empty() {
        all.push(file.inserted("a mark on no cell", begins, "marks = { \"nowhere\" }, "));
    }
    if let Some(position) = &step.position {
        all.push(file.replaced("a position that is none", "position", line_of(position), "\"nonsense\""));
    }
    match &step.moves {
        Some(moves) => {
            let more = moves.value.iter().map(String::as_str).chain([NO_MOVE]).collect::<Vec<_>>().join(" ");
            all.push(file.replaced("moves of which one is none", "moves", line_of(moves), &quoted(&more)));
        }
        None => {
            let more = format!("moves = \"{NO_MOVE}\", ");
            all.push(file.inserted("moves of which one is none", begins, &more));
        }
    }
    match step.labels.first() {
        Some((label, cell)) => {
            let nowhere = format!("{{ {label} = \"nowhere\" }}");
            let from = line_of(cell).saturating_sub(step.labels.len() as u32).max(begins.min(line_of(cell)));
            all.push(file.replaced("a label on no cell", "labels", from, &nowhere));
        }
        None => all.push(file.inserted("a label on no cell", begins, "labels = { Q = \"nowhere\" }, ")),
    }
    match &step.ask {
        None => {
            all.push(file.inserted("a hint where nothing is asked", begins, "hints = { \"So.\" }, "));
            all.push(file.inserted("an answer where nothing is asked", begins, "accept = legal(), "));
        }
        Some(ask) => all.extend(of_a_question(file, step, line_of(ask), answer)),
    }
    all
}

/// Ways to break a question that stands on a line.
fn of_a_question(file: &LessonFile, step: &LessonStep, ask: u32, answer: Option<&str>) -> Vec<Broken> {
    let from = step.accept.iter().map(line_of).min().expect("something is accepted");
    let accept = |what: &'static str, value: &str| file.replaced(what, "accept", from.min(ask), value);
    let accept_line = file.line_of(file.value("accept", from.min(ask)).start);
    let mut all = vec![
        accept("nothing is accepted", "{}"),
        accept("a goal that is none", "wins_at(1)"),
        accept("a rule for a goal", "road {}"),
        accept("a number for a move", "{ 7 }"),
        file.misspelt("a misspelt question", ask, "ask", "aks"),
    ];
    let mut unasked = file.replaced("an answer without a question", "ask", ask, "nil");
    unasked.lines = accept_line..accept_line + 1;
    all.push(unasked);
    if !step.choices.is_empty() {
        all.push(accept("a word that is no choice", "\"nonsense\""));
        let words: Vec<String> = step.choices.iter().map(|word| quoted(&word.value)).collect();
        all.push(accept("every choice is right", &format!("{{ {} }}", words.join(", "))));
    }
    if step.accept.iter().any(|item| matches!(item.value, Accepted::Goal(LessonGoal::Types(_)))) {
        all.push(accept("a command that is none", "types(\"nonsense\")"));
    }
    let is_illegal =
        |item: &WithPlace<Accepted>| matches!(item.value, Accepted::Goal(LessonGoal::Illegal { rule: Some(_) }));
    if step.accept.iter().any(is_illegal) {
        all.push(accept("a rule that refuses nothing here", "illegal(\"nonsense\")"));
    }
    if !asks_for_a_move(step) {
        return all;
    }
    let answer = quoted(answer.expect("a move is right"));
    all.push(accept("an accepted move that is none", &format!("\"{NO_MOVE}\"")));
    all.push(accept("a goal that nothing reaches", "wins_in { 1, by = \"nonsense\" }"));
    if step.refused.is_empty() {
        all.push(accept("anything is accepted", "legal()"));
        let legal = format!("refused = {{ [ {answer} ] = \"No.\" }}, ");
        all.push(file.inserted("a refused move that is legal", ask, &legal));
    }
    match &step.reply {
        Some(reply) => {
            let none = format!("\"{NO_MOVE}\"");
            all.push(file.replaced("a reply that is none", "reply", line_of(reply).min(ask), &none));
        }
        None => all.push(file.inserted("a reply that is none", ask, &format!("reply = \"{NO_MOVE}\", "))),
    }
    match step.wrong.first() {
        None => {
            let wrong = format!("wrong = {{ [ {answer} ] = \"No.\" }}, ");
            all.push(file.inserted("a wrong move that is right", ask, &wrong));
        }
        Some((mv, says)) => {
            // The words stay, and so does their line.
            let mut taken = accept("an accepted move that is called wrong", &quoted(mv));
            let shift = file.text.matches('\n').count() - taken.text.matches('\n').count();
            let line = if line_of(says) > accept_line { line_of(says) - shift as u32 } else { line_of(says) };
            taken.lines = line..line + 1;
            all.push(taken);
        }
    }
    all
}

/// A lesson broken in as many ways as apply to it: each way once, and not always in the first step.
fn broken(name: &str) -> Vec<Broken> {
    let scripted = table().library.lesson(name).unwrap_or_else(|error| panic!("{error}"));
    let handout = Handout::of(&table(), &scripted).expect("the lesson is proved");
    let file = LessonFile { text: scripted.manifest.source.text.to_string() };
    let mut found = of_the_whole(&file, &scripted);
    for (step, part) in scripted.lesson.steps.iter().zip(&handout.parts) {
        found.extend(of_a_step(&file, step, part.answers.first().map(String::as_str)));
    }
    let kinds: BTreeSet<&str> = found.iter().map(|broken| broken.what).collect();
    let mut chosen = Vec::new();
    for (turn, kind) in kinds.into_iter().enumerate() {
        let alike: Vec<usize> = (0..found.len()).filter(|index| found[*index].what == kind).collect();
        chosen.push(alike[turn % alike.len()]);
    }
    chosen.sort_unstable_by(|one, other| other.cmp(one));
    chosen.into_iter().map(|index| found.swap_remove(index)).collect()
}

#[test]
fn the_text_of_every_shipped_lesson_broken_in_many_ways_is_told_at_the_line() {
    let mut missed = Vec::new();
    for name in shipped().into_iter().step_by(stride()) {
        let all = broken(&name);
        assert!(all.len() >= FEWEST, "{name} was broken in {} ways only", all.len());
        let desk = Desk::new();
        let files: Vec<String> = (1..=all.len()).map(|number| format!("broken-{number}.lua")).collect();
        all.iter().zip(&files).for_each(|(broken, file)| desk.write(file, &broken.text));
        let said = desk.run(["lesson", "--verify", "--json"].into_iter().chain(files.iter().map(String::as_str)));
        assert_eq!((said.code, said.err.as_str()), (1, ""), "{name}");
        let told: Value = serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{name}: {error}"));
        let told = told.as_array().expect("a list of reports");
        assert_eq!(told.len(), all.len(), "{name}: one report a file");
        for ((broken, file), told) in all.iter().zip(&files).zip(told) {
            let faults = told["faults"].as_array().expect("a list of faults");
            let is_there = |fault: &Value| {
                let line = fault["line"].as_u64().unwrap_or(0) as u32;
                fault["file"].as_str().is_some_and(|told| told.ends_with(file.as_str())) && broken.lines.contains(&line)
            };
            if !faults.iter().any(is_there) {
                missed.push(format!("{name}, {}, line {}: {faults:?}", broken.what, broken.lines.start));
            }
        }
    }
    assert!(missed.is_empty(), "not told at the line:\n{}", missed.join("\n"));
}
