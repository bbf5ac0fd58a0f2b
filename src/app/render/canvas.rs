//! Characters with styles by line and column.

use std::collections::BTreeMap;

use anstyle::Style;

/// Characters by line and column.
#[derive(Default)]
pub(super) struct TextCanvas(BTreeMap<i32, BTreeMap<i32, (char, Style)>>);

impl TextCanvas {
    pub fn put(&mut self, line: i32, column: i32, letter: char, style: Style) {
        self.0.entry(line).or_default().insert(column, (letter, style));
    }

    /// Writes a text from a column on.
    pub fn write(&mut self, line: i32, column: i32, text: &str, style: Style) {
        for (column, letter) in (column..).zip(text.chars()) {
            self.put(line, column, letter, style);
        }
    }

    /// Fills the background where nothing is written yet.
    pub fn fill_background(&mut self, line: i32, column: i32, style: Style) {
        self.0.entry(line).or_default().entry(column).or_insert((' ', style));
    }

    /// The first column in use.
    pub fn left(&self) -> i32 {
        self.0.values().filter_map(|letters| letters.keys().next()).min().copied().unwrap_or(0)
    }

    /// The last column in use.
    pub fn right(&self) -> i32 {
        self.0.values().filter_map(|letters| letters.keys().next_back()).max().copied().unwrap_or(0)
    }

    pub fn width(&self) -> i32 {
        self.right() - self.left() + 1
    }

    /// Formats the lines from column `left` on. `row` names some of them, at the left, in `label` columns; with 0 none.
    pub fn to_text(&self, left: i32, label: usize, row: impl Fn(i32) -> Option<String>) -> String {
        let mut out = String::new();
        let (Some(first), Some(last)) = (self.0.keys().next(), self.0.keys().next_back()) else { return out };
        for line in *first..=*last {
            if label > 0 {
                out.push_str(&format!("{:>label$} ", row(line).unwrap_or_default()));
            }
            let mut next = left;
            let mut style = Style::new();
            for (&column, &(letter, own)) in self.0.get(&line).into_iter().flatten() {
                // Neighbours of one style share its sequences, which are longer than the characters.
                if column > next || own != style {
                    out.push_str(&format!("{style:#}"));
                    out.push_str(&" ".repeat((column - next) as usize));
                    out.push_str(&own.to_string());
                    style = own;
                }
                out.push(letter);
                next = column + 1;
            }
            out.push_str(&format!("{style:#}"));
            super::stones::end_line(&mut out);
        }
        out
    }
}
