//! The visible part of a board that is larger than the screen, and the note on the rest.

use std::ops::Range;

use houserule_core::text::series;

/// Returns the range that fits into `room`, centred on `focus`.
pub(super) fn visible_range(sizes: &[usize], focus: usize, room: usize) -> Range<usize> {
    let focus = focus.min(sizes.len().saturating_sub(1));
    let (mut shown, mut left) = (focus..(focus + 1).min(sizes.len()), room);
    left = left.saturating_sub(sizes.get(focus).copied().unwrap_or(0));
    loop {
        let before = shown.start.checked_sub(1).filter(|index| sizes[*index] <= left);
        let after = Some(shown.end).filter(|index| sizes.get(*index).is_some_and(|size| *size <= left));
        let prefers_before = focus - shown.start < shown.end - focus;
        match (before, after) {
            (Some(index), after) if prefers_before || after.is_none() => {
                (shown.start, left) = (index, left - sizes[index]);
            }
            (_, Some(index)) => (shown.end, left) = (index + 1, left - sizes[index]),
            _ => return shown,
        }
    }
}

/// Describes what is not shown: `2 columns to the left and 1 row below are not shown.`, with a line end; empty if all
/// is shown.
pub(super) fn describe_hidden(columns: (usize, usize), rows: (usize, usize)) -> String {
    let parts = [
        (columns.0, "column", "to the left"),
        (columns.1, "column", "to the right"),
        (rows.0, "row", "above"),
        (rows.1, "row", "below"),
    ];
    let hidden: Vec<(usize, &str, &str)> = parts.into_iter().filter(|(count, ..)| *count > 0).collect();
    let mut phrases = Vec::new();
    for (index, &(count, noun, direction)) in hidden.iter().enumerate() {
        let is_repeated = index > 0 && hidden[index - 1].1 == noun;
        let s = if count == 1 { "" } else { "s" };
        phrases.push(match is_repeated {
            true => format!("{count} {direction}"),
            false => format!("{count} {noun}{s} {direction}"),
        });
    }
    match hidden.as_slice() {
        [] => String::new(),
        [(1, ..)] => format!("{} is not shown.\n", phrases[0]),
        _ => format!("{} are not shown.\n", series(&phrases, "and")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_is_around_the_focus() {
        assert_eq!(visible_range(&[3; 10], 5, 9), 4..7);
        assert_eq!(visible_range(&[3; 10], 0, 9), 0..3);
        assert_eq!(visible_range(&[3; 10], 9, 10), 7..10);
        assert_eq!(visible_range(&[3; 10], 4, 1), 4..5, "one at least, however little room there is");
        assert_eq!(visible_range(&[3, 9, 3, 3, 3], 2, 11), 2..5, "a wide one in the way is not passed over");
        assert_eq!(visible_range(&[3; 4], 1, 99), 0..4);
        assert_eq!(visible_range(&[], 0, 9), 0..0);
    }

    #[test]
    fn hidden_rows_and_columns_are_reported() {
        assert_eq!(describe_hidden((0, 0), (0, 0)), "");
        assert_eq!(describe_hidden((1, 0), (0, 0)), "1 column to the left is not shown.\n");
        assert_eq!(describe_hidden((12, 10), (0, 0)), "12 columns to the left and 10 to the right are not shown.\n");
        let note = "2 columns to the right, 1 row above and 3 below are not shown.\n";
        assert_eq!(describe_hidden((0, 2), (1, 3)), note);
    }
}
