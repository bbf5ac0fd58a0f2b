//! Hexagonal tiles as lines of text, two lines a row. A tile shows its name in the middle and around it the letter of
//! the track at each side; a side where two tiles touch is drawn once, since both show the same colour there, or `#` where they
//! do not.

use std::collections::{BTreeMap, BTreeSet};

use anstyle::Style;

use super::annotations::{Annotations, won_tracks};
use super::colours::{letter, mark_on_tile, style};
use super::screen::Screen;
use super::window;
use houserule_core::geometry::Coord;
use houserule_core::mechanics::TilesView;
use houserule_core::text;

/// How far apart neighbours are drawn, in the order in which it is tried.
const PITCHES: [i32; 2] = [6, 4];

/// What is drawn on a side where two tiles show two colours.
const CLASH: char = '#';

/// Names are cut to so many letters.
const MAX_NAME_LEN: usize = 3;

/// The tiles, what touches them and what is marked, with the number of each row.
pub fn board(board: &dyn TilesView, pointed: &Annotations, screen: &Screen) -> String {
    if board.tile_count() == 0 && pointed.cells().next().is_none() {
        return screen.wrapped("No tile lies yet; the first goes to 0,0.\n", 2);
    }
    let mut cells = board.tiles();
    let steps = &board.lattice().steps;
    let around = cells.iter().flat_map(|at| steps.iter().map(|step| at.plus(*step, 1)));
    let empty: Vec<Coord> = around.filter(|at| board.orientation_at(*at).is_none()).collect();
    cells.extend(empty);
    cells.extend(pointed.cells().filter(|at| board.orientation_at(*at).is_none()));

    let (above, below) = crop(&mut cells, heart(board, pointed).y, screen);
    let rows = window::missing((0, 0), (above, below));
    let label = cells.iter().map(|at| at.y.to_string().len()).max().unwrap_or(1);
    let won = &won_tracks(board, pointed, screen);
    let drawings = PITCHES.map(|pitch| HexText { pitch, board, pointed, screen, won });
    let widest = screen.columns as i32;
    let canvases = drawings.map(|drawing| drawing.of(&cells));
    // Rather closer than without the numbers of the rows, rather without them than not whole.
    let room = widest - label as i32 - 1;
    for (room, label) in [(room, label), (widest, 0)] {
        if let Some(canvas) = canvases.iter().find(|canvas| canvas.width() <= room) {
            return canvas.lines(canvas.left(), label) + &screen.wrapped(&rows, 2);
        }
    }
    let ([.., narrow], [.., whole]) = (drawings, canvases);
    // As near to the middle as the outermost letters allow.
    let left = (narrow.column(heart(board, pointed)) - room / 2).clamp(whole.left(), whole.right() - room + 1);
    let right = left + room - 1;
    cells.retain(|at| narrow.is_between(*at, left, right));
    let cut = |letters: i32| ((letters + narrow.pitch - 1) / narrow.pitch) as usize;
    let columns = (cut(left - whole.left()), cut(whole.right() - right));
    narrow.of(&cells).lines(left, label) + &screen.wrapped(&window::missing(columns, (above, below)), 2)
}

/// Lines that should be seen with the board.
const LINES_BELOW: usize = 4;

/// Leaves the rows around one that the screen has lines for; gives how many it leaves out above and below.
fn crop(cells: &mut Vec<Coord>, row: i32, screen: &Screen) -> (usize, usize) {
    let rows = |cells: &[Coord]| Some((cells.iter().map(|at| at.y).min()?, cells.iter().map(|at| at.y).max()?));
    let (Some((first, last)), Some(lines)) = (rows(cells), screen.rows) else { return (0, 0) };
    let count = (last - first + 1) as usize;
    let shown = window::around(&vec![2; count], (row - first).max(0) as usize, lines.saturating_sub(LINES_BELOW));
    cells.retain(|at| shown.contains(&((at.y - first) as usize)));
    (shown.start, count - shown.end)
}

/// The tile that stays in sight when not all can.
fn heart(board: &dyn TilesView, pointed: &Annotations) -> Coord {
    let last = pointed.last.first().copied().or(board.tiles().last().copied());
    last.unwrap_or(Coord { x: 0, y: 0 })
}

/// How places become lines and columns of text.
#[derive(Clone, Copy)]
struct HexText<'a> {
    /// From the middle of a cell to that of its neighbour to the east.
    pitch: i32,
    board: &'a dyn TilesView,
    pointed: &'a Annotations,
    screen: &'a Screen,
    won: &'a BTreeSet<(Coord, u8)>,
}

impl HexText<'_> {
    fn of(&self, cells: &[Coord]) -> TextCanvas {
        let mut canvas = TextCanvas::default();
        for &at in cells {
            match self.board.orientation_at(at) {
                Some(orientation) => self.tile(&mut canvas, at, orientation),
                None => self.middle(&mut canvas, at, &self.pointed.shown(at, self.screen), Style::new()),
            }
        }
        canvas
    }

    /// Where the middle of a cell is. A row down is half a cell to the right.
    fn column(&self, at: Coord) -> i32 {
        self.pitch * at.x + self.pitch / 2 * at.y
    }

    /// Whether all of a cell is drawn between two columns: half a number would be another number.
    fn is_between(&self, at: Coord, left: i32, right: i32) -> bool {
        let half =
            self.board.orientation_at(at).map_or(text::width(&self.pointed.text(at)) as i32 / 2, |_| self.pitch / 2);
        self.column(at) - half >= left && self.column(at) + half <= right
    }

    fn tile(&self, canvas: &mut TextCanvas, at: Coord, orientation: u16) {
        let board = self.board;
        let set = board.set();
        let orientation = &set.orientations[orientation as usize];
        let (column, line) = (self.column(at), 2 * at.y);
        // Slanting sides lie halfway to the next row's middles, which half a number of two digits is off the column.
        let (half, west, east) = (self.pitch / 2, (self.pitch + 2) / 4, self.pitch / 4);
        let sides = [(east, -1), (half, 0), (east, 1), (-west, 1), (-half, 0), (-west, -1)];
        let ground = self.screen.tile();
        if ground != Style::new() {
            let (width, [west, east]) = (half - 1, [-west, east]);
            let lines = [(-1, west..=east), (0, -width..=width), (1, west..=east)];
            for (down, columns) in lines {
                columns.for_each(|right| canvas.underlay(line + down, column + right, ground));
            }
        }
        for (side, ((right, down), &colour)) in sides.into_iter().zip(&orientation.colours).enumerate() {
            let (shown, style) = match self.clashes(at, side, colour) {
                true => (CLASH, Style::new().bold()),
                false => (letter(board, colour), style(board, colour, self.screen)),
            };
            let (shown, style) = match self.won.contains(&(at, side as u8)) {
                true => (shown.to_ascii_uppercase(), style.bold().underline()),
                false => (shown, style),
            };
            canvas.put(line + down, column + right, shown, style);
        }
        let name: String = set.tiles[orientation.tile as usize].name.chars().take(MAX_NAME_LEN).collect();
        let laid = self.pointed.last.iter().position(|laid| *laid == at);
        let wide = name.len() as i32 + 2 < self.pitch;
        let text = match laid {
            Some(0) if wide => format!("[{name}]"),
            Some(_) if wide => format!("({name})"),
            Some(0) => format!("{name}*"),
            Some(_) => format!("{name}'"),
            None => name,
        };
        let sign = if self.pointed.highlights.contains(&at) { "*" } else { "" };
        let text = match self.pointed.labels.get(&at) {
            Some(label) => format!("{sign}{label}"),
            None => format!("{sign}{text}"),
        };
        let style = match laid {
            Some(_) if self.screen.marks => mark_on_tile(self.screen),
            Some(_) if !wide => ground.bold(),
            _ => ground,
        };
        self.middle(canvas, at, &text, style);
    }

    /// Whether a tile across a side shows another colour there.
    fn clashes(&self, at: Coord, side: usize, colour: u8) -> bool {
        let lattice = self.board.lattice();
        let other = self.board.orientation_at(at.plus(lattice.steps[side], 1));
        other.is_some_and(|orientation| {
            self.board.set().orientations[orientation as usize].colours[lattice.opposite(side)] != colour
        })
    }

    /// Writes in the middle of a cell, as much as there is room for between its sides.
    fn middle(&self, canvas: &mut TextCanvas, at: Coord, text: &str, style: Style) {
        let letters: Vec<char> = text.chars().take(self.pitch as usize - 1).collect();
        let first = self.column(at) - letters.len() as i32 / 2;
        for (column, letter) in (first..).zip(letters) {
            canvas.put(2 * at.y, column, letter, style);
        }
    }
}

/// Letters by line and column; the middles of row r are in line 2r.
#[derive(Default)]
struct TextCanvas(BTreeMap<i32, BTreeMap<i32, (char, Style)>>);

impl TextCanvas {
    fn put(&mut self, line: i32, column: i32, letter: char, style: Style) {
        self.0.entry(line).or_default().insert(column, (letter, style));
    }

    /// A ground for what is not written yet.
    fn underlay(&mut self, line: i32, column: i32, style: Style) {
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

    /// The lines from the column `left` on, after the numbers of the rows in so many columns; in none, without them.
    fn lines(&self, left: i32, label: usize) -> String {
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
