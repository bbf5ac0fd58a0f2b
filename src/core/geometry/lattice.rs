//! Unbounded board: cells that touch along their sides, and a window of memory that grows with the tiles on it.

use super::{Coord, Offset};
use crate::index::index_type;

/// Adjacency of the cells of an open board. Sides are numbered clockwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lattice {
    /// Step through each side.
    pub steps: Vec<Offset>,
    /// Names of the sides.
    pub side_names: Vec<&'static str>,
}

impl Lattice {
    /// Maximum number of sides of a cell.
    pub const MAX_SIDES: usize = 6;
    /// Maximum number of axes.
    pub const MAX_AXES: usize = 3;

    /// Square cells; rows run downwards.
    pub fn square() -> Lattice {
        let o = Offset::new;
        Lattice { steps: vec![o(0, -1), o(1, 0), o(0, 1), o(-1, 0)], side_names: vec!["N", "E", "S", "W"] }
    }

    /// Hexagons with a corner on top, in axial coordinates; rows run downwards.
    pub fn hex() -> Lattice {
        let o = Offset::new;
        Lattice {
            steps: vec![o(1, -1), o(1, 0), o(0, 1), o(-1, 1), o(-1, 0), o(0, -1)],
            side_names: vec!["NE", "E", "SE", "SW", "W", "NW"],
        }
    }

    /// Number of sides of a cell.
    pub fn sides(&self) -> usize {
        self.steps.len()
    }

    /// Opposite side: the one by which the neighbour across `side` touches this cell.
    pub fn opposite(&self, side: usize) -> usize {
        (side + self.sides() / 2) % self.sides()
    }

    /// Side that leads to the same cell as a step through `first` and then one through `second`, if any: on hexagons,
    /// two adjacent cells have common neighbours.
    pub fn shortcut(&self, first: usize, second: usize) -> Option<usize> {
        let (a, b) = (self.steps[first], self.steps[second]);
        self.steps.iter().position(|step| (step.dx, step.dy) == (a.dx + b.dx, a.dy + b.dy))
    }

    /// Coordinate along an axis: columns, rows, and on hexagons the third direction. There is one axis per pair of
    /// opposite sides.
    pub fn axis_coord(axis: usize, at: Coord) -> i32 {
        [at.x, at.y, at.x + at.y][axis]
    }
}

index_type! {
    /// Cell of a window.
    WindowCell(u32)
}

impl WindowCell {
    /// Cell after a step, given by its stride.
    #[inline]
    pub fn step(self, stride: i32) -> WindowCell {
        WindowCell(self.0.wrapping_add_signed(stride))
    }
}

/// Allocated part of an open board: a rectangle with a rim, so that every cell in use has its neighbours. Its width is
/// a power of two, so that coordinates are computed without a division.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    left: i32,
    top: i32,
    /// Binary logarithm of the width.
    shift: u32,
    height: i32,
}

impl Window {
    const RIM: i32 = 2;

    /// Window around the origin that reaches at least `reach` cells in every direction.
    pub fn around_origin(reach: i32) -> Window {
        let size = 2 * reach + 1;
        let shift = (size as u32).next_power_of_two().trailing_zeros();
        Window { left: -(1 << shift >> 1), top: -reach, shift, height: size }
    }

    fn width(&self) -> i32 {
        1 << self.shift
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        (self.height as usize) << self.shift
    }

    /// Whether the window has no cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Cell at a coordinate, if it is within the window.
    pub fn cell(&self, at: Coord) -> Option<WindowCell> {
        let (x, y) = (at.x - self.left, at.y - self.top);
        let inside = (0..self.width()).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| WindowCell((y << self.shift | x) as u32))
    }

    /// Coordinate of a cell.
    pub fn coord(&self, cell: WindowCell) -> Coord {
        let (x, y) = self.column_and_row(cell);
        Coord { x: self.left + x, y: self.top + y }
    }

    fn column_and_row(&self, cell: WindowCell) -> (i32, i32) {
        let index = cell.0 as i32;
        (index & (self.width() - 1), index >> self.shift)
    }

    /// Change of the index for a step.
    pub fn stride(&self, step: Offset) -> i32 {
        step.dy * self.width() + step.dx
    }

    /// Whether a cell is so near the rim that cells two steps away may be outside the window.
    pub fn is_near_rim(&self, cell: WindowCell) -> bool {
        let (x, y) = self.column_and_row(cell);
        let is_in_rim = |v: i32, size: i32| v < Self::RIM || v >= size - Self::RIM;
        is_in_rim(x, self.width()) || is_in_rim(y, self.height)
    }

    /// Larger window, extended in the directions in which a coordinate is near the rim or beyond it.
    pub fn grown_around(&self, at: Coord) -> Window {
        let (x, y) = (at.x - self.left, at.y - self.top);
        let mut window = *self;
        if x < Self::RIM || x >= self.width() - Self::RIM {
            window.shift += 1;
            window.left -= if x < Self::RIM { self.width() } else { 0 };
        }
        if y < Self::RIM || y >= self.height - Self::RIM {
            window.height = self.height * 2;
            window.top -= if y < Self::RIM { self.height } else { 0 };
        }
        window
    }
}

/// Name of a column of an open board: `@` is the one left of the tiles, then A to Z, AA and so on.
pub fn column_name(column: i32) -> String {
    if column <= 0 {
        return "@".to_string();
    }
    let (mut rest, mut letters) = (column, Vec::new());
    while rest > 0 {
        letters.push((b'A' + ((rest - 1) % 26) as u8) as char);
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// Name of a coordinate counted from the top left tile of an open board, which is A1.
pub fn open_name(at: Coord) -> String {
    match (at.x, at.y) {
        (-1.., -1..) => format!("{}{}", column_name(at.x + 1), at.y + 1),
        _ => format!("({}, {})", at.x + 1, at.y + 1),
    }
}

/// Naming of the cells of an open board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CellNaming {
    /// By columns and rows, counted from the top left corner of the tiles.
    #[default]
    Counted,
    /// By coordinates, counted from the first tile: `2,-1`.
    Axial,
}

impl CellNaming {
    /// Name of a coordinate; `corner` is the top left corner of the tiles.
    pub fn write(self, at: Coord, corner: Coord) -> String {
        match self {
            CellNaming::Counted => open_name(at.relative_to(corner)),
            CellNaming::Axial => format!("{},{}", at.x, at.y),
        }
    }

    /// Coordinate with a name; `corner` is the top left corner of the tiles.
    pub fn read(self, text: &str, corner: Coord) -> Option<Coord> {
        match self {
            CellNaming::Counted => {
                let (at, rest) = read_open_name(text)?;
                rest.is_empty().then_some(Coord { x: corner.x + at.x, y: corner.y + at.y })
            }
            CellNaming::Axial => {
                const MAX_CELL_NAME_LEN: usize = 6;
                let number = |text: &str| {
                    let digits = text.strip_prefix('-').unwrap_or(text);
                    let is_valid = digits.bytes().all(|byte| byte.is_ascii_digit()) && text.len() <= MAX_CELL_NAME_LEN;
                    text.parse::<i32>().ok().filter(|_| is_valid)
                };
                let (x, y) = text.split_once(',')?;
                Some(Coord { x: number(x)?, y: number(y)? })
            }
        }
    }
}

/// Maximum lengths of a column and of a row that are parsed; no board is that large.
const MAX_COLUMN_LEN: usize = 5;
const MAX_ROW_LEN: usize = 7;

/// Parses a coordinate as written by [`open_name`], in any case, and returns it with the rest of the text.
pub fn read_open_name(text: &str) -> Option<(Coord, &str)> {
    let (column, rest) = match text.strip_prefix('@') {
        Some(rest) => (0, rest),
        None => {
            let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
            let digit = |letter: u8| i32::from(letter.to_ascii_uppercase() - b'A' + 1);
            let column = text[..end].bytes().take(MAX_COLUMN_LEN).fold(0, |column, letter| column * 26 + digit(letter));
            (1..=MAX_COLUMN_LEN).contains(&end).then_some((column, &text[end..]))?
        }
    };
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let (row, rest) = rest.split_at(end);
    let is_valid = (1..=MAX_ROW_LEN).contains(&row.len()) && (row == "0" || !row.starts_with('0'));
    let row: i32 = row.parse().ok().filter(|_| is_valid)?;
    Some((Coord { x: column - 1, y: row - 1 }, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stepping_through_a_side_and_back_returns() {
        for lattice in [Lattice::square(), Lattice::hex()] {
            for side in 0..lattice.sides() {
                let there = Coord { x: 3, y: -2 }.plus(lattice.steps[side], 1);
                let back = there.plus(lattice.steps[lattice.opposite(side)], 1);
                assert_eq!(back, Coord { x: 3, y: -2 });
            }
        }
    }

    #[test]
    fn a_grown_window_contains_every_cell_of_the_old_one() {
        let old = Window::around_origin(3);
        let new = old.grown_around(Coord { x: -3, y: 2 });
        for cell in WindowCell::all(old.len()) {
            let at = old.coord(cell);
            assert_eq!(old.cell(at), Some(cell));
            assert_eq!(new.cell(at).map(|cell| new.coord(cell)), Some(at));
        }
    }

    #[test]
    fn columns_are_counted_without_a_zero() {
        let names = [0, 1, 26, 27, 702, 703].map(column_name);
        assert_eq!(names, ["@", "A", "Z", "AA", "ZZ", "AAA"]);
    }

    #[test]
    fn places_are_parsed_as_written() {
        for at in [(-1, -1), (-1, 0), (25, 8), (26, 98), (701, -1), (702, 999)].map(|(x, y)| Coord { x, y }) {
            let name = open_name(at);
            assert_eq!(read_open_name(&format!("{name}+")), Some((at, "+")), "{name}");
            assert_eq!(read_open_name(&name.to_lowercase()), Some((at, "")), "{name}");
        }
        for odd in ["", "A", "1", "A@", "A01", "A00", "@@0", "ABCDEF1", "A12345678", "A-1"] {
            assert_eq!(read_open_name(odd), None, "{odd}");
        }
    }
}
