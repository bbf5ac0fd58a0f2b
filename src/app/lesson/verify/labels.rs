//! Checks of a step's texts that need no position: labels must be mentioned, and mentioned labels must exist.

use super::Verifier;
use houserule_script::rules::lesson::{Accepted, LessonGoal, LessonStep, RightAnswer, WithPlace};

/// Returns the messages to right answers that depend on the answer.
pub fn right_by_move(step: &LessonStep) -> impl Iterator<Item = (&str, &WithPlace<String>)> {
    let texts = match &step.right {
        Some(RightAnswer::ByMove(texts)) => &texts[..],
        _ => &[],
    };
    texts.iter().map(|(mv, message)| (mv.as_str(), message))
}

impl Verifier<'_> {
    /// Checks that every label is mentioned, and that every mentioned label exists.
    pub(super) fn check_labels(&mut self, step: &LessonStep) {
        let is_label = |letter: &str| step.labels.iter().any(|(label, _)| label == letter);
        let missing = texts(step)
            .flat_map(|text| place_letters(&text.value))
            .find(|letter| !is_label(letter))
            .map(str::to_string);
        if let Some((letter, (_, first))) = missing.zip(step.labels.first()) {
            self.report_at(first, format!("the text mentions `{letter}`, but no label has that name"));
        }
        for (label, cell) in &step.labels {
            let is_mentioned = texts(step).any(|text| has_word(&text.value, label));
            let is_in_goal = step.accept.iter().any(|item| match &item.value {
                Accepted::Goal(goal) => mentions(goal, label),
                Accepted::Text(_) => false,
            });
            let is_shown = step.shows.iter().any(|shows| mentions(&shows.goal.value, label));
            if !is_mentioned && !is_in_goal && !is_shown {
                self.report_at(cell, format!("the label `{label}` is never mentioned"));
            }
        }
    }
}

/// Returns every text of a step that a learner may read.
pub fn texts(step: &LessonStep) -> impl Iterator<Item = &WithPlace<String>> {
    let always = match &step.right {
        Some(RightAnswer::Always(text)) => Some(text),
        _ => None,
    };
    let fixed = step.say.iter().chain(&step.ask).chain(&step.hints).chain(always).chain(&step.choices);
    let by_move = right_by_move(step).map(|(_, text)| text);
    let wrong = step.wrong.iter().map(|(_, text)| text);
    let refused = step.refused.iter().map(|forbidden| &forbidden.response);
    fixed.chain(by_move).chain(wrong).chain(refused)
}

/// Returns the single capital letters that name places in a text. Only letters after a preposition of place count,
/// since others may be words.
fn place_letters(text: &str) -> impl Iterator<Item = &str> {
    const PREPOSITIONS: [&str; 3] = ["at", "into", "on"];
    let is_letter = |word: &str| word.len() == 1 && word.chars().all(|letter| letter.is_ascii_uppercase());
    let words: Vec<&str> = text.split_whitespace().collect();
    let follows = words.windows(2).filter(|pair| PREPOSITIONS.contains(&pair[0])).map(|pair| pair[1]);
    let bare = follows.map(|word| word.trim_end_matches(['.', ',', ';', ':', '?', '!']));
    bare.filter(move |word| is_letter(word)).collect::<Vec<_>>().into_iter()
}

/// Returns whether a text contains a word.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric()).any(|part| part == word)
}

fn mentions(goal: &LessonGoal, label: &str) -> bool {
    match goal {
        LessonGoal::Fills(cells) => cells.iter().any(|cell| cell == label),
        LessonGoal::Prevents(goal) | LessonGoal::Avoids(goal) => mentions(goal, label),
        LessonGoal::AllOf(goals) => goals.iter().any(|goal| mentions(goal, label)),
        _ => false,
    }
}
