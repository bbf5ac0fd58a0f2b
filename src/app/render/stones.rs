//! A board of stones as lines of text.

use anstyle::Style;

use super::screen::Screen;
use super::{Annotations, colours, window};
use houserule_core::geometry::{Coord, Grid};
use houserule_core::mechanics::{Seat, Stone, StoneBoard, StoneGame};
use houserule_core::names::Names;
use houserule_core::text::{series, width};
use houserule_script::game::Game;

/// Stacks taller than this show their height and their upper part only.
const TALLEST_SHOWN: usize = 7;

/// Lines that should be seen with the board and the reserves below it, at least.
const LINES_BELOW: usize = 4;

/// Of these the letters of the columns, what was played and a line to type in.
const AROUND: usize = 3;

/// The board with its coordinates, then what is left in reserve. Styled text: print it through `anstream`, or strip
/// it where colours are not wanted.
pub fn board(game: &Game, board: &dyn StoneBoard, pointed: &Annotations, screen: &Screen) -> String {
    let (names, grid) = (&game.plan().names, &board.game().grid);
    let drawing = StoneText { names, plan: board.game(), pointed, screen };
    let cell = |x: usize, y: usize| {
        let at = Coord { x: x as i32, y: y as i32 };
        grid.cell(at).map_or_else(CellText::default, |_| drawing.square(at, &board.stack(at)))
    };
    let (width, height) = (grid.width as usize, grid.height as usize);
    let cells: Vec<Vec<CellText>> = (0..height).map(|y| (0..width).map(|x| cell(x, y)).collect()).collect();
    // What stands between two cells: room for a bracket is enough.
    let gap = if screen.marks { 0 } else { 1 };
    let (widths, lean) = cell_widths(&cells, grid, gap);
    let margin = grid.height.to_string().len();

    let focus = pointed.last.last().copied().unwrap_or(Coord { x: grid.width as i32 / 2, y: grid.height as i32 / 2 });
    let beside = reserves(names, board, screen);
    let spaced: Vec<usize> = widths.iter().map(|width| width + gap).collect();
    let room = screen.columns.saturating_sub(margin + 1);
    // What is not shown is told in a line, or on a narrow screen in several.
    let hidden = if spaced.iter().sum::<usize>() > room { width } else { 0 };
    let told = screen.wrapped(&window::missing((hidden, hidden), (height, height)), 2).lines().count();
    let below = |told: usize| (AROUND + beside.lines().count() + told).max(LINES_BELOW + names.seats.len());
    let lines = screen.rows.map_or(height, |rows| {
        let is_whole = hidden == 0 && rows >= height + below(0);
        rows.saturating_sub(below(if is_whole { 0 } else { told })).max(3)
    });
    let mut rows = window::around(&vec![1; height], focus.y as usize, lines);
    let room_within = |rows: &std::ops::Range<usize>| match lean {
        0 => room,
        _ => room.saturating_sub(lean * (rows.len() - 1)),
    };
    // Leaning rows take room from each other: rather fewer of them than hardly a column.
    while lean > 0 && rows.len() > 3 && room_within(&rows) < room / 2 {
        rows = window::around(&vec![1; height], focus.y as usize, rows.len() - 1);
    }
    let columns = match screen.rows {
        None => 0..width,
        Some(_) => window::around(&spaced, focus.x as usize, room_within(&rows)),
    };

    let mut out = String::new();
    for y in rows.clone().rev() {
        out.push_str(&" ".repeat(lean * (y - rows.start)));
        // The number stands beside the first cell of the row.
        let first = columns.clone().find(|&x| cells[y][x].width > 0).unwrap_or(columns.start);
        out.push_str(&" ".repeat(spaced[columns.start..first].iter().sum()));
        out.push_str(&format!("{:>margin$} ", y + 1));
        for x in first..columns.end {
            let square = &cells[y][x];
            out.push_str(&" ".repeat(gap + widths[x] - square.width));
            out.push_str(&square.text);
        }
        end_line(&mut out);
    }
    out.push_str(&" ".repeat(margin + 1));
    for x in columns.clone() {
        let name = Grid::name(Coord { x: x as i32, y: 0 });
        let (before, after) = if gap == 0 { ("", " ") } else { (" ", "") };
        out.push_str(&format!("{before}{:>width$}{after}", &name[..1], width = widths[x] + gap - 1));
    }
    end_line(&mut out);
    let missing = window::missing((columns.start, width - columns.end), (height - rows.end, rows.start));
    out.push_str(&screen.wrapped(&missing, 2));
    out.push_str(&beside);
    out
}

/// The widths of the columns, and how far each row leans to the right of the one below.
fn cell_widths(cells: &[Vec<CellText>], grid: &Grid, gap: usize) -> (Vec<usize>, usize) {
    let widest = |x: usize| cells.iter().map(|row| row[x].width).max().unwrap_or(1);
    let mut widths: Vec<usize> = (0..grid.width as usize).map(|x| widest(x).max(3 - gap)).collect();
    // A letter on a piece widens its cell; all columns do then what that one does, so that they stay even.
    let lettered = cells.iter().flatten().filter(|square| square.is_lettered).map(|square| square.width).max();
    widths.iter_mut().for_each(|width| *width = (*width).max(lettered.unwrap_or(0)));
    // Where rows lean, each is half a cell to the right of the one below; all cells are then as wide as the widest.
    let mut lean = 0;
    if grid.is_hex() {
        let widest = widths.iter().max().map_or(1, |width| (width + gap).div_ceil(2) * 2 - gap);
        widths.fill(widest);
        lean = (widest + gap) / 2;
    }
    (widths, lean)
}

/// Room for a bracket is not seen at the end of a line.
fn end_line(out: &mut String) {
    out.truncate(out.trim_end_matches(' ').len());
    out.push('\n');
}

/// What a seat's road joins, where the rules say which sides are its own.
pub(super) fn joined(board: &dyn StoneBoard, seat: Seat) -> Option<String> {
    let sides: Vec<&str> = board.sides_of(seat).into_iter().map(|side| side.words).collect();
    (!sides.is_empty()).then(|| format!("its road joins {}", series(&sides, "and")))
}

/// One line for each seat: the letter and colour of its pieces, what it has left, and which sides are its own.
fn reserves(names: &Names, board: &dyn StoneBoard, screen: &Screen) -> String {
    let plan = board.game();
    let mut out = String::new();
    for (seat, name) in names.seats.iter_enumerated() {
        let index = seat.index();
        let left: Vec<String> = plan
            .pools()
            .into_iter()
            .filter(|&kind| plan.reserve.get(seat, kind) > 0)
            .map(|kind| {
                let count = board.in_reserve(seat, kind);
                let piece = &names.pieces[kind];
                format!("{count} {piece}{}", if count == 1 { "" } else { "s" })
            })
            .collect();
        let style = colours::piece(name, index, screen);
        let joined = joined(board, seat).map(|joined| format!("; {joined}")).unwrap_or_default();
        let letter = seat_letter(names, seat);
        let line = format!("{style}{letter}{style:#} {name}: {} left{joined}", left.join(", "));
        out.push_str(&(screen.wrapped(&line, 2) + "\n"));
    }
    out
}

/// The first letter of a seat's name, or its number where two names share one.
fn seat_letter(names: &Names, seat: Seat) -> char {
    let first = |name: &String| name.chars().next().unwrap_or('?').to_ascii_lowercase();
    let letter = first(&names.seats[seat]);
    let shared = names.seats.iter().filter(|name| first(name) == letter).count() > 1;
    if shared { char::from_digit(seat.number() as u32, 10).unwrap_or('?') } else { letter }
}

/// What one cell shows: its pieces from the bottom up, then the letter of a top that is not the usual piece.
#[derive(Default)]
struct CellText {
    text: String,
    width: usize,
    /// Whether a letter stands beside pieces.
    is_lettered: bool,
}

impl CellText {
    fn write(&mut self, text: &str, style: Style) {
        self.text.push_str(&format!("{style}{text}{style:#}"));
        self.width += width(text);
    }

    fn plain(&mut self, text: &str) {
        self.text.push_str(text);
        self.width += width(text);
    }
}

/// What is the same for all cells.
struct StoneText<'a> {
    names: &'a Names,
    plan: &'a StoneGame,
    pointed: &'a Annotations,
    screen: &'a Screen,
}

impl StoneText<'_> {
    fn square(&self, at: Coord, stack: &[Stone]) -> CellText {
        let mut square = CellText::default();
        let brackets = self.brackets(at).filter(|_| self.screen.marks);
        let mark = colours::mark(self.screen);
        if let Some((left, _)) = brackets {
            square.write(left, mark);
        }
        self.fill(&mut square, at, stack);
        match brackets {
            Some((_, right)) => square.write(right, mark),
            // Where cells may stand in brackets, all leave room for them.
            None if self.screen.marks => square.plain(" "),
            None => {}
        }
        square
    }

    /// What stands around the cells of the last move and those that decided the game.
    fn brackets(&self, at: Coord) -> Option<(&'static str, &'static str)> {
        if self.pointed.deciding.cells.contains(&at) {
            return Some(("<", ">"));
        }
        let index = self.pointed.last.iter().position(|last| *last == at)?;
        Some(if index == 0 && self.pointed.last.len() > 1 { ("(", ")") } else { ("[", "]") })
    }

    fn fill(&self, square: &mut CellText, at: Coord, stack: &[Stone]) {
        let (pointed, names) = (self.pointed, self.names);
        let Some(top) = stack.last() else {
            match pointed.text(at).as_str() {
                "." => square.plain(&self.screen.sign('·', '.').to_string()),
                text => square.plain(text),
            }
            return;
        };
        if pointed.threats.contains(&at) {
            square.plain("!");
        }
        if pointed.highlights.contains(&at) {
            square.plain("*");
        }
        let hidden = if stack.len() > TALLEST_SHOWN { stack.len() - (TALLEST_SHOWN - 3) } else { 0 };
        if hidden > 0 {
            square.plain(&format!("{}:", stack.len()));
        }
        for stone in &stack[hidden..] {
            let letter = seat_letter(names, stone.seat).to_string();
            square.write(&letter, colours::piece(&names.seats[stone.seat], stone.seat.index(), self.screen));
        }
        if self.plan.place.first() != Some(&top.kind) {
            square.plain(&self.plan.pieces[top.kind].letter.to_string());
        }
        if let Some(label) = pointed.labels.get(&at) {
            square.plain(&format!("={label}"));
            square.is_lettered = true;
        }
    }
}
