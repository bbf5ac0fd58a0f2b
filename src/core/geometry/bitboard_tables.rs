//! Geometry of a [`Grid`] as bitboards of one width: a step is a shift and a mask, so that a whole set of cells takes
//! it in one operation.

use super::{Bitboard, BoardEdge, Cell, Grid, Offset};

/// Geometry of a board as bitboards of type `S`.
#[derive(Clone, Debug)]
pub struct BitboardTables<S> {
    /// All cells.
    pub all: S,
    /// Steps along edges, in the order of the grid's steps.
    pub steps: Vec<Shift<S>>,
    /// Steps along edges, then across corners.
    pub steps_and_diagonals: Vec<Shift<S>>,
    /// Pairs of opposite edges of the board.
    pub edge_pairs: Vec<(S, S)>,
    /// Directions of straight lines, including diagonals: one of each opposite pair.
    pub lines: Vec<Shift<S>>,
    /// Minimum number of cells that join two opposite edges.
    pub shortest_road: u32,
    /// Change of a cell's index for each of the grid's steps.
    strides: Vec<i16>,
    span: usize,
    /// Ray from every cell in the first direction, then in the next.
    rays: Vec<Ray<S>>,
}

/// All cells in a straight line from a cell, which is not included.
#[derive(Clone, Copy, Debug)]
struct Ray<S> {
    cells: S,
    len: u32,
}

/// Step of a whole set: cells that would leave the board are masked out, the rest are shifted.
#[derive(Clone, Copy, Debug)]
pub struct Shift<S> {
    /// Cells that can take the step. On a board with one column a step may shift by 0, and no cell can take it.
    movable: S,
    up: u32,
    down: u32,
}

impl<S: Bitboard> Shift<S> {
    fn new(grid: &Grid, step: Offset) -> Shift<S> {
        let movable = grid.cells().filter(|&cell| grid.neighbour(cell, step).is_some());
        let delta = stride(grid, step);
        Shift { movable: S::from_cells(movable), up: delta.max(0) as u32, down: delta.min(0).unsigned_abs() }
    }

    /// Returns the cells that a set reaches with the step.
    pub fn apply(self, set: S) -> S {
        (set & self.movable).moved(self.up, self.down)
    }

    /// Cells from which the step leads into a set.
    pub fn sources(self, set: S) -> S {
        set.moved(self.down, self.up) & self.movable
    }
}

fn stride(grid: &Grid, step: Offset) -> i32 {
    step.dy * i32::from(grid.width) + step.dx
}

impl<S: Bitboard> BitboardTables<S> {
    /// Computes the tables of a board.
    pub fn new(grid: &Grid) -> BitboardTables<S> {
        let shifts = |steps: &[Offset]| steps.iter().map(|&step| Shift::new(grid, step)).collect::<Vec<_>>();
        let set = |edge: BoardEdge| S::from_cells(grid.edge(edge));
        let steps = shifts(&grid.steps);
        assert!(steps.len() <= Grid::MAX_STEPS, "a board has at most {} directions", Grid::MAX_STEPS);
        let ray = |cell, step: Offset| {
            let ray_cells = std::iter::successors(grid.neighbour(cell, step), |&cell| grid.neighbour(cell, step));
            let cells: S = S::from_cells(ray_cells);
            Ray { cells, len: cells.len() }
        };
        let rays = grid.steps.iter().flat_map(|&step| Cell::all(grid.span()).map(move |cell| ray(cell, step)));
        let mut tables = BitboardTables {
            all: S::from_cells(grid.cells()),
            steps_and_diagonals: [steps.clone(), shifts(&grid.diagonals)].concat(),
            lines: [&grid.steps[..], &grid.diagonals]
                .concat()
                .into_iter()
                .filter(|step| stride(grid, *step) > 0)
                .map(|step| Shift::new(grid, step))
                .collect(),
            edge_pairs: grid.edge_pairs.iter().map(|&(a, b)| (set(a), set(b))).collect(),
            shortest_road: 0,
            strides: grid.steps.iter().map(|&step| stride(grid, step) as i16).collect(),
            span: grid.span(),
            rays: rays.collect(),
            steps,
        };
        let empty = [S::EMPTY, tables.all, S::EMPTY];
        let shortest = tables.chain_cost(empty, &tables.steps_and_diagonals, &tables.edge_pairs);
        tables.shortest_road = shortest.unwrap_or(0);
        tables
    }

    fn ray(&self, direction: usize, cell: Cell) -> Ray<S> {
        self.rays[direction * self.span + cell.index()]
    }

    /// Number of steps from a cell in a direction (an index into the grid's steps) before a `blocked` cell or the edge
    /// of the board, and that blocked cell, if any.
    #[inline]
    pub fn open_steps(&self, direction: usize, cell: Cell, blocked: S) -> (u32, Option<Cell>) {
        let ray = self.ray(direction, cell);
        let blockers = ray.cells & blocked;
        if blockers.is_empty() {
            return (ray.len, None);
        }
        let nearest = if self.strides[direction] > 0 { blockers.first() } else { blockers.last() };
        // Beyond the nearest blocked cell is the ray without the open steps and that cell.
        (ray.len - self.ray(direction, nearest).len - 1, Some(nearest))
    }

    /// Index change from any cell to its neighbour in a direction, where it has one.
    pub fn stride(&self, direction: usize) -> Stride {
        Stride(self.strides[direction])
    }

    /// Whether `cells` contains a chain between opposite edges through one of the `seeds`. Equivalent to
    /// [`BitboardTables::joins`] if there was no chain without the seeds, and usually cheaper, because cells that are
    /// not connected to them are not visited.
    pub fn joins_through(&self, seeds: S, cells: S, steps: &[Shift<S>], pairs: &[(S, S)]) -> bool {
        let linked = flood(seeds, cells, steps);
        let touches_both = |&(from, to): &(S, S)| !(linked & from).is_empty() && !(linked & to).is_empty();
        // Several cells may touch both edges without being linked to each other.
        pairs.iter().any(touches_both) && self.joins(linked, steps, pairs)
    }

    /// Whether `cells`, connected by `steps`, contain a chain between the two edges of one of the `pairs`.
    pub fn joins(&self, cells: S, steps: &[Shift<S>], pairs: &[(S, S)]) -> bool {
        if cells.len() < self.shortest_road {
            return false;
        }
        pairs.iter().any(|&(from, to)| {
            let reached = cells & from;
            if reached.is_empty() || (cells & to).is_empty() {
                return false;
            }
            !(flood(reached, cells, steps) & to).is_empty()
        })
    }
}

impl<S: Bitboard> BitboardTables<S> {
    /// Minimum cost of completing a chain of `own` cells between the edges of one of the `pairs`: a `free` cell costs
    /// one, an `open` cell two. `None` if there is no way.
    pub fn chain_cost(&self, [own, free, open]: [S; 3], steps: &[Shift<S>], pairs: &[(S, S)]) -> Option<u32> {
        let cost = |&(from, to): &(S, S)| self.cost_between(from, to, [own, free, open], steps);
        pairs.iter().filter_map(cost).min()
    }

    fn cost_between(&self, from: S, to: S, [own, free, open]: [S; 3], steps: &[Shift<S>]) -> Option<u32> {
        let around = |cells: S| steps.iter().fold(from, |around, step| around | step.apply(cells));
        // Cells reachable for one less than the current cost, and for the current cost.
        let (mut before, mut reached) = (None, flood(own & from, own, steps));
        for cost in 0.. {
            if !(reached & to).is_empty() {
                return Some(cost);
            }
            let expensive = before.map_or(S::EMPTY, |before| around(before) & open);
            let grown = reached | around(reached) & free | expensive;
            let grown = flood(grown, grown | own, steps);
            if grown == reached && before == Some(reached) {
                return None;
            }
            (before, reached) = (Some(reached), grown);
        }
        None
    }
}

/// Flood fill: the cells connected to the `seeds`, including the seeds.
fn flood<S: Bitboard>(seeds: S, cells: S, steps: &[Shift<S>]) -> S {
    let mut reached = seeds;
    loop {
        let grown = steps.iter().fold(reached, |grown, step| grown | step.apply(reached)) & cells;
        if grown == reached {
            return reached;
        }
        reached = grown;
    }
}

/// Step as a change of index.
#[derive(Clone, Copy, Debug)]
pub struct Stride(i16);

impl Stride {
    /// Neighbour of a cell; the cell must have one.
    pub fn apply(self, cell: Cell) -> Cell {
        Cell((cell.0 as i16 + self.0) as u8)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::Bits256;
    use super::*;

    /// Cells by name, for tests.
    pub fn set<S: Bitboard>(grid: &Grid, names: &str) -> S {
        S::from_cells(names.split(' ').filter_map(|name| grid.cell(Grid::parse(name)?)))
    }

    #[test]
    fn a_chain_joins_opposite_sides_in_every_width() {
        fn check<S: Bitboard>(side: u8) {
            let grid = Grid::squares(side, side);
            let tables = BitboardTables::<S>::new(&grid);
            let row: S = S::from_cells((0..side).map(|x| Cell(side + x)));
            assert!(tables.joins(row, &tables.steps, &tables.edge_pairs));
            assert!(!tables.joins(row & !S::only(Cell(side + 2)), &tables.steps, &tables.edge_pairs));
        }
        check::<u64>(8);
        check::<u128>(11);
        check::<Bits256>(15);
    }

    #[test]
    fn a_chain_of_hexagons_turns_with_six_steps_and_in_one_diagonal_only() {
        let grid = Grid::hexagons(3, 3);
        let tables = BitboardTables::<u64>::new(&grid);
        let joins = |names: &str| tables.joins(set(&grid, names), &tables.steps, &tables.edge_pairs);
        assert!(joins("a3 b2 c1"), "hexagons in a line");
        assert!(!joins("a1 b2 c3"), "these do not touch");
        assert!(joins("a2 b1 b2 b3"), "from the bottom to the top");
        assert_eq!(tables.steps_and_diagonals.len(), 6);
    }

    #[test]
    fn a_chain_costs_what_is_missing_and_twice_what_must_be_taken() {
        let grid = Grid::squares(4, 4);
        let tables = BitboardTables::<u64>::new(&grid);
        let cost = |own: &str, theirs: &str, walls: &str| {
            let [own, theirs, walls] = [own, theirs, walls].map(|names| set::<u64>(&grid, names));
            let free = tables.all & !(own | theirs | walls);
            tables.chain_cost([own, free, theirs], &tables.steps, &tables.edge_pairs)
        };
        assert_eq!(cost("", "", ""), Some(4));
        assert_eq!(cost("a1 a2 a3 a4", "", ""), Some(0));
        assert_eq!(cost("a1 a2 a4", "", ""), Some(1));
        assert_eq!(cost("a1 a2 a4", "a3", ""), Some(2), "a3 is taken, or gone round");
        assert_eq!(cost("a1 a2 a4", "a3 b1 b2 b3 b4", ""), Some(2));
        assert_eq!(cost("a1 a2 a4", "b1 b2 b4", "a3 b3 c3 d3"), Some(4), "from left to right only");
        assert_eq!(cost("", "", "a1 b2 c3 d4"), None, "cut in every direction");
    }

    #[test]
    fn steps_lead_back_where_they_came_from() {
        for grid in [Grid::squares(1, 1), Grid::squares(5, 5)] {
            let tables = BitboardTables::<u64>::new(&grid);
            for (direction, step) in tables.steps.iter().enumerate() {
                for cell in grid.cells() {
                    let next = grid.neighbour(cell, grid.steps[direction]);
                    assert_eq!(step.apply(1 << cell.0), next.map_or(0, |next| 1 << next.0));
                    assert_eq!(step.sources(tables.all) >> cell.0 & 1 != 0, next.is_some());
                    if let Some(next) = next {
                        assert_eq!(step.sources(1 << next.0), 1 << cell.0);
                        assert_eq!(tables.stride(direction).apply(cell), next);
                    }
                }
            }
        }
    }

    #[test]
    fn steps_are_open_up_to_what_blocks_them() {
        let grid = Grid::squares(5, 5);
        let tables = BitboardTables::<u64>::new(&grid);
        let cell = |name| Grid::parse(name).and_then(|at| grid.cell(at));
        let blocked: u64 = set(&grid, "b2 d2 e2 b5 c3");
        // Left, right, up, down.
        let open = [0, 1, 2, 3].map(|direction| tables.open_steps(direction, Cell::new(6), blocked));
        assert_eq!((cell("b2"), open), (Some(Cell(6)), [(1, None), (1, cell("d2")), (2, cell("b5")), (1, None)]));
    }

    #[test]
    fn a_chain_through_a_new_cell_is_found_and_no_other() {
        let grid = Grid::squares(3, 3);
        let tables = BitboardTables::<u64>::new(&grid);
        let cells: u64 = set(&grid, "a1 a2 a3 c1 c3");
        let joins = |new| tables.joins_through(set(&grid, new), cells, &tables.steps, &tables.edge_pairs);
        assert!(joins("a2") && joins("a1") && joins("a3 c1"));
        assert!(!joins("c1") && !joins("c1 c3"), "two ends with a gap between them");
    }

    #[test]
    fn steps_rays_and_rows_stop_at_missing_cells() {
        let grid = Grid::squares(5, 5).filter_cells(|at| (at.x, at.y) != (2, 2));
        let tables = BitboardTables::<u64>::new(&grid);
        assert_eq!(tables.all.count_ones(), 24);
        assert_eq!(tables.open_steps(1, Cell(10), 0), (1, None), "from a3 to the right");
        assert_eq!(tables.open_steps(1, Cell(13), 0), (1, None), "from d3, beyond the missing cell");
        assert_eq!(tables.steps[1].apply(set(&grid, "b3 d3")), set(&grid, "e3"));
        assert!(!tables.in_a_row(set(&grid, "a3 b3 d3 e3"), 3, false));
        assert!(!tables.joins(set(&grid, "a3 b3 d3 e3"), &tables.steps, &tables.edge_pairs));
        assert!(tables.joins(set(&grid, "a3 b3 b4 c4 d4 d3 e3"), &tables.steps, &tables.edge_pairs));
        let narrow = BitboardTables::<u64>::new(&Grid::squares(5, 5).filter_cells(|at| at.x + at.y < 3));
        assert_eq!((tables.shortest_road, narrow.shortest_road), (5, 1), "b1 and a2 lack both neighbours");
    }

    #[test]
    fn only_diagonal_steps_join_corners() {
        let grid = Grid::squares(3, 3);
        let tables = BitboardTables::<u64>::new(&grid);
        let cells = set(&grid, "a1 b2 c3");
        assert!(!tables.joins(cells, &tables.steps, &tables.edge_pairs));
        assert!(tables.joins(cells, &tables.steps_and_diagonals, &tables.edge_pairs));
    }
}
