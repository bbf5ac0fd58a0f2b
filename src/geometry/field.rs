//! A [`Grid`] compiled to sets of one width: a step becomes a shift and a mask, so that a whole set of cells
//! takes it at once.

use super::{Cell, CellSet, Grid, Offset, Region};

/// A board's geometry in sets of type `S`.
#[derive(Clone, Debug)]
pub struct Field<S> {
    pub all: S,
    /// Along edges, in the order of the grid's steps.
    pub steps: Vec<Shift<S>>,
    /// Along edges, then across corners.
    pub steps_and_diagonals: Vec<Shift<S>>,
    pub opposite: Vec<(S, S)>,
    /// The smallest number of cells that can join two opposite sides.
    pub shortest_road: u32,
    /// `next[direction][cell]`: the neighbour, or `OFF`.
    next: Vec<Vec<u16>>,
}

const OFF: u16 = u16::MAX;

/// One step taken by a whole set: cells that would leave the board are masked away, the rest is shifted.
#[derive(Clone, Copy, Debug)]
pub struct Shift<S> {
    from: S,
    by: i32,
}

impl<S: CellSet> Shift<S> {
    fn new(grid: &Grid, step: Offset) -> Shift<S> {
        let can = grid.cells().filter(|&cell| grid.neighbour(cell, step).is_some());
        Shift { from: S::collect(can), by: step.dy * grid.width as i32 + step.dx }
    }

    pub fn of(self, set: S) -> S {
        let set = set & self.from;
        match self.by {
            by if by > 0 => set.shifted_up(by as u32),
            // Only a board of one column has such a step, and no cell of it can take it.
            0 => S::EMPTY,
            by => set.shifted_down(by.unsigned_abs()),
        }
    }
}

impl<S: CellSet> Field<S> {
    pub fn new(grid: &Grid) -> Field<S> {
        let shifts = |steps: &[Offset]| steps.iter().map(|&step| Shift::new(grid, step)).collect::<Vec<_>>();
        let set = |region: Region| S::collect(grid.region(region));
        let steps = shifts(&grid.steps);
        let next = grid.steps.iter().map(|&step| {
            grid.cells().map(|cell| grid.neighbour(cell, step).map_or(OFF, u16::from)).collect()
        });
        Field {
            all: S::collect(grid.cells()),
            steps_and_diagonals: [steps.clone(), shifts(&grid.diagonals)].concat(),
            opposite: grid.opposite.iter().map(|&(a, b)| (set(a), set(b))).collect(),
            shortest_road: grid.width.min(grid.height) as u32,
            next: next.collect(),
            steps,
        }
    }

    /// The neighbour of a cell in a direction, an index into the grid's steps.
    pub fn next(&self, direction: usize, cell: Cell) -> Option<Cell> {
        match self.next[direction][cell as usize] {
            OFF => None,
            next => Some(next as Cell),
        }
    }

    /// Whether `cells` holds a chain from one side to the opposite one, linked by `steps`.
    pub fn joins_opposite_sides(&self, cells: S, steps: &[Shift<S>]) -> bool {
        if cells.len() < self.shortest_road {
            return false;
        }
        self.opposite.iter().any(|&(from, to)| {
            let mut reached = cells & from;
            if reached.is_empty() || (cells & to).is_empty() {
                return false;
            }
            loop {
                let grown = steps.iter().fold(reached, |grown, step| grown | step.of(reached)) & cells;
                if !(grown & to).is_empty() {
                    return true;
                }
                if grown == reached {
                    return false;
                }
                reached = grown;
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Bits256;
    use super::*;

    /// Cells by name, for tests.
    fn set<S: CellSet>(grid: &Grid, names: &str) -> S {
        S::collect(names.split(' ').filter_map(|name| grid.cell(Grid::parse(name)?)))
    }

    #[test]
    fn a_chain_joins_opposite_sides_in_every_width() {
        fn check<S: CellSet>(side: u8) {
            let grid = Grid::square(side);
            let field = Field::<S>::new(&grid);
            let row: S = S::collect((0..side).map(|x| side + x));
            assert!(field.joins_opposite_sides(row, &field.steps));
            assert!(!field.joins_opposite_sides(row & !S::only(side + 2), &field.steps));
        }
        check::<u64>(8);
        check::<u128>(11);
        check::<Bits256>(15);
    }

    #[test]
    fn a_chain_of_hexagons_turns_with_six_steps_and_in_one_diagonal_only() {
        let grid = Grid::hex_rhombus(3);
        let field = Field::<u64>::new(&grid);
        let joins = |names: &str| field.joins_opposite_sides(set(&grid, names), &field.steps);
        assert!(joins("a3 b2 c1"), "hexagons in a line");
        assert!(!joins("a1 b2 c3"), "these do not touch");
        assert!(joins("a2 b1 b2 b3"), "from the bottom to the top");
        assert_eq!(field.steps_and_diagonals.len(), 6);
    }

    #[test]
    fn only_diagonal_steps_join_corners() {
        let grid = Grid::square(3);
        let field = Field::<u64>::new(&grid);
        let cells = set(&grid, "a1 b2 c3");
        assert!(!field.joins_opposite_sides(cells, &field.steps));
        assert!(field.joins_opposite_sides(cells, &field.steps_and_diagonals));
    }
}
