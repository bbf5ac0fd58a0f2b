//! A board of stones as lines of text.

use std::ops::Range;

use anstyle::Style;

use super::screen::{Screen, lines_below};
use super::window::{self, DrawnBoard};
use super::{Annotations, colours};
use houserule_core::geometry::{Coord, Grid};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{Seat, Stone, StoneBoard, StoneGame};
use houserule_core::names::Names;
use houserule_core::text::{plural, series, width};
use houserule_script::game::Game;

/// Minimum number of pieces of a stack that are shown, from the top; taller ones show their height too. What can be
/// carried is always shown.
const MIN_SHOWN_PIECES: usize = 4;

/// Maximum height of a stack that is shown whole where text is stored, whatever can be carried.
const MAX_WHOLE_HEIGHT: usize = 7;

/// Lines for the letters of the columns, what was typed and played, and the prompt.
const FIXED_LINES: usize = 5;

/// Renders the board with its coordinates, then the reserves, as styled text: print it through `anstream`, or strip the
/// styles where colours are not wanted.
pub fn board(game: &Game, board: &dyn StoneBoard, annotations: &Annotations, screen: &Screen) -> DrawnBoard {
    let (names, grid) = (&game.plan().names, &board.game().grid);
    let markers = &seat_markers(names, screen);
    let stack_width = stack_column_width(board.game(), screen);
    let renderer = StoneText { markers, plan: board.game(), annotations, screen, stack_width };
    let cell = |x: usize, y: usize| {
        let at = Coord { x: x as i32, y: y as i32 };
        grid.cell(at).map_or_else(CellText::default, |_| renderer.render_cell(at, &board.stack(at)))
    };
    let (width, height) = (grid.width as usize, grid.height as usize);
    let cells: Vec<Vec<CellText>> = (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect();
    let footer = reserves(game, board, screen);
    let mut focus = annotations.focus_cells();
    focus.push(Coord { x: grid.width as i32 / 2, y: grid.height as i32 / 2 });
    let sides = BoardSides::of(board, markers);
    let fixed_lines = FIXED_LINES + sides.top.is_some() as usize + sides.bottom.is_some() as usize;
    let lines_below = |note_lines: usize| {
        (fixed_lines + footer.lines().count() + note_lines).max(lines_below::STONES + names.seats.len())
    };
    let framed = Screen { columns: screen.columns.saturating_sub(sides.columns()), ..*screen };
    let layout = BoardLayout::new(&cells, grid, &focus, stack_width, &framed, lines_below);
    let layout = BoardLayout { frame: sides.left.is_some() as usize, ..layout };
    let (first, last) = (layout.rows.start, layout.rows.end.saturating_sub(1));
    let (upper, lower) = if grid.rows_go_down { (first, last) } else { (last, first) };
    let (top, bottom) = (layout.write_side(sides.top, upper), layout.write_side(sides.bottom, lower));
    let rows = layout.write_cells(&cells, grid.rows_go_down, &sides);
    let mut out = match grid.rows_go_down {
        true => layout.write_column_names() + &top + &rows + &bottom,
        false => top + &rows + &bottom + &layout.write_column_names(),
    };
    let BoardLayout { rows, columns, .. } = layout;
    let hidden_rows = (height - rows.end, rows.start);
    let hidden_rows = if grid.rows_go_down { (hidden_rows.1, hidden_rows.0) } else { hidden_rows };
    let note = window::describe_hidden((columns.start, width - columns.end), hidden_rows);
    out.push_str(&screen.wrap_lines(&note, 2));
    out.push_str(&footer);
    let is_shown = |at: &Coord| rows.contains(&(at.y as usize)) && columns.contains(&(at.x as usize));
    let all = grid.cells().map(|cell| grid.coord(cell));
    DrawnBoard { text: out, hidden: all.filter(|at| !is_shown(at)).collect() }
}

/// Returns the width of every column where stacks may grow: a window shows what can be carried if it has the room, and
/// no move changes the width. Boards of single pieces, and stored text, are as wide as their pieces.
fn stack_column_width(game: &StoneGame, screen: &Screen) -> Option<usize> {
    if !screen.marks || game.max_height <= 1 {
        return None;
    }
    let shown = game.carry.max(MIN_SHOWN_PIECES).min(game.max_height as usize);
    // Brackets, the height with a colon, the pieces, and the letter of the top.
    let whole = 2 + 3 + shown + 1;
    let room = screen.columns.saturating_sub(MARGIN) / game.grid.width as usize;
    Some(room.clamp(MIN_STACK_WIDTH.min(whole), whole))
}

/// Width that a column of stacks needs at least: brackets, the height with a colon, and the top piece.
const MIN_STACK_WIDTH: usize = 6;

/// Part of a board that fits on the screen, and the widths of its columns.
struct BoardLayout {
    rows: Range<usize>,
    columns: Range<usize>,
    /// Columns between two cells: with marks, the room for brackets is enough.
    gap: usize,
    /// Width of each column with its gap.
    pitches: Vec<usize>,
    /// How far each row is to the right of the one below.
    skew: usize,
    /// Width of the numbers of the rows.
    margin: usize,
    /// Width of the owner of the left side.
    frame: usize,
}

impl BoardLayout {
    /// Lays out the part around `focus`. `lines_below` returns the lines that the rest takes, given those of the note on
    /// hidden rows and columns.
    fn new(
        cells: &[Vec<CellText>],
        grid: &Grid,
        focus: &[Coord],
        stack_width: Option<usize>,
        screen: &Screen,
        lines_below: impl Fn(usize) -> usize,
    ) -> BoardLayout {
        let (width, height) = (grid.width as usize, grid.height as usize);
        let gap = if screen.marks { 0 } else { 1 };
        let (widths, skew) = cell_widths(cells, grid, gap, stack_width);
        let margin = grid.height.to_string().len();
        let pitches: Vec<usize> = widths.iter().map(|width| width + gap).collect();
        let room = screen.columns.saturating_sub(margin + 1);
        // The note on hidden rows and columns takes a line, or several on a narrow screen.
        let hidden = if pitches.iter().sum::<usize>() > room { width } else { 0 };
        let note = window::describe_hidden((hidden, hidden), (height, height));
        let note_lines = screen.wrap_lines(&note, 2).lines().count();
        let lines = screen.rows.map_or(height, |rows| {
            let is_whole = hidden == 0 && rows >= height + lines_below(0);
            rows.saturating_sub(lines_below(if is_whole { 0 } else { note_lines })).max(3)
        });
        let (focus_x, focus_y): (Vec<usize>, Vec<usize>) =
            focus.iter().map(|at| (at.x.max(0) as usize, at.y.max(0) as usize)).unzip();
        let mut rows = window::visible_range(&vec![1; height], &focus_y, lines);
        let room_for = |rows: &Range<usize>| match skew {
            0 => room,
            _ => room.saturating_sub(skew * (rows.len() - 1)),
        };
        // Skewed rows need extra columns: show fewer rows rather than hardly a column.
        while skew > 0 && rows.len() > 3 && room_for(&rows) < room / 2 {
            rows = window::visible_range(&vec![1; height], &focus_y, rows.len() - 1);
        }
        let columns = match screen.rows {
            None => 0..width,
            Some(_) => window::visible_range(&pitches, &focus_x, room_for(&rows)),
        };
        BoardLayout { rows, columns, gap, pitches, skew, margin, frame: 0 }
    }

    fn write_cells(&self, cells: &[Vec<CellText>], rows_go_down: bool, sides: &BoardSides) -> String {
        let BoardLayout { rows, columns, pitches, margin, .. } = self;
        let mut out = String::new();
        let order: Vec<usize> = if rows_go_down { rows.clone().collect() } else { rows.clone().rev().collect() };
        for y in order {
            out.push_str(&" ".repeat(self.skew * (y - rows.start)));
            // The number precedes the first cell of the row.
            let first = columns.clone().find(|&x| cells[y][x].width > 0).unwrap_or(columns.start);
            out.push_str(&" ".repeat(pitches[columns.start..first].iter().sum()));
            out.push_str(&format!("{:>margin$} ", y + 1));
            out.push_str(&sides.left.map(write_marker).unwrap_or_default());
            for x in first..columns.end {
                let square = &cells[y][x];
                out.push_str(&" ".repeat(pitches[x] - square.width));
                out.push_str(&square.text);
            }
            if let Some(marker) = sides.right {
                out.push_str(if self.gap == 0 { "" } else { " " });
                out.push_str(&write_marker(marker));
            }
            end_line(&mut out);
        }
        out
    }

    /// Writes the owner of the upper or lower side along the row next to it.
    fn write_side(&self, marker: Option<SeatMarker>, y: usize) -> String {
        let Some(marker) = marker else { return String::new() };
        let mut out = " ".repeat(self.margin + 1 + self.frame + self.skew * (y - self.rows.start));
        for x in self.columns.clone() {
            let (before, after) = if self.gap == 0 { ("", " ") } else { (" ", "") };
            let room = " ".repeat(self.pitches[x] - 2);
            out.push_str(&format!("{before}{room}{}{after}", write_marker(marker)));
        }
        end_line(&mut out);
        out
    }

    fn write_column_names(&self) -> String {
        let mut out = " ".repeat(self.margin + 1 + self.frame);
        for x in self.columns.clone() {
            let name = Grid::name(Coord { x: x as i32, y: 0 });
            let (before, after) = if self.gap == 0 { ("", " ") } else { (" ", "") };
            out.push_str(&format!("{before}{:>width$}{after}", &name[..1], width = self.pitches[x] - 1));
        }
        end_line(&mut out);
        out
    }
}

/// Returns the widths of the columns, and how far each row is to the right of the one below.
fn cell_widths(cells: &[Vec<CellText>], grid: &Grid, gap: usize, stack_width: Option<usize>) -> (Vec<usize>, usize) {
    let widest = |x: usize| cells.iter().map(|row| row[x].width).max().unwrap_or(1);
    let narrowest = stack_width.unwrap_or(3 - gap);
    let mut widths: Vec<usize> = (0..grid.width as usize).map(|x| widest(x).max(narrowest)).collect();
    // A label on a piece widens its cell; all columns become that wide, so that they stay even.
    let labelled = cells.iter().flatten().filter(|square| square.has_label).map(|square| square.width).max();
    widths.iter_mut().for_each(|width| *width = (*width).max(labelled.unwrap_or(0)));
    // On hexagonal boards each row is half a cell to the right of the one below, and all cells are as wide as the
    // widest.
    let mut skew = 0;
    if grid.is_hex() {
        let widest = widths.iter().max().map_or(1, |width| (width + gap).div_ceil(2) * 2 - gap);
        widths.fill(widest);
        skew = (widest + gap) / 2;
    }
    (widths, skew)
}

/// Columns for the numbers of rows.
const MARGIN: usize = 4;

/// Ends a line without trailing blanks.
pub(super) fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

/// Describes which sides of the board a seat connects, where the rules assign sides.
pub(super) fn describe_sides(board: &dyn StoneBoard, seat: Seat) -> Option<String> {
    let sides: Vec<&str> = board.edges_of(seat).into_iter().map(|side| side.name).collect();
    (!sides.is_empty()).then(|| format!("connects {}", series(&sides, "and")))
}

/// Lists the pieces that a seat has left.
pub fn describe_reserve(board: &dyn StoneBoard, seat: Seat) -> String {
    let game = board.game();
    let pools = game.pools().into_iter().filter(|&kind| game.reserve.get(seat, kind) > 0);
    let left: Vec<String> = pools.map(|kind| plural(board.reserve_of(seat, kind), &game.names.pieces[kind])).collect();
    format!("{} left", left.join(", "))
}

/// Lists the seats: the letter and colour of their pieces, their reserves, and their sides.
pub(super) fn reserves(game: &Game, board: &dyn StoneBoard, screen: &Screen) -> String {
    let names = &game.plan().names;
    let mut out = String::new();
    for ((letter, style), line) in seat_markers(names, screen).iter().zip(reserve_lines(game, board)) {
        out.push_str(&(screen.wrap_lines(&format!("{style}{letter}{style:#} {line}"), 2) + "\n"));
    }
    // An opening in which players place each other's pieces surprises newcomers.
    let (seat, owner) = (board.turn_state().seat, board.placement_owner());
    if screen.marks && seat != owner && !game.is_over() {
        let [seat, owner] = [seat, owner].map(|seat| &names.seats[seat]);
        out.push_str(&(screen.wrap_lines(&format!("In this turn {seat} places one of {owner}'s pieces."), 2) + "\n"));
    }
    out
}

/// Describes what each seat has left to place, and the sides that it joins.
pub(super) fn reserve_lines(game: &Game, board: &dyn StoneBoard) -> Vec<String> {
    let line = |(seat, name): (Seat, &String)| {
        let joined = describe_sides(board, seat).map(|joined| format!("; {joined}")).unwrap_or_default();
        format!("{name}: {}{joined}", describe_reserve(board, seat))
    };
    game.plan().names.seats.iter_enumerated().map(line).collect()
}

/// Letter and colour of a seat's pieces.
type SeatMarker = (char, Style);
type SeatMarkers = IndexVec<Seat, SeatMarker>;

fn write_marker((letter, style): SeatMarker) -> String {
    format!("{style}{letter}{style:#}")
}

/// Owners of the sides of a board, where the rules assign sides.
#[derive(Default)]
struct BoardSides {
    left: Option<SeatMarker>,
    right: Option<SeatMarker>,
    top: Option<SeatMarker>,
    bottom: Option<SeatMarker>,
}

impl BoardSides {
    /// Columns that the owners of the left and the right side take.
    fn columns(&self) -> usize {
        self.left.is_some() as usize + 2 * self.right.is_some() as usize
    }

    fn of(board: &dyn StoneBoard, markers: &SeatMarkers) -> BoardSides {
        let mut sides = BoardSides::default();
        for (seat, marker) in markers.iter_enumerated() {
            for edge in board.edges_of(seat) {
                let side = match edge.name {
                    "left" => &mut sides.left,
                    "right" => &mut sides.right,
                    "top" => &mut sides.top,
                    _ => &mut sides.bottom,
                };
                *side = Some(*marker);
            }
        }
        sides
    }
}

fn seat_markers(names: &Names, screen: &Screen) -> SeatMarkers {
    let marker =
        |(seat, name): (Seat, &String)| (seat_letter(names, seat), colours::piece_style(name, seat.index(), screen));
    names.seats.iter_enumerated().map(marker).collect()
}

/// Returns the first letter of a seat's name, or its number where two names share one.
fn seat_letter(names: &Names, seat: Seat) -> char {
    let first = |name: &String| name.chars().next().unwrap_or('?').to_ascii_lowercase();
    let letter = first(&names.seats[seat]);
    let is_shared = names.seats.iter().filter(|name| first(name) == letter).count() > 1;
    if is_shared { char::from_digit(seat.number() as u32, 10).unwrap_or('?') } else { letter }
}

/// Text of one cell: its pieces from the bottom up, then the letter of a top that is not the usual piece.
#[derive(Default)]
struct CellText {
    text: String,
    width: usize,
    /// Whether a label follows the pieces.
    has_label: bool,
}

impl CellText {
    fn write(&mut self, text: &str, style: Style) {
        self.text.push_str(&format!("{style}{text}{style:#}"));
        self.width += width(text);
    }

    fn write_plain(&mut self, text: &str) {
        self.text.push_str(text);
        self.width += width(text);
    }
}

/// Renderer of cells.
struct StoneText<'a> {
    markers: &'a SeatMarkers,
    plan: &'a StoneGame,
    annotations: &'a Annotations,
    screen: &'a Screen,
    /// Width of the columns, if it is fixed.
    stack_width: Option<usize>,
}

impl StoneText<'_> {
    fn render_cell(&self, at: Coord, stack: &[Stone]) -> CellText {
        let mut cell = CellText::default();
        let brackets = self.brackets(at).filter(|_| self.screen.marks);
        let mark = colours::mark_style(self.screen);
        if let Some((left, _)) = brackets {
            cell.write(left, mark);
        }
        self.fill(&mut cell, at, stack);
        match brackets {
            Some((_, right)) => cell.write(right, mark),
            // Where cells may have brackets, all leave room for them.
            None if self.screen.marks => cell.write_plain(" "),
            None => {}
        }
        cell
    }

    /// Returns the brackets of a cell of the last move, or of one that decided the game.
    fn brackets(&self, at: Coord) -> Option<(&'static str, &'static str)> {
        if self.annotations.decisive.cells.contains(&at) {
            return Some(("<", ">"));
        }
        if self.annotations.earlier.contains(&at) {
            return Some(("[", "]"));
        }
        let index = self.annotations.last_move.iter().position(|last| *last == at)?;
        Some(if index == 0 && self.annotations.last_move.len() > 1 { ("(", ")") } else { ("[", "]") })
    }

    fn fill(&self, cell: &mut CellText, at: Coord, stack: &[Stone]) {
        let annotations = self.annotations;
        let Some(top) = stack.last() else {
            match annotations.text(at).as_str() {
                "." => cell.write_plain(&self.screen.symbol('·', '.').to_string()),
                text => cell.write_plain(text),
            }
            return;
        };
        if annotations.threats.contains(&at) {
            cell.write_plain("!");
        }
        if annotations.highlights.contains(&at) {
            cell.write_plain("*");
        }
        let hidden = self.hidden_pieces(cell.width, stack, top);
        if hidden > 0 {
            cell.write_plain(&format!("{}:", stack.len()));
        }
        for stone in &stack[hidden..] {
            let (letter, style) = self.markers[stone.seat];
            cell.write(letter.encode_utf8(&mut [0; 4]), style);
        }
        if self.has_kind_letter(top) {
            let (_, style) = self.markers[top.seat];
            cell.write(self.plan.pieces[top.kind].letter.encode_utf8(&mut [0; 4]), style.bold());
        }
        if let Some(label) = annotations.labels.get(&at) {
            cell.write_plain(&format!("={label}"));
            cell.has_label = true;
        }
    }

    /// Whether the letter of a piece's kind is shown: not that of the usual one.
    fn has_kind_letter(&self, top: &Stone) -> bool {
        self.plan.place.first() != Some(&top.kind)
    }

    /// Returns how many pieces at the bottom of a stack are not shown: then its height is. `written` is the width of what
    /// precedes the pieces.
    fn hidden_pieces(&self, written: usize, stack: &[Stone], top: &Stone) -> usize {
        let Some(width) = self.stack_width else {
            let shown = self.plan.carry.max(MIN_SHOWN_PIECES);
            return if stack.len() > shown.max(MAX_WHOLE_HEIGHT) { stack.len() - shown } else { 0 };
        };
        // Behind the pieces there is a bracket, or a blank.
        let room = width.saturating_sub(written.max(1) + self.has_kind_letter(top) as usize + 1);
        if stack.len() <= room {
            return 0;
        }
        let height = stack.len().to_string().len() + 1;
        stack.len() - room.saturating_sub(height).max(1)
    }
}
