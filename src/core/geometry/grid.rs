//! Bounded board: its cells, how they touch, their names and its opposite edges. Every shape is a rectangle of cells
//! with a list of steps, so the number of directions is data.

use super::{Cell, Coord, Offset};

/// Bounded board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
    /// Steps to cells that touch along an edge.
    pub steps: Vec<Offset>,
    /// Steps to cells that only touch at a corner.
    pub diagonals: Vec<Offset>,
    /// Pairs of opposite edges of the board.
    pub opposite: Vec<(Region, Region)>,
}

/// Named part of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// All cells.
    All,
    /// Leftmost column.
    Left,
    /// Rightmost column.
    Right,
    /// Bottom row.
    Bottom,
    /// Top row.
    Top,
    /// All cells on the rim.
    Edge,
    /// All cells except those on the rim.
    Inside,
    /// The middle cell, or the middle ones where a side has an even number of cells.
    Centre,
}

impl Grid {
    /// Maximum number of cells along a side.
    pub const MAX_SIDE: u8 = 15;

    /// Maximum number of directions along edges.
    pub const MAX_STEPS: usize = 8;

    /// Square board whose cells touch along their four edges.
    pub fn square(side: u8) -> Grid {
        let o = Offset::new;
        Grid {
            width: side,
            height: side,
            steps: vec![o(-1, 0), o(1, 0), o(0, 1), o(0, -1)],
            diagonals: vec![o(-1, 1), o(1, 1), o(1, -1), o(-1, -1)],
            opposite: vec![(Region::Left, Region::Right), (Region::Bottom, Region::Top)],
        }
    }

    /// Rhombus of hexagons, `side` by `side`. Each row is shifted to the right of the one below: a1 touches only b1 and
    /// a2, and b1 touches a2.
    pub fn hex_rhombus(side: u8) -> Grid {
        let mut grid = Grid::square(side);
        grid.steps.extend([Offset::new(-1, 1), Offset::new(1, -1)]);
        // Hexagons that share a corner share an edge.
        grid.diagonals.clear();
        grid
    }

    /// Whether the cells are hexagons, with each row half a cell to the right of the one below.
    pub fn is_hex(&self) -> bool {
        self.steps.len() == 6
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether the board has no cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All cells, in index order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        Cell::all(self.len())
    }

    /// Coordinates of a cell.
    pub fn at(&self, cell: Cell) -> Coord {
        Coord { x: (cell.0 % self.width) as i32, y: (cell.0 / self.width) as i32 }
    }

    /// Cell at a coordinate, if it is on the board.
    pub fn cell(&self, at: Coord) -> Option<Cell> {
        let inside = (0..self.width as i32).contains(&at.x) && (0..self.height as i32).contains(&at.y);
        inside.then(|| Cell((at.y * self.width as i32 + at.x) as u8))
    }

    /// Neighbour of a cell, if the step stays on the board.
    pub fn neighbour(&self, cell: Cell, step: Offset) -> Option<Cell> {
        self.cell(self.at(cell).plus(step, 1))
    }

    /// Name of a coordinate: column letter and row number. Coordinates off the board have names too.
    pub fn name(at: Coord) -> String {
        match u8::try_from(at.x) {
            Ok(x @ 0..26) if at.y >= 0 => format!("{}{}", (b'a' + x) as char, at.y + 1),
            _ => format!("({}, {})", at.x + 1, at.y + 1),
        }
    }

    /// Coordinate with a name, on this board or beyond it; `None` if the text is not a cell name.
    pub fn parse(name: &str) -> Option<Coord> {
        let mut chars = name.chars();
        let column = chars.next().filter(char::is_ascii_alphabetic)?.to_ascii_lowercase();
        let row = chars.as_str();
        if row.is_empty() || row.len() > 3 || row.starts_with('0') || !row.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        Some(Coord { x: column as i32 - 'a' as i32, y: row.parse::<i32>().ok()? - 1 })
    }

    /// Cells of a region.
    pub fn region(&self, region: Region) -> Vec<Cell> {
        let (last_x, last_y) = (self.width as i32 - 1, self.height as i32 - 1);
        let on_edge = |at: Coord| at.x == 0 || at.y == 0 || at.x == last_x || at.y == last_y;
        let central = |v: i32, last: i32| v == last / 2 || v == (last + 1) / 2;
        self.cells()
            .filter(|&cell| {
                let at = self.at(cell);
                match region {
                    Region::All => true,
                    Region::Left => at.x == 0,
                    Region::Right => at.x == last_x,
                    Region::Bottom => at.y == 0,
                    Region::Top => at.y == last_y,
                    Region::Edge => on_edge(at),
                    Region::Inside => !on_edge(at),
                    Region::Centre => central(at.x, last_x) && central(at.y, last_y),
                }
            })
            .collect()
    }
}

impl Region {
    /// Names of the regions available to scripts.
    pub const NAMES: &'static [&'static str] = &["all", "edge", "inside", "centre"];

    /// Region with a name.
    pub fn named(name: &str) -> Option<Region> {
        match name {
            "all" => Some(Region::All),
            "edge" => Some(Region::Edge),
            "inside" => Some(Region::Inside),
            "centre" => Some(Region::Centre),
            _ => None,
        }
    }

    /// The region in words, after "on".
    pub fn words(self) -> &'static str {
        match self {
            Region::All => "any cell",
            Region::Left => "the left side",
            Region::Right => "the right side",
            Region::Bottom => "the bottom side",
            Region::Top => "the top side",
            Region::Edge => "the edge",
            Region::Inside => "a square away from the edge",
            Region::Centre => "a centre square",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_places_agree_on_and_off_the_board() {
        let grid = Grid::square(5);
        for cell in grid.cells() {
            let at = grid.at(cell);
            assert_eq!(Grid::parse(&Grid::name(at)), Some(at));
            assert_eq!(grid.cell(at), Some(cell));
        }
        assert_eq!(Grid::parse("h9"), Some(Coord { x: 7, y: 8 }));
        assert_eq!(Grid::parse("a0").or(Grid::parse("5")).or(Grid::parse("aa")), None);
    }

    #[test]
    fn hexagons_of_a_rhombus_touch_six_others_and_back() {
        let grid = Grid::hex_rhombus(4);
        let around = |name: &str| {
            let cell = Grid::parse(name).and_then(|at| grid.cell(at)).expect("a cell of the board");
            let next = grid.steps.iter().filter_map(|&step| grid.neighbour(cell, step));
            next.map(|cell| Grid::name(grid.at(cell))).collect::<Vec<_>>()
        };
        assert_eq!(around("b2"), ["a2", "c2", "b3", "b1", "a3", "c1"]);
        assert_eq!(around("a1"), ["b1", "a2"], "a sharp corner");
        assert_eq!(around("a4"), ["b4", "a3", "b3"], "a blunt one");
        for cell in grid.cells() {
            let name = Grid::name(grid.at(cell));
            assert!(around(&name).iter().all(|next| around(next).contains(&name)), "{name}");
        }
    }

    #[test]
    fn an_even_board_has_four_centre_cells() {
        let names = |side| {
            let grid = Grid::square(side);
            grid.region(Region::Centre).iter().map(|&c| Grid::name(grid.at(c))).collect::<Vec<_>>()
        };
        assert_eq!(names(5), ["c3"]);
        assert_eq!(names(4), ["b2", "c2", "b3", "c3"]);
    }
}
