//! A step's labels and marks on its board.

use crate::render::Annotations;
use houserule_script::play::Session;
use houserule_script::rules::lesson::LessonStep;

/// Returns the annotations of the position together with those of the step.
pub fn step_annotations(session: &mut Session, step: &LessonStep) -> Annotations {
    let mut annotations = Annotations::of(&mut session.game);
    let view = session.game.board().view();
    // A letter of the step replaces the same letter of the board.
    let is_free = |letter: &str| !step.labels.iter().any(|(label, _)| label.eq_ignore_ascii_case(letter));
    annotations.labels.retain(|_, letter| is_free(letter));
    for (label, cell) in &step.labels {
        if let Some(at) = view.cell_named(&cell.value) {
            annotations.label(at, label);
        }
    }
    annotations.highlights.extend(step.marks.iter().filter_map(|cell| view.cell_named(&cell.value)));
    annotations
}

/// Replaces the step's labels in a typed move, such as `X\\` or `4 A`, by the names of their cells.
pub fn replace_labels(typed: &str, step: &LessonStep) -> String {
    let chars: Vec<char> = typed.chars().collect();
    let mut out = String::new();
    let mut index = 0;
    while index < chars.len() {
        let length = chars[index..].iter().take_while(|letter| letter.is_alphabetic()).count();
        let word: String = chars[index..index + length.max(1)].iter().collect();
        // Letters before a digit are the name of a cell.
        let is_name = chars.get(index + length).is_some_and(char::is_ascii_digit);
        let cell = |word: &str| {
            let label = step.labels.iter().find(|(label, _)| label.eq_ignore_ascii_case(word));
            label.filter(|_| !word.is_empty() && !is_name).map(|(_, cell)| cell.value.as_str())
        };
        // A capital letter before the cell is a piece.
        let piece = word.chars().next().filter(char::is_ascii_uppercase).map_or(0, char::len_utf8);
        match (cell(&word), cell(&word[piece..])) {
            (Some(cell), _) => out.push_str(cell),
            (None, Some(cell)) => out.push_str(&format!("{}{cell}", &word[..piece])),
            (None, None) => out.push_str(&word),
        }
        index += length.max(1);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use houserule_script::lua::Library;
    use houserule_script::rules::Source;

    #[test]
    fn labels_are_replaced_by_their_cells() {
        let text = "return lesson 'x' { game = 'trax', steps = { { say = 'A X', labels = { A = '0,1', X = 'B2' } } } }";
        let library = Library::default();
        let lesson = library.lesson_of(&std::sync::Arc::new(Source::new("x.lua", text))).expect("a lesson").lesson;
        let read = |typed: &str| replace_labels(typed, &lesson.steps[0]);
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
