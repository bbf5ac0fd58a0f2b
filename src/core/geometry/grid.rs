//! Bounded board: its cells, how they touch, their names and its edges. A board is a rectangle from which cells may be
//! missing, with a list of steps, so shape and number of directions are data.

use super::{Bitboard, Bits256, Cell, Coord, Offset};

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
    /// Pairs of opposite edges of the board. `between = "left_right"` is the first, `"bottom_top"` the second.
    pub edge_pairs: Vec<(BoardEdge, BoardEdge)>,
    /// Whether row 1 is shown at the top and the others below it.
    pub rows_go_down: bool,
    is_hex: bool,
    cells: Bits256,
}

/// Edge of a board: the cells beyond which there is no cell in some directions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardEdge {
    /// Name for sentences: "left", "right", "bottom" or "top".
    pub name: &'static str,
    /// Steps that lead off the board, clockwise.
    pub outward: &'static [Offset],
}

/// Named part of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// All cells.
    All,
    /// All cells on the edge: those that lack a neighbour.
    Edge,
    /// All cells that have all their neighbours.
    Inside,
    /// The middle cell, or the middle ones if the board has an even number of columns or rows.
    Centre,
}

const LEFT: Offset = Offset::new(-1, 0);
const RIGHT: Offset = Offset::new(1, 0);
const UP: Offset = Offset::new(0, 1);
const DOWN: Offset = Offset::new(0, -1);
/// On hexagons, up to the left; [`UP`] is up to the right.
const UP_LEFT: Offset = Offset::new(-1, 1);
/// On hexagons, down to the right; [`DOWN`] is down to the left.
const DOWN_RIGHT: Offset = Offset::new(1, -1);

impl Grid {
    /// Maximum number of cells along a side.
    pub const MAX_SIDE: u8 = 15;

    /// Maximum number of directions along edges.
    pub const MAX_STEPS: usize = 8;

    /// Rectangle of squares, which touch along their four edges.
    pub fn squares(width: u8, height: u8) -> Grid {
        Grid {
            width,
            height,
            steps: vec![LEFT, RIGHT, UP, DOWN],
            diagonals: vec![UP_LEFT, Offset::new(1, 1), DOWN_RIGHT, Offset::new(-1, -1)],
            edge_pairs: edge_pairs([&[LEFT], &[RIGHT], &[DOWN], &[UP]]),
            rows_go_down: false,
            is_hex: false,
            cells: Bits256::from_cells(Cell::all(width as usize * height as usize)),
        }
    }

    /// Parallelogram of hexagons. Each row is shifted to the right of the one below: a1 touches only b1 and a2, and b1
    /// touches a2.
    pub fn hexagons(width: u8, height: u8) -> Grid {
        Grid {
            steps: vec![LEFT, RIGHT, UP, DOWN, UP_LEFT, DOWN_RIGHT],
            // Hexagons that share a corner share an edge.
            diagonals: Vec::new(),
            edge_pairs: edge_pairs([&[LEFT, UP_LEFT], &[RIGHT, DOWN_RIGHT], &[DOWN_RIGHT, DOWN], &[UP_LEFT, UP]]),
            is_hex: true,
            ..Grid::squares(width, height)
        }
    }

    /// The board with row 1 at the top. Cells, steps and names stay; what was the top edge is shown at the bottom.
    pub fn with_rows_down(mut self) -> Grid {
        self.rows_go_down = true;
        for edge in self.edge_pairs.iter_mut().flat_map(|(one, other)| [one, other]) {
            edge.name = match edge.name {
                "top" => "bottom",
                "bottom" => "top",
                name => name,
            };
        }
        self
    }

    /// The board with only those of its cells that `is_kept` accepts.
    pub fn filter_cells(mut self, is_kept: impl Fn(Coord) -> bool) -> Grid {
        self.cells = Bits256::from_cells(self.cells().filter(|&cell| is_kept(self.coord(cell))));
        self
    }

    /// Whether the cells are hexagons, with each row half a cell to the right of the one below.
    pub fn is_hex(&self) -> bool {
        self.is_hex
    }

    /// Whether no cell is missing from the rectangle.
    pub fn is_whole(&self) -> bool {
        self.len() == self.span()
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.cells.len() as usize
    }

    /// Number of cell indices, including those of missing cells: the length of tables indexed by cell.
    pub fn span(&self) -> usize {
        usize::from(self.width) * usize::from(self.height)
    }

    /// Whether the board has no cells.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All cells, in index order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        self.cells.cells()
    }

    /// Coordinates of a cell.
    pub fn coord(&self, cell: Cell) -> Coord {
        Coord { x: (cell.0 % self.width) as i32, y: (cell.0 / self.width) as i32 }
    }

    /// Cell at a coordinate, if it is on the board.
    pub fn cell(&self, at: Coord) -> Option<Cell> {
        let inside = (0..i32::from(self.width)).contains(&at.x) && (0..i32::from(self.height)).contains(&at.y);
        inside.then(|| Cell((at.y * i32::from(self.width) + at.x) as u8)).filter(|&cell| self.cells.has(cell))
    }

    /// Neighbour of a cell, if the step stays on the board.
    pub fn neighbour(&self, cell: Cell, step: Offset) -> Option<Cell> {
        self.cell(self.coord(cell).plus(step, 1))
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

    /// Describes the limits of the board, to follow "the board, ": as a whole or, if cells are missing, of the row of
    /// `at`.
    pub fn describe_limits(&self, at: Coord) -> String {
        let row = || self.cells().map(|cell| self.coord(cell)).filter(|cell| cell.y == at.y);
        match (row().next(), row().last()) {
            (Some(first), Some(last)) if !self.is_whole() => {
                format!("where row {} runs from {} to {}", at.y + 1, Grid::name(first), Grid::name(last))
            }
            _ if !self.is_whole() => format!("which has {} rows", self.height),
            _ => {
                let corner = Coord { x: i32::from(self.width) - 1, y: i32::from(self.height) - 1 };
                format!("which runs from a1 to {}", Grid::name(corner))
            }
        }
    }

    /// Cells of an edge.
    pub fn edge(&self, edge: BoardEdge) -> impl Iterator<Item = Cell> + '_ {
        let is_last = |at: Coord, step| (1..=Grid::MAX_SIDE).all(|n| self.cell(at.plus(step, n.into())).is_none());
        let is_on_edge = move |at: Coord| edge.outward.iter().all(|&step| is_last(at, step));
        self.cells().filter(move |&cell| is_on_edge(self.coord(cell)))
    }

    /// Cells of a region.
    pub fn region(&self, region: Region) -> Vec<Cell> {
        let on_edge = |cell| self.steps.iter().any(|&step| self.neighbour(cell, step).is_none());
        // Twice the distance from the middle of the rectangle.
        let off_centre = |cell| {
            let at = self.coord(cell);
            (2 * at.x + 1 - i32::from(self.width)).abs() + (2 * at.y + 1 - i32::from(self.height)).abs()
        };
        let nearest = self.cells().map(off_centre).min();
        let is_in_region = |cell: &Cell| match region {
            Region::All => true,
            Region::Edge => on_edge(*cell),
            Region::Inside => !on_edge(*cell),
            Region::Centre => Some(off_centre(*cell)) == nearest,
        };
        self.cells().filter(is_in_region).collect()
    }
}

/// Pairs of opposite edges of a board with four sides, by the steps that lead off it.
fn edge_pairs([left, right, bottom, top]: [&'static [Offset]; 4]) -> Vec<(BoardEdge, BoardEdge)> {
    let edge = |words, outward| BoardEdge { name: words, outward };
    vec![(edge("left", left), edge("right", right)), (edge("bottom", bottom), edge("top", top))]
}

impl Region {
    /// Names of the regions available to scripts.
    pub const NAMES: &'static [&'static str] = &["all", "edge", "inside", "centre"];

    /// Region with a name.
    pub fn from_name(name: &str) -> Option<Region> {
        match name {
            "all" => Some(Region::All),
            "edge" => Some(Region::Edge),
            "inside" => Some(Region::Inside),
            "centre" => Some(Region::Centre),
            _ => None,
        }
    }

    /// Cells of the region in words, to follow "on".
    pub fn describe(self) -> &'static str {
        match self {
            Region::All => "any empty cell",
            Region::Edge => "an edge cell",
            Region::Inside => "a cell away from the edge",
            Region::Centre => "a centre cell",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_coordinates_agree_on_and_off_the_board() {
        let grid = Grid::squares(5, 5);
        for cell in grid.cells() {
            let at = grid.coord(cell);
            assert_eq!(Grid::parse(&Grid::name(at)), Some(at));
            assert_eq!(grid.cell(at), Some(cell));
        }
        assert_eq!(Grid::parse("h9"), Some(Coord { x: 7, y: 8 }));
        assert_eq!(Grid::parse("a0").or(Grid::parse("5")).or(Grid::parse("aa")), None);
    }

    #[test]
    fn hexagons_of_a_rhombus_touch_six_others_and_back() {
        let grid = Grid::hexagons(4, 4);
        let around = |name: &str| {
            let cell = Grid::parse(name).and_then(|at| grid.cell(at)).expect("a cell of the board");
            let next = grid.steps.iter().filter_map(|&step| grid.neighbour(cell, step));
            next.map(|cell| Grid::name(grid.coord(cell))).collect::<Vec<_>>()
        };
        assert_eq!(around("b2"), ["a2", "c2", "b3", "b1", "a3", "c1"]);
        assert_eq!(around("a1"), ["b1", "a2"], "a sharp corner");
        assert_eq!(around("a4"), ["b4", "a3", "b3"], "a blunt one");
        for cell in grid.cells() {
            let name = Grid::name(grid.coord(cell));
            assert!(around(&name).iter().all(|next| around(next).contains(&name)), "{name}");
        }
    }

    #[test]
    fn missing_cells_are_not_neighbours_and_have_limits() {
        let grid = Grid::squares(4, 3).filter_cells(|at| at.x + at.y > 1 && at.y < 2);
        let names = |cells: Vec<Cell>| cells.iter().map(|&c| Grid::name(grid.coord(c))).collect::<Vec<_>>().join(" ");
        assert_eq!((grid.len(), grid.span(), grid.is_whole()), (5, 12, false));
        assert_eq!(names(grid.cells().collect()), "c1 d1 b2 c2 d2");
        assert_eq!(grid.cell(Coord { x: 1, y: 0 }), None);
        assert_eq!(grid.neighbour(Cell(2), LEFT), None);
        let edges: Vec<String> =
            grid.edge_pairs.iter().flat_map(|&(a, b)| [a, b]).map(|edge| names(grid.edge(edge).collect())).collect();
        assert_eq!(edges, ["c1 b2", "d1 d2", "c1 d1 b2", "b2 c2 d2"]);
        assert_eq!(names(grid.region(Region::Centre)), "b2 c2");
        assert_eq!(grid.region(Region::Inside), []);
        let limits = |name| grid.describe_limits(Grid::parse(name).expect("a name"));
        assert_eq!([limits("a1"), limits("a3")], ["where row 1 runs from c1 to d1", "which has 3 rows"]);
    }

    #[test]
    fn an_even_board_has_four_centre_cells() {
        let names = |side| {
            let grid = Grid::squares(side, side);
            grid.region(Region::Centre).iter().map(|&c| Grid::name(grid.coord(c))).collect::<Vec<_>>()
        };
        assert_eq!(names(5), ["c3"]);
        assert_eq!(names(4), ["b2", "c2", "b3", "c3"]);
    }
}
