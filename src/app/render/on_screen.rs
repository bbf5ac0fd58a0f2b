//! Drawings in a terminal, sized to its window: as pictures, or as blocks with text over them.

use anstyle::Style;

use super::blocks::{BlockPicture, PIXELS_PER_CELL};
use super::screen::{BoardStyle, Screen, TerminalBackground, lines_below};
use super::svg::{Bounds, SvgDrawing, SvgLayer, UNITS_PER_CELL};
use super::{png, window};
use crate::terminal::{self, Graphics};

/// How large the cells of a board are, in columns.
struct CellSizes {
    min: f64,
    max: f64,
}

/// With fewer columns the tracks of a tile cannot be told apart in blocks; with more, a board is larger than it need be.
const BLOCK_SIZES: CellSizes = CellSizes { min: 8.0, max: 11.0 };

/// Pictures are clear at any size; text in them is not.
const PICTURE_SIZES: CellSizes = CellSizes { min: 5.0, max: 10.0 };

/// Maximum number of pixels of a picture, whatever size a terminal claims for its characters.
const MAX_PIXELS: u32 = 1 << 24;

/// A drawing with what the size of its window depends on.
pub(super) struct ScreenDrawing {
    pub drawing: SvgDrawing,
    /// Points to keep visible where only a part fits, the most important first.
    pub focus: Vec<[f64; 2]>,
    /// Distances between the cells of a row, and between rows.
    pub pitch: [f64; 2],
}

/// Shows a drawing on a screen that has pictures or blocks, and returns the part that fits; its texts are listed where it
/// has blocks.
pub(super) fn render(shown: &ScreenDrawing, screen: &Screen) -> anyhow::Result<(String, Bounds)> {
    let is_dark = screen.background == TerminalBackground::Dark;
    let graphics = match screen.boards {
        BoardStyle::Picture(graphics) => Some(graphics),
        _ => None,
    };
    let view = View::fit(shown, screen, graphics);
    let svg = shown.drawing.excerpt(view.bounds, is_dark);
    let [columns, lines] = view.size;
    let mut out = match graphics {
        Some(Graphics { protocol, cell: [width, height] }) => {
            let size = [columns * width, lines * height];
            anyhow::ensure!(size[0].saturating_mul(size[1]) <= MAX_PIXELS, "the picture is too large");
            let pixmap = png::pixels(&svg, size)?;
            terminal::picture(&pixmap, view.size, protocol)? + "\n"
        }
        None => {
            let [wide, high] = PIXELS_PER_CELL;
            let pixmap = png::pixels(&svg, [columns * wide, lines * high])?;
            let mut picture = BlockPicture::new(&pixmap, screen);
            for text in shown.drawing.listed_texts.iter().flatten() {
                let (width, columns, lines) = (text.text.chars().count() as i32, columns as i32, lines as i32);
                let [mut column, mut line] = view.cell(text.at);
                if text.layer == SvgLayer::Margin && ((0..columns).contains(&column) || (0..lines).contains(&line)) {
                    // The names of rows and columns stay at the edge of what is shown.
                    (column, line) = (column.clamp(0, columns - 1), line.clamp(0, lines - 1));
                }
                let style = if text.layer == SvgLayer::Labels { Style::new().bold() } else { Style::new() };
                if (0..lines).contains(&line) && (0..columns).contains(&column) && width <= columns {
                    let first = (column - width / 2).clamp(0, columns - width);
                    picture.write(line, first, &text.text, style, screen);
                }
            }
            picture.to_text()
        }
    };
    out += &screen.wrap_lines(&view.describe_hidden(shown), 2);
    Ok((out, view.bounds))
}

/// The part of a drawing that is shown.
struct View {
    bounds: Bounds,
    /// Columns and lines that it takes.
    size: [u32; 2],
    /// Units of the drawing per column and per line.
    units: [f64; 2],
}

/// Leaves room for the edges of what is drawn.
fn padded(bounds: Bounds) -> Bounds {
    let Bounds { left, top, right, bottom } = bounds;
    Bounds { left: left - PADDING, top: top - PADDING, right: right + PADDING, bottom: bottom + PADDING }
}

/// Units of the drawing around it.
const PADDING: f64 = 4.0;

impl View {
    /// Chooses the largest size at which everything fits, or at the smallest a part around the focus.
    fn fit(shown: &ScreenDrawing, screen: &Screen, graphics: Option<Graphics>) -> View {
        let sizes = if graphics.is_some() { PICTURE_SIZES } else { BLOCK_SIZES };
        // A line of blocks is twice as high as a column is wide.
        let [width, height] = graphics.map_or([1.0, 2.0], |graphics| graphics.cell.map(f64::from));
        // In the last column a picture would wrap the cursor.
        let room = [
            screen.columns.saturating_sub(1).max(1) as f64,
            screen.rows.unwrap_or(usize::MAX).saturating_sub(lines_below::DRAWING).max(4) as f64,
        ];
        let whole = padded(shown.drawing.bounds);
        let line_height = height / width;
        let per_unit = (room[0] / whole.width()).min(room[1] * line_height / whole.height());
        let per_unit = per_unit.clamp(sizes.min / UNITS_PER_CELL, sizes.max / UNITS_PER_CELL);
        let units = [1.0 / per_unit, line_height / per_unit];
        let part = |[low, high]: [f64; 2], axis: usize| {
            let room = room[axis] * units[axis];
            let points: Vec<f64> = shown.focus.iter().map(|point| point[axis]).collect();
            let focus = window::centre(&points, shown.pitch[axis] / 2.0, room);
            let start = if high - low <= room { low } else { (focus - room / 2.0).clamp(low, high - room) };
            let count = (((high - low).min(room)) / units[axis] - 1e-6).ceil().max(1.0);
            (start, start + count * units[axis], count as u32)
        };
        let (left, right, columns) = part([whole.left, whole.right], 0);
        let (top, bottom, lines) = part([whole.top, whole.bottom], 1);
        View { bounds: Bounds { left, top, right, bottom }, size: [columns, lines], units }
    }

    /// Returns the column and line of a point.
    fn cell(&self, [x, y]: [f64; 2]) -> [i32; 2] {
        let Bounds { left, top, .. } = self.bounds;
        [((x - left) / self.units[0]).floor() as i32, ((y - top) / self.units[1]).floor() as i32]
    }

    fn describe_hidden(&self, shown: &ScreenDrawing) -> String {
        let (whole, view) = (padded(shown.drawing.bounds), self.bounds);
        let count = |beyond: f64, pitch: f64| (beyond / pitch + 0.4).floor().max(0.0) as usize;
        let columns = (view.left - whole.left, whole.right - view.right);
        let rows = (view.top - whole.top, whole.bottom - view.bottom);
        let [wide, high] = shown.pitch;
        window::describe_hidden(
            (count(columns.0, wide), count(columns.1, wide)),
            (count(rows.0, high), count(rows.1, high)),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terminal::GraphicsProtocol;

    /// A board of some cells, as wide as high, with points to keep visible.
    fn board(columns: f64, rows: f64, focus: &[[f64; 2]]) -> ScreenDrawing {
        let at = |[column, row]: [f64; 2]| [(column + 0.5) * UNITS_PER_CELL, (row + 0.5) * UNITS_PER_CELL];
        let mut drawing = SvgDrawing::new();
        drawing.bounds = Bounds::NONE;
        drawing.bounds.include([0.0, 0.0], [columns * UNITS_PER_CELL, rows * UNITS_PER_CELL]);
        ScreenDrawing { drawing, focus: focus.iter().copied().map(at).collect(), pitch: [UNITS_PER_CELL; 2] }
    }

    fn screen(columns: usize, rows: usize) -> Screen {
        Screen { columns, rows: Some(rows), unicode: true, ..Screen::plain() }
    }

    /// Whether the centre of a cell is shown.
    fn shows(view: &View, column: f64, row: f64) -> bool {
        view.bounds.contains([(column + 0.5) * UNITS_PER_CELL, (row + 0.5) * UNITS_PER_CELL])
    }

    #[test]
    fn a_board_that_fits_is_shown_whole() {
        let shown = board(4.0, 3.0, &[[0.0, 0.0]]);
        let view = View::fit(&shown, &screen(80, 40), None);
        assert_eq!(view.describe_hidden(&shown), "");
        let whole = padded(shown.drawing.bounds);
        assert!(view.bounds.contains([whole.left, whole.top]) && view.bounds.contains([whole.right, whole.bottom]));
        let [columns, lines] = view.size;
        assert!(columns < 80 && lines as usize <= 40 - lines_below::DRAWING, "{columns} by {lines}");
    }

    #[test]
    fn cells_are_neither_smaller_nor_larger_than_the_limits() {
        for (columns, rows) in [(20, 12), (80, 24), (200, 60), (1000, 500)] {
            let view = View::fit(&board(6.0, 6.0, &[[3.0, 3.0]]), &screen(columns, rows), None);
            let cell = UNITS_PER_CELL / view.units[0];
            assert!((BLOCK_SIZES.min - 1e-9..=BLOCK_SIZES.max + 1e-9).contains(&cell), "{columns} by {rows}: {cell}");
        }
    }

    #[test]
    fn a_part_of_a_large_board_has_all_moves_that_fit() {
        let size = screen(80, 24);
        let corner = board(40.0, 30.0, &[[39.0, 29.0]]);
        let view = View::fit(&corner, &size, None);
        assert!(shows(&view, 39.0, 29.0) && !shows(&view, 0.0, 0.0));
        assert_eq!(view.describe_hidden(&corner), "30 columns to the left and 26 rows above are not shown.\n");
        let near = board(40.0, 30.0, &[[10.0, 10.0], [16.0, 12.0]]);
        let view = View::fit(&near, &size, None);
        assert!(shows(&view, 10.0, 10.0) && shows(&view, 16.0, 12.0));
        let far = board(40.0, 30.0, &[[10.0, 10.0], [35.0, 28.0], [11.0, 9.0]]);
        let view = View::fit(&far, &size, None);
        assert!(shows(&view, 10.0, 10.0) && shows(&view, 11.0, 9.0) && !shows(&view, 35.0, 28.0));
    }

    #[test]
    fn pictures_use_the_shape_of_characters() {
        let graphics = Graphics { protocol: GraphicsProtocol::Kitty, cell: [10, 30] };
        let view = View::fit(&board(4.0, 4.0, &[[0.0, 0.0]]), &screen(80, 60), Some(graphics));
        let [across, down] = view.units;
        assert!((down / across - 3.0).abs() < 1e-9, "a character is three times as high as wide");
        let [columns, lines] = view.size;
        assert!(columns.abs_diff(3 * lines) <= 3, "a square stays a square: {columns} by {lines}");
    }
}
