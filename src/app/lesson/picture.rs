//! What a step points out on its board.

use crate::render::Annotations;
use houserule_script::play::Session;
use houserule_script::rules::lesson::LessonStep;

/// What the position points out by itself, and what the step does.
pub fn pointed(session: &mut Session, step: &LessonStep) -> Annotations {
    let mut pointed = Annotations::of(&mut session.game);
    let look = session.game.board().view();
    // A letter means the step's cell, and no other that the board would call so.
    let is_free = |letter: &str| !step.labels.iter().any(|(label, _)| label.eq_ignore_ascii_case(letter));
    pointed.labels.retain(|_, letter| is_free(letter));
    for (label, cell) in &step.labels {
        if let Some(at) = look.named(&cell.value) {
            pointed.label(at, label);
        }
    }
    pointed.highlights.extend(step.marks.iter().filter_map(|cell| look.named(&cell.value)));
    pointed
}

/// A move that was typed, with the step's labels in it read as the cells they stand on: `X\\` or `4 A`.
pub fn unlabelled(typed: &str, step: &LessonStep) -> String {
    let letters: Vec<char> = typed.chars().collect();
    let mut out = String::new();
    let mut at = 0;
    while at < letters.len() {
        let length = letters[at..].iter().take_while(|letter| letter.is_alphabetic()).count();
        let word: String = letters[at..at + length.max(1)].iter().collect();
        // Letters with a number after them are a cell's own name.
        let is_name = letters.get(at + length).is_some_and(char::is_ascii_digit);
        let cell = |word: &str| {
            let label = step.labels.iter().find(|(label, _)| label.eq_ignore_ascii_case(word));
            label.filter(|_| !word.is_empty() && !is_name).map(|(_, cell)| cell.value.as_str())
        };
        // A piece is a letter before the cell.
        let piece = word.chars().next().filter(char::is_ascii_uppercase).map_or(0, char::len_utf8);
        match (cell(&word), cell(&word[piece..])) {
            (Some(cell), _) => out.push_str(cell),
            (None, Some(cell)) => out.push_str(&format!("{}{cell}", &word[..piece])),
            (None, None) => out.push_str(&word),
        }
        at += length.max(1);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserule_script::lua::Library;
    use houserule_script::rules::Source;

    #[test]
    fn labels_are_read_as_their_cells() {
        let text = "return lesson 'x' { game = 'trax', steps = { { say = 'A X', labels = { A = '0,1', X = 'B2' } } } }";
        let library = Library::default();
        let lesson = library.lesson_of(&std::sync::Arc::new(Source::new("x.lua", text))).expect("a lesson").lesson;
        let read = |typed: &str| unlabelled(typed, &lesson.steps[0]);
        assert_eq!(read("X\\"), "B2\\");
        assert_eq!(read("4 a"), "4 0,1");
        assert_eq!(read("4@A:2"), "4@0,1:2");
        assert_eq!(read("A2+"), "A2+", "a cell's own name stays");
        assert_eq!(read("Sa1"), "Sa1");
        assert_eq!(read("SX"), "SB2", "a piece stands before the cell");
        assert_eq!(read("3X>12"), "3B2>12");
        assert_eq!(read("Swap"), "Swap");
    }
}
