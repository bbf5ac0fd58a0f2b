//! Boards larger than the screen: the part around a cell that is shown, and what is said of the rest.

use std::ops::Range;

use houserule_core::text::series;

/// As many as fit into `room`, among them `focus` and as many before as after it.
pub(super) fn around(sizes: &[usize], focus: usize, room: usize) -> Range<usize> {
    let focus = focus.min(sizes.len().saturating_sub(1));
    let (mut shown, mut left) = (focus..(focus + 1).min(sizes.len()), room);
    left = left.saturating_sub(sizes.get(focus).copied().unwrap_or(0));
    loop {
        let before = shown.start.checked_sub(1).filter(|index| sizes[*index] <= left);
        let after = Some(shown.end).filter(|index| sizes.get(*index).is_some_and(|size| *size <= left));
        let to_the_left = focus - shown.start < shown.end - focus;
        match (before, after) {
            (Some(index), after) if to_the_left || after.is_none() => {
                (shown.start, left) = (index, left - sizes[index]);
            }
            (_, Some(index)) => (shown.end, left) = (index + 1, left - sizes[index]),
            _ => return shown,
        }
    }
}

/// `2 columns to the left and 1 row below are not shown.`, with a line end; nothing where all is shown.
pub(super) fn missing(columns: (usize, usize), rows: (usize, usize)) -> String {
    let parts = [
        (columns.0, "column", "to the left"),
        (columns.1, "column", "to the right"),
        (rows.0, "row", "above"),
        (rows.1, "row", "below"),
    ];
    let there: Vec<(usize, &str, &str)> = parts.into_iter().filter(|(count, ..)| *count > 0).collect();
    let mut said = Vec::new();
    for (index, &(count, what, whither)) in there.iter().enumerate() {
        let is_repeated = index > 0 && there[index - 1].1 == what;
        let s = if count == 1 { "" } else { "s" };
        said.push(match is_repeated {
            true => format!("{count} {whither}"),
            false => format!("{count} {what}{s} {whither}"),
        });
    }
    match there.as_slice() {
        [] => String::new(),
        [(1, ..)] => format!("{} is not shown.\n", said[0]),
        _ => format!("{} are not shown.\n", series(&said, "and")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_lies_around_the_focus() {
        assert_eq!(around(&[3; 10], 5, 9), 4..7);
        assert_eq!(around(&[3; 10], 0, 9), 0..3);
        assert_eq!(around(&[3; 10], 9, 10), 7..10);
        assert_eq!(around(&[3; 10], 4, 1), 4..5, "one at least, however little room there is");
        assert_eq!(around(&[3, 9, 3, 3, 3], 2, 11), 2..5, "a wide one in the way is not passed over");
        assert_eq!(around(&[3; 4], 1, 99), 0..4);
        assert_eq!(around(&[], 0, 9), 0..0);
    }

    #[test]
    fn what_is_not_shown_is_said() {
        assert_eq!(missing((0, 0), (0, 0)), "");
        assert_eq!(missing((1, 0), (0, 0)), "1 column to the left is not shown.\n");
        assert_eq!(missing((12, 10), (0, 0)), "12 columns to the left and 10 to the right are not shown.\n");
        let said = "2 columns to the right, 1 row above and 3 below are not shown.\n";
        assert_eq!(missing((0, 2), (1, 3)), said);
    }
}
