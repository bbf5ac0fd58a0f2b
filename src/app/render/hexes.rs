//! Hexagonal tiles as text, two lines per row. A tile shows its name in the centre and the letter of the track at each
//! side. A side where two tiles touch is drawn once, since both show the same colour; `#` marks a mismatch.

use std::collections::{BTreeMap, BTreeSet};

use anstyle::Style;

use super::annotations::{Annotations, decisive_sides};
use super::colours::{colour_letter, tile_mark_style, track_style};
use super::screen::Screen;
use super::window;
use houserule_core::geometry::Coord;
use houserule_core::mechanics::TilesView;
use houserule_core::text;
use houserule_core::tiles::{ColourIndex, OrientationIndex};

/// Distances between neighbours in columns, in order of preference.
const PITCHES: [i32; 2] = [6, 4];

/// Symbol of a side where two tiles show different colours.
const CLASH: char = '#';

/// Maximum length of a tile's name.
const MAX_NAME_LEN: usize = 3;

/// Renders the tiles, their empty neighbours and annotated cells, with row numbers.
pub fn board(board: &dyn TilesView, annotations: &Annotations, screen: &Screen) -> String {
    if board.tile_count() == 0 && annotations.cells().next().is_none() {
        return screen.wrap_lines("No tile lies yet; the first goes to 0,0.\n", 2);
    }
    let mut cells = board.tiles();
    let steps = &board.lattice().steps;
    let neighbours = cells.iter().flat_map(|at| steps.iter().map(|step| at.plus(*step, 1)));
    let empty: Vec<Coord> = neighbours.filter(|at| board.orientation_at(*at).is_none()).collect();
    cells.extend(empty);
    cells.extend(annotations.cells().filter(|at| board.orientation_at(*at).is_none()));

    let (above, below) = crop(&mut cells, focus_cell(board, annotations).y, screen);
    let hidden_rows = window::describe_hidden((0, 0), (above, below));
    let label = cells.iter().map(|at| at.y.to_string().len()).max().unwrap_or(1);
    let decisive = &decisive_sides(board, annotations, screen);
    let [wide, narrow] = PITCHES.map(|pitch| HexText { pitch, board, annotations, screen, decisive });
    let columns = screen.columns as i32;
    let room = columns - label as i32 - 1;
    let print = |canvas: &TextCanvas, label| canvas.to_text(canvas.left(), label) + &screen.wrap_lines(&hidden_rows, 2);
    // In order of preference: with row numbers at either pitch, then without them, then cropped.
    let spacious = wide.draw(&cells);
    if spacious.width() <= room {
        return print(&spacious, label);
    }
    let whole = narrow.draw(&cells);
    match () {
        () if whole.width() <= room => return print(&whole, label),
        () if spacious.width() <= columns => return print(&spacious, 0),
        () if whole.width() <= columns => return print(&whole, 0),
        () => {}
    }
    // Centre the focus as far as the edges allow.
    let left = (narrow.column(focus_cell(board, annotations)) - room / 2).clamp(whole.left(), whole.right() - room + 1);
    let right = left + room - 1;
    cells.retain(|at| narrow.is_between(*at, left, right));
    let cell_count = |letters: i32| ((letters + narrow.pitch - 1) / narrow.pitch) as usize;
    let hidden_columns = (cell_count(left - whole.left()), cell_count(whole.right() - right));
    narrow.draw(&cells).to_text(left, label)
        + &screen.wrap_lines(&window::describe_hidden(hidden_columns, (above, below)), 2)
}

/// Lines kept free below the board.
const LINES_BELOW: usize = 4;

/// Keeps the rows around one that fit on the screen; returns how many are hidden above and below.
fn crop(cells: &mut Vec<Coord>, row: i32, screen: &Screen) -> (usize, usize) {
    let rows = |cells: &[Coord]| Some((cells.iter().map(|at| at.y).min()?, cells.iter().map(|at| at.y).max()?));
    let (Some((first, last)), Some(lines)) = (rows(cells), screen.rows) else { return (0, 0) };
    let count = (last - first + 1) as usize;
    let shown =
        window::visible_range(&vec![2; count], (row - first).max(0) as usize, lines.saturating_sub(LINES_BELOW));
    cells.retain(|at| shown.contains(&((at.y - first) as usize)));
    (shown.start, count - shown.end)
}

/// Returns the cell to keep visible when the board is cropped.
fn focus_cell(board: &dyn TilesView, annotations: &Annotations) -> Coord {
    let last = annotations.last_move.first().copied().or(board.tiles().last().copied());
    last.unwrap_or(Coord { x: 0, y: 0 })
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
    fn draw(&self, cells: &[Coord]) -> TextCanvas {
        let mut canvas = TextCanvas::default();
        for &at in cells {
            match self.board.orientation_at(at) {
                Some(orientation) => self.draw_tile(&mut canvas, at, orientation),
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

    fn draw_tile(&self, canvas: &mut TextCanvas, at: Coord, orientation: OrientationIndex) {
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
            let (symbol, style) = match self.clashes(at, side, colour) {
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
        let last_index = self.annotations.last_move.iter().position(|laid| *laid == at);
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

    /// Whether the tile across a side shows another colour there.
    fn clashes(&self, at: Coord, side: usize, colour: ColourIndex) -> bool {
        let lattice = self.board.lattice();
        let other = self.board.orientation_at(at.plus(lattice.steps[side], 1));
        other.is_some_and(|orientation| {
            self.board.set().orientations[orientation].colours[lattice.opposite(side)] != colour
        })
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

/// Characters by line and column; the centres of row r are in line 2r.
#[derive(Default)]
struct TextCanvas(BTreeMap<i32, BTreeMap<i32, (char, Style)>>);

impl TextCanvas {
    fn put(&mut self, line: i32, column: i32, letter: char, style: Style) {
        self.0.entry(line).or_default().insert(column, (letter, style));
    }

    /// Fills the background where nothing is written yet.
    fn fill_background(&mut self, line: i32, column: i32, style: Style) {
        self.0.entry(line).or_default().entry(column).or_insert((' ', style));
    }

    /// The first column in use.
    fn left(&self) -> i32 {
        self.0.values().filter_map(|letters| letters.keys().next()).min().copied().unwrap_or(0)
    }

    /// The last column in use.
    fn right(&self) -> i32 {
        self.0.values().filter_map(|letters| letters.keys().next_back()).max().copied().unwrap_or(0)
    }

    fn width(&self) -> i32 {
        self.right() - self.left() + 1
    }

    /// Formats the lines from column `left` on, after row numbers of width `label`; if that is 0, without them.
    fn to_text(&self, left: i32, label: usize) -> String {
        let mut out = String::new();
        for (line, letters) in &self.0 {
            let row = if line % 2 == 0 { (line / 2).to_string() } else { String::new() };
            if label > 0 {
                out.push_str(&format!("{row:>label$} "));
            }
            let mut next = left;
            for (column, (letter, style)) in letters {
                out.push_str(&" ".repeat((column - next) as usize));
                out.push_str(&format!("{style}{letter}{style:#}"));
                next = column + 1;
            }
            out.push('\n');
        }
        out
    }
}
