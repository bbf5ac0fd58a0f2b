//! Hexagonal tiles as text, two lines per row. A tile shows its name in the centre and the letter of the track at each
//! side. A side where two tiles touch is drawn once, since both show the same colour; `#` marks a mismatch.

use std::collections::BTreeSet;

use anstyle::Style;

use super::annotations::{Annotations, decisive_sides};
use super::canvas::TextCanvas;
use super::cells::{all_cells, clashes, crop_rows, focus_cells, hidden_cells};
use super::colours::{colour_letter, tile_mark_style, track_style};
use super::screen::{Screen, lines_below};
use super::window::{self, DrawnBoard};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::TilesView;
use houserule_core::text;
use houserule_core::tiles::OrientationIndex;

/// Distances between neighbours in columns, in order of preference.
const PITCHES: [i32; 2] = [6, 4];

/// Symbol of a side where two tiles show different colours.
const CLASH: char = '#';

/// Maximum length of a tile's name.
const MAX_NAME_LEN: usize = 3;

/// Renders the tiles, their empty neighbours and annotated cells, with row numbers.
pub fn board(board: &dyn TilesView, annotations: &Annotations, screen: &Screen) -> DrawnBoard {
    if board.tile_count() == 0 && annotations.cells().next().is_none() {
        return DrawnBoard::whole(screen.wrap_lines("The board is empty; the first tile goes on 0,0.\n", 2));
    }
    let all = all_cells(board, annotations);
    let (mut cells, focus) = (all.clone(), focus_cells(board, annotations));
    let (above, below) = crop_rows(&mut cells, &focus, 2, lines_below::HEXES, screen);
    let hidden_rows = window::describe_hidden((0, 0), (above, below));
    let label = cells.iter().map(|at| at.y.to_string().len()).max().unwrap_or(1);
    let decisive = &decisive_sides(board, annotations, screen);
    let [wide, narrow] = PITCHES.map(|pitch| HexText { pitch, board, annotations, screen, decisive });
    let columns = screen.columns as i32;
    let room = columns - label as i32 - 1;
    let row = |line: i32| (line % 2 == 0).then(|| (line / 2).to_string());
    let print = |canvas: &TextCanvas, label| {
        let text = canvas.to_text(canvas.left(), label, row) + &screen.wrap_lines(&hidden_rows, 2);
        DrawnBoard { text, hidden: hidden_cells(&all, &cells) }
    };
    // In order of preference: with row numbers at either pitch, then without them, then cropped.
    let spacious = wide.render(&cells);
    if spacious.width() <= room {
        return print(&spacious, label);
    }
    let whole = narrow.render(&cells);
    match () {
        () if whole.width() <= room => return print(&whole, label),
        () if spacious.width() <= columns => return print(&spacious, 0),
        () if whole.width() <= columns => return print(&whole, 0),
        () => {}
    }
    // Centre the focus as far as the edges allow.
    let points: Vec<f64> = focus.iter().map(|at| narrow.column(*at).into()).collect();
    let centre = window::centre(&points, (narrow.pitch / 2).into(), room.into()) as i32;
    let left = (centre - room / 2).clamp(whole.left(), whole.right() - room + 1);
    let right = left + room - 1;
    cells.retain(|at| narrow.is_between(*at, left, right));
    let cell_count = |letters: i32| ((letters + narrow.pitch - 1) / narrow.pitch) as usize;
    let hidden_columns = (cell_count(left - whole.left()), cell_count(whole.right() - right));
    let text = narrow.render(&cells).to_text(left, label, row)
        + &screen.wrap_lines(&window::describe_hidden(hidden_columns, (above, below)), 2);
    DrawnBoard { text, hidden: hidden_cells(&all, &cells) }
}

/// Layout of cells in lines and columns of text.
#[derive(Clone, Copy)]
struct HexText<'a> {
    /// Columns from the centre of a cell to that of its eastern neighbour.
    pitch: i32,
    board: &'a dyn TilesView,
    annotations: &'a Annotations,
    screen: &'a Screen,
    decisive: &'a BTreeSet<(Coord, usize)>,
}

impl HexText<'_> {
    fn render(&self, cells: &[Coord]) -> TextCanvas {
        let mut canvas = TextCanvas::default();
        for &at in cells {
            match self.board.orientation_at(at) {
                Some(orientation) => self.paint_tile(&mut canvas, at, orientation),
                None => self.write_centred(&mut canvas, at, &self.annotations.text_on(at, self.screen), Style::new()),
            }
        }
        canvas
    }

    /// Returns the column of a cell's centre. The next row is half a cell to the right.
    fn column(&self, at: Coord) -> i32 {
        self.pitch * at.x + self.pitch / 2 * at.y
    }

    /// Whether a cell is entirely between two columns: half a number would be another number.
    fn is_between(&self, at: Coord, left: i32, right: i32) -> bool {
        let half = self
            .board
            .orientation_at(at)
            .map_or(text::width(&self.annotations.text(at)) as i32 / 2, |_| self.pitch / 2);
        self.column(at) - half >= left && self.column(at) + half <= right
    }

    fn paint_tile(&self, canvas: &mut TextCanvas, at: Coord, orientation: OrientationIndex) {
        let board = self.board;
        let set = board.set();
        let orientation = &set.orientations[orientation];
        let (column, line) = (self.column(at), 2 * at.y);
        // Slanted sides are halfway to the centres of the next row, which two-digit names shift off the column.
        let (half, west, east) = (self.pitch / 2, (self.pitch + 2) / 4, self.pitch / 4);
        let sides = [(east, -1), (half, 0), (east, 1), (-west, 1), (-half, 0), (-west, -1)];
        let background = self.screen.tile_style();
        if background != Style::new() {
            let (width, [west, east]) = (half - 1, [-west, east]);
            let lines = [(-1, west..=east), (0, -width..=width), (1, west..=east)];
            for (down, columns) in lines {
                columns.for_each(|right| canvas.fill_background(line + down, column + right, background));
            }
        }
        for (side, ((right, down), &colour)) in sides.into_iter().zip(&orientation.colours).enumerate() {
            let (symbol, style) = match clashes(board, at, side) {
                true => (CLASH, Style::new().bold()),
                false => (colour_letter(board, colour), track_style(board, colour, self.screen)),
            };
            let (symbol, style) = match self.decisive.contains(&(at, side)) {
                true => (symbol.to_ascii_uppercase(), style.bold().underline()),
                false => (symbol, style),
            };
            canvas.put(line + down, column + right, symbol, style);
        }
        let name: String = set.tiles[orientation.tile].name.chars().take(MAX_NAME_LEN).collect();
        let last_index = self.annotations.changed(at);
        let has_room = name.len() as i32 + 2 < self.pitch;
        let text = match last_index {
            Some(0) if has_room => format!("[{name}]"),
            Some(_) if has_room => format!("({name})"),
            Some(0) => format!("{name}*"),
            Some(_) => format!("{name}'"),
            None => name,
        };
        let highlight = if self.annotations.highlights.contains(&at) { "*" } else { "" };
        let text = match self.annotations.labels.get(&at) {
            Some(label) => format!("{highlight}{label}"),
            None => format!("{highlight}{text}"),
        };
        let style = match last_index {
            Some(_) if self.screen.marks => tile_mark_style(self.screen),
            Some(_) if !has_room => background.bold(),
            _ => background,
        };
        self.write_centred(canvas, at, &text, style);
    }

    /// Writes text in the centre of a cell, cut to the space between its sides.
    fn write_centred(&self, canvas: &mut TextCanvas, at: Coord, text: &str, style: Style) {
        let letters: Vec<char> = text.chars().take(self.pitch as usize - 1).collect();
        let first = self.column(at) - letters.len() as i32 / 2;
        for (column, letter) in (first..).zip(letters) {
            canvas.put(2 * at.y, column, letter, style);
        }
    }
}
