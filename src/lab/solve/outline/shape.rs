//! Loop of hexagonal cells that encloses none. Through the centres of its cells it is a polygon on the triangular
//! lattice without inner points, hence a tree of triangles. It changes by moving ears, the leaves of that tree, and
//! never encloses an empty cell, neither inside the loop nor in a bay.

use super::board::{GivenCells, Torus, TorusCell};
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::index::{IndexVec, index_type};
use houserule_core::rng::Rng;

pub const SIDES: usize = 6;

index_type! {
    /// Corner of the polygon, as an index into the vectors of a shape; the order of the loop is a linked list.
    Corner(u16)
}

impl Corner {
    /// Sentinel for no corner.
    const NONE: Corner = Corner(u16::MAX);
}

/// Number of kinds of bends: 0 straight, 1 wide, 2 tight.
pub const BENDS: usize = 3;

/// Returns the bend where one to five of the six triangles are inside; inward and outward bends are equal.
fn bend_kind(inside: u8) -> usize {
    inside.abs_diff(3).into()
}

/// Loop of cells in clockwise order, so its inside is on the right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopShape {
    torus: Torus,
    /// Corner at each cell of the torus.
    corner_at: IndexVec<TorusCell, Corner>,
    cells: IndexVec<Corner, TorusCell>,
    next: IndexVec<Corner, Corner>,
    prev: IndexVec<Corner, Corner>,
    /// Side by which the loop leaves each corner.
    exit_sides: IndexVec<Corner, u8>,
    /// Number of triangles at each corner that are inside.
    inside: IndexVec<Corner, u8>,
    /// Number of corners by bend.
    pub bends: [usize; BENDS],
    /// Number of pairs of cells that touch.
    pub contacts: usize,
    /// Number of corners off the board, if there is one.
    pub off_board: usize,
}

/// Move of a corner to another place of the loop, with the data to undo it.
#[derive(Clone, Copy, Debug)]
pub struct CornerMove {
    corner: Corner,
    kind: CornerKind,
    from: TorusCell,
    after: Corner,
}

/// Corner that can be skipped because its predecessor and successor touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CornerKind {
    /// Convex tip with one triangle inside.
    Ear,
    /// Concave tip with five triangles inside: skipped, it would be enclosed.
    Notch,
}

impl CornerKind {
    fn inside(self) -> u8 {
        match self {
            CornerKind::Ear => 1,
            CornerKind::Notch => 5,
        }
    }

    /// Returns the side one further to the right where an ear is skipped, to the left where a notch is.
    fn turn_past(self, side: u8) -> u8 {
        (side + self.inside()) % SIDES as u8
    }

    /// Inverts [`turn_past`](Self::turn_past).
    fn turn_towards(self, side: u8) -> u8 {
        (side + SIDES as u8 - self.inside()) % SIDES as u8
    }
}

impl LoopShape {
    /// Grows a triangle of three cells at random by ears, on the board as far as possible.
    pub fn grow(len: usize, board: Option<&GivenCells>, rng: &mut Rng) -> LoopShape {
        let torus = Torus::new(len, board);
        let mut shape = LoopShape {
            corner_at: vec![Corner::NONE; torus.len()].into(),
            cells: Vec::with_capacity(len).into(),
            next: [1, 2, 0].into_iter().map(Corner::new).collect(),
            prev: [2, 0, 1].into_iter().map(Corner::new).collect(),
            exit_sides: vec![1, 3, 5].into(),
            inside: vec![CornerKind::Ear.inside(); 3].into(),
            bends: [0, 0, 3],
            contacts: 3,
            off_board: 0,
            torus,
        };
        let start = shape.torus.start(rng);
        let second = shape.torus.neighbour(start, 1);
        for cell in [start, second, shape.torus.neighbour(second, 3)] {
            shape.off_board += usize::from(!shape.torus.is_allowed(cell));
            shape.corner_at[cell] = Corner::new(shape.cells.len());
            shape.cells.push(cell);
        }
        // If the board has no room for another ear, the loop grows off it.
        let (mut tries, max_tries) = (0, 30 * len);
        while shape.len() < len {
            tries += 1;
            let previous = Corner::new(rng.below(shape.len()));
            let cell = shape.apex(previous, CornerKind::Ear);
            let has_room = shape.is_free(cell) && shape.runs_around(cell) == 1;
            if has_room && (tries > max_tries || shape.torus.is_allowed(cell)) {
                let corner = Corner::new(shape.len());
                shape.cells.push(cell);
                shape.next.push(Corner::NONE);
                shape.prev.push(Corner::NONE);
                shape.exit_sides.push(0);
                shape.inside.push(0);
                shape.insert(corner, CornerKind::Ear, cell, previous);
            }
        }
        shape
    }

    pub fn len(&self) -> usize {
        self.cells.len()
    }

    fn is_free(&self, cell: TorusCell) -> bool {
        self.corner_at[cell] == Corner::NONE
    }

    /// Returns the cell that forms a triangle with the step that leaves a corner: outside for an ear, inside for a
    /// notch.
    fn apex(&self, corner: Corner, kind: CornerKind) -> TorusCell {
        let side = kind.turn_towards(self.exit_sides[corner]);
        self.torus.neighbour(self.cells[corner], side.into())
    }

    /// Counts the runs of occupied cells around a cell; 0 if all or none are occupied. If it is one, occupying or
    /// vacating the cell neither encloses nor releases an empty cell.
    fn runs_around(&self, cell: TorusCell) -> usize {
        let is_occupied: [bool; SIDES] = std::array::from_fn(|side| !self.is_free(self.torus.neighbour(cell, side)));
        (0..SIDES).filter(|&side| is_occupied[side] && !is_occupied[(side + 1) % SIDES]).count()
    }

    fn occupied_neighbours(&self, cell: TorusCell) -> usize {
        (0..SIDES).filter(|&side| !self.is_free(self.torus.neighbour(cell, side))).count()
    }

    fn set_inside(&mut self, corner: Corner, inside: u8) {
        let old = &mut self.inside[corner];
        self.bends[bend_kind(*old)] -= 1;
        self.bends[bend_kind(inside)] += 1;
        *old = inside;
    }

    /// Adds or removes a triangle inside the corners before and after a tip.
    fn adjust_inside(&mut self, previous: Corner, next: Corner, is_added: bool) {
        for corner in [previous, next] {
            let inside = self.inside[corner];
            self.set_inside(corner, if is_added { inside + 1 } else { inside - 1 });
        }
    }

    /// Removes a tip from the loop.
    fn remove(&mut self, corner: Corner, kind: CornerKind) {
        let (previous, next) = (self.prev[corner], self.next[corner]);
        let cell = self.cells[corner];
        self.corner_at[cell] = Corner::NONE;
        self.contacts -= self.occupied_neighbours(cell);
        self.off_board -= usize::from(!self.torus.is_allowed(cell));
        self.next[previous] = next;
        self.prev[next] = previous;
        self.exit_sides[previous] = kind.turn_past(self.exit_sides[previous]);
        self.adjust_inside(previous, next, kind == CornerKind::Notch);
        self.bends[bend_kind(kind.inside())] -= 1;
    }

    /// Inserts a corner as a tip after `previous`.
    fn insert(&mut self, corner: Corner, kind: CornerKind, cell: TorusCell, previous: Corner) {
        let next = self.next[previous];
        let exit_side = self.exit_sides[previous];
        self.corner_at[cell] = corner;
        self.contacts += self.occupied_neighbours(cell);
        self.off_board += usize::from(!self.torus.is_allowed(cell));
        self.cells[corner] = cell;
        self.next[previous] = corner;
        self.prev[corner] = previous;
        self.next[corner] = next;
        self.prev[next] = corner;
        self.exit_sides[previous] = kind.turn_towards(exit_side);
        self.exit_sides[corner] = kind.turn_past(exit_side);
        self.adjust_inside(previous, next, kind == CornerKind::Ear);
        self.inside[corner] = kind.inside();
        self.bends[bend_kind(kind.inside())] += 1;
    }

    /// Moves a random corner elsewhere in the loop, if possible.
    pub fn random_move(&mut self, rng: &mut Rng) -> Option<CornerMove> {
        if self.len() == 3 {
            return None;
        }
        let corner = Corner::new(rng.below(self.len()));
        let is_local = self.torus.has_board() && rng.below(2) == 0;
        match self.inside[corner] {
            1 if is_local => {
                let target = self.target_near(corner, rng)?;
                self.move_ear(corner, target)
            }
            1 => {
                let target = Corner::new(rng.below(self.len()));
                self.move_ear(corner, target)
            }
            5 if is_local => {
                let target = self.target_near(corner, rng)?;
                self.move_notch(corner, target)
            }
            _ => None,
        }
    }

    /// Returns the corner at a random neighbour of a corner, if there is one.
    fn target_near(&self, corner: Corner, rng: &mut Rng) -> Option<Corner> {
        let neighbour = self.torus.neighbour(self.cells[corner], rng.below(SIDES));
        let target = self.corner_at[neighbour];
        (target != Corner::NONE).then_some(target)
    }

    /// Moves an ear to the step that leaves `target`, if there is room for it.
    fn move_ear(&mut self, corner: Corner, target: Corner) -> Option<CornerMove> {
        let (kind, after, from) = (CornerKind::Ear, self.prev[corner], self.cells[corner]);
        if target == corner || target == after {
            return None;
        }
        let cell = self.apex(target, kind);
        if !(self.is_free(cell) || cell == from) || self.runs_around(from) != 1 {
            return None;
        }
        self.remove(corner, kind);
        if self.runs_around(cell) != 1 {
            self.insert(corner, kind, from, after);
            return None;
        }
        self.insert(corner, kind, cell, target);
        Some(CornerMove { corner, kind, from, after })
    }

    /// Moves a notch so that the loop reaches its cell from the step that leaves `target`.
    fn move_notch(&mut self, corner: Corner, target: Corner) -> Option<CornerMove> {
        let (kind, after, from) = (CornerKind::Notch, self.prev[corner], self.cells[corner]);
        if target == corner || target == after || self.apex(target, kind) != from {
            return None;
        }
        // An ear has no triangle to lose.
        let is_ear = |corner: Corner| self.inside[corner] == CornerKind::Ear.inside();
        if is_ear(target) || is_ear(self.next[target]) {
            return None;
        }
        self.remove(corner, kind);
        self.insert(corner, kind, from, target);
        Some(CornerMove { corner, kind, from, after })
    }

    pub fn undo(&mut self, corner_move: CornerMove) {
        self.remove(corner_move.corner, corner_move.kind);
        self.insert(corner_move.corner, corner_move.kind, corner_move.from, corner_move.after);
    }

    /// Returns the cells of the loop in order.
    pub fn stations(&self) -> IndexVec<StationIndex, Station> {
        let lattice = Lattice::hex();
        let (mut at, mut corner) = (self.torus.coord(self.cells[Corner::default()]), Corner::default());
        let mut stations = IndexVec::from(Vec::with_capacity(self.len()));
        for _ in 0..self.len() {
            let exit_side = usize::from(self.exit_sides[corner]);
            stations.push(Station {
                at,
                enters: lattice.opposite(self.exit_sides[self.prev[corner]].into()),
                leaves: exit_side,
            });
            at = at.plus(lattice.steps[exit_side], 1);
            corner = self.next[corner];
        }
        stations
    }
}

index_type! {
    /// Station of a loop.
    StationIndex(u16)
}

impl StationIndex {
    /// Sentinel for no station.
    pub const NONE: StationIndex = StationIndex(u16::MAX);
}

/// Cell of a loop, and the sides by which the loop enters and leaves it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Station {
    pub at: Coord,
    pub enters: usize,
    pub leaves: usize,
}

impl Station {
    pub fn bend(self) -> usize {
        Station::bend_of(self.enters, self.leaves)
    }

    pub fn start(self) -> usize {
        Station::start_of(self.enters, self.leaves)
    }

    /// Returns the bend of a link between two sides.
    pub fn bend_of(enters: usize, leaves: usize) -> usize {
        ((enters + SIDES - leaves) % SIDES).abs_diff(3)
    }

    /// Returns the end of a link from which the other end is at most half a turn clockwise.
    pub fn start_of(enters: usize, leaves: usize) -> usize {
        if (leaves + SIDES - enters) % SIDES <= SIDES / 2 { enters } else { leaves }
    }
}
