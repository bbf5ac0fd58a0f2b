//! What can be told of a step's words without playing: labels that nobody speaks of.

use super::Verifier;
use houserule_script::rules::lesson::{Accepted, LessonGoal, LessonStep, RightAnswer, WithPlace};

/// What is said by the move, to right answers.
pub fn by_move(step: &LessonStep) -> impl Iterator<Item = (&str, &WithPlace<String>)> {
    let texts = match &step.right {
        Some(RightAnswer::ByMove(texts)) => &texts[..],
        _ => &[],
    };
    texts.iter().map(|(mv, says)| (mv.as_str(), says))
}

impl Verifier<'_> {
    /// Every label is spoken of, and every one that is spoken of is there.
    pub(super) fn words(&mut self, step: &LessonStep) {
        let is_label = |letter: &str| step.labels.iter().any(|(label, _)| label == letter);
        let missing =
            spoken(step).flat_map(|text| places(&text.value)).find(|letter| !is_label(letter)).map(str::to_string);
        if let Some((letter, (_, first))) = missing.zip(step.labels.first()) {
            self.at(first, format!("`{letter}` is spoken of, and there is no such label"));
        }
        for (label, cell) in &step.labels {
            let is_said = spoken(step).any(|text| has_word(&text.value, label));
            let is_meant = step.accept.iter().any(|item| match &item.value {
                Accepted::Goal(goal) => names(goal, label),
                Accepted::Text(_) => false,
            });
            let is_shown = step.shows.iter().any(|shows| names(&shows.goal.value, label));
            if !is_said && !is_meant && !is_shown {
                self.at(cell, format!("nobody speaks of the label `{label}`"));
            }
        }
    }
}

/// Every text of a step that a learner may read.
pub fn spoken(step: &LessonStep) -> impl Iterator<Item = &WithPlace<String>> {
    let always = match &step.right {
        Some(RightAnswer::Always(text)) => Some(text),
        _ => None,
    };
    let said = step.say.iter().chain(&step.ask).chain(&step.hints).chain(always).chain(&step.choices);
    let by_move = by_move(step).map(|(_, text)| text);
    let wrong = step.wrong.iter().map(|(_, text)| text);
    let refused = step.refused.iter().map(|forbidden| &forbidden.says);
    said.chain(by_move).chain(wrong).chain(refused)
}

/// Single letters by which a text speaks of places. Only where a letter can hardly be anything else: after a word that
/// asks for a place.
fn places(text: &str) -> impl Iterator<Item = &str> {
    const BEFORE: [&str; 3] = ["at", "into", "on"];
    let is_letter = |word: &str| word.len() == 1 && word.chars().all(|letter| letter.is_ascii_uppercase());
    let words: Vec<&str> = text.split_whitespace().collect();
    let follows = words.windows(2).filter(|pair| BEFORE.contains(&pair[0])).map(|pair| pair[1]);
    let bare = follows.map(|word| word.trim_end_matches(['.', ',', ';', ':', '?', '!']));
    bare.filter(move |word| is_letter(word)).collect::<Vec<_>>().into_iter()
}

/// Whether a text has a word in it.
fn has_word(text: &str, word: &str) -> bool {
    text.split(|letter: char| !letter.is_alphanumeric()).any(|part| part == word)
}

fn names(goal: &LessonGoal, label: &str) -> bool {
    match goal {
        LessonGoal::Fills(cells) => cells.iter().any(|cell| cell == label),
        LessonGoal::Prevents(goal) | LessonGoal::Avoids(goal) => names(goal, label),
        LessonGoal::AllOf(goals) => goals.iter().any(|goal| names(goal, label)),
        _ => false,
    }
}
