//! The visible part of a board that is larger than the screen, and the note on the rest.

use std::collections::BTreeSet;
use std::ops::Range;

use houserule_core::geometry::Coord;
use houserule_core::text::series;

/// A drawn board.
pub struct DrawnBoard {
    pub text: String,
    /// Cells outside the part that is shown.
    pub hidden: BTreeSet<Coord>,
}

impl DrawnBoard {
    /// Returns a board that is shown whole.
    pub(super) fn whole(text: String) -> DrawnBoard {
        DrawnBoard { text, hidden: BTreeSet::new() }
    }

    /// Adds lines below the board.
    pub(super) fn with_footer(self, footer: &str) -> DrawnBoard {
        DrawnBoard { text: self.text + footer, ..self }
    }
}

/// Returns the range that fits into `room`, around the first index of `focus` and as many of the next ones as fit.
pub(super) fn visible_range(sizes: &[usize], focus: &[usize], room: usize) -> Range<usize> {
    let last = sizes.len().saturating_sub(1);
    let mut focus = focus.iter().map(|index| *index.min(&last));
    let first = focus.next().unwrap_or(0);
    let mut core = first..(first + 1).min(sizes.len());
    for index in focus {
        let wider = core.start.min(index)..core.end.max(index + 1);
        if sizes[wider.clone()].iter().sum::<usize>() <= room {
            core = wider;
        }
    }
    let mut left = room.saturating_sub(sizes[core.clone()].iter().sum());
    let mut shown = core.clone();
    loop {
        let before = shown.start.checked_sub(1).filter(|index| sizes[*index] <= left);
        let after = Some(shown.end).filter(|index| sizes.get(*index).is_some_and(|size| *size <= left));
        let prefers_before = core.start - shown.start <= shown.end - core.end;
        match (before, after) {
            (Some(index), after) if prefers_before || after.is_none() => {
                (shown.start, left) = (index, left - sizes[index]);
            }
            (_, Some(index)) => (shown.end, left) = (index + 1, left - sizes[index]),
            _ => return shown,
        }
    }
}

/// Returns the centre of a window of `room`: around the first of some points and as many of the next ones as fit with
/// `margin` on both sides.
pub(super) fn centre(points: &[f64], margin: f64, room: f64) -> f64 {
    let Some((&first, others)) = points.split_first() else { return 0.0 };
    let (mut low, mut high) = (first, first);
    for &point in others {
        let (lower, higher) = (low.min(point), high.max(point));
        if higher - lower + 2.0 * margin <= room {
            (low, high) = (lower, higher);
        }
    }
    (low + high) / 2.0
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
        assert_eq!(visible_range(&[3; 10], &[5], 9), 4..7);
        assert_eq!(visible_range(&[3; 10], &[0], 9), 0..3);
        assert_eq!(visible_range(&[3; 10], &[9], 10), 7..10);
        assert_eq!(visible_range(&[3; 10], &[4], 1), 4..5, "one at least, however little room there is");
        assert_eq!(visible_range(&[3, 9, 3, 3, 3], &[2], 11), 2..5, "a wide one in the way is not passed over");
        assert_eq!(visible_range(&[3; 4], &[1], 99), 0..4);
        assert_eq!(visible_range(&[], &[0], 9), 0..0);
        assert_eq!(visible_range(&[3; 4], &[], 6), 0..2);
    }

    #[test]
    fn the_window_has_as_many_of_several_as_fit() {
        assert_eq!(visible_range(&[3; 10], &[5, 7], 9), 5..8);
        assert_eq!(visible_range(&[3; 10], &[5, 7], 12), 4..8);
        assert_eq!(visible_range(&[3; 10], &[5, 0, 7], 9), 5..8, "one that is too far away does not hide the next");
        assert_eq!(visible_range(&[3; 10], &[5, 20], 99), 0..10);
        assert_eq!(centre(&[10.0, 14.0], 1.0, 6.0), 12.0);
        assert_eq!(centre(&[10.0, 14.0], 1.0, 5.0), 10.0);
        assert_eq!(centre(&[10.0, 0.0, 12.0], 1.0, 5.0), 11.0);
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
