//! A loop of hexagonal cells that encloses none. Through the centres of its cells it is a polygon on the triangular
//! lattice without inner points, hence a tree of triangles. It changes by moving ears, the leaves of that tree, and
//! never encloses an empty cell, neither within the loop nor in a bay of it.

use super::board::{GivenCells, Torus};
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::rng::Rng;

pub const SIDES: usize = 6;

/// Corner of the polygon, as an index into the vectors of a shape; the order of the loop is a linked list.
pub type Corner = u16;

const NOBODY: Corner = Corner::MAX;

/// Number of kinds of bends: 0 straight, 1 wide, 2 tight.
pub const BENDS: usize = 3;

/// Bend of the loop where one to five of the six triangles are inside; inward and outward bends are equal.
fn bend(inside: u8) -> usize {
    inside.abs_diff(3) as usize
}

/// Loop of cells. It runs clockwise, so its inside is on the right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopShape {
    field: Torus,
    /// Corner at each cell of the torus.
    spots: Vec<Corner>,
    places: Vec<u32>,
    next: Vec<Corner>,
    prev: Vec<Corner>,
    /// Side by which the loop leaves each corner.
    leaves: Vec<u8>,
    /// Number of triangles at each corner that are inside.
    inside: Vec<u8>,
    /// Number of corners by bend.
    pub bends: [usize; BENDS],
    /// Number of pairs of cells that touch.
    pub contacts: usize,
    /// Number of corners off the board, if there is one.
    pub astray: usize,
}

/// A corner removed and inserted elsewhere, with what is needed to undo that.
#[derive(Clone, Copy, Debug)]
pub struct CornerMove {
    spot: Corner,
    tip: SkippableCorner,
    from: u32,
    after: Corner,
}

/// A corner that can be skipped because its predecessor and successor touch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum SkippableCorner {
    /// It sticks out.
    Ear,
    /// It is deep inside: skipped, it would be enclosed.
    Notch,
}

impl SkippableCorner {
    fn inside(self) -> u8 {
        match self {
            SkippableCorner::Ear => 1,
            SkippableCorner::Notch => 5,
        }
    }

    /// The side one further to the right where an ear is skipped, to the left where a notch is.
    fn skipping(self, side: u8) -> u8 {
        (side + self.inside()) % SIDES as u8
    }

    /// Inverse of [`skipping`](Self::skipping).
    fn reaching(self, side: u8) -> u8 {
        (side + SIDES as u8 - self.inside()) % SIDES as u8
    }
}

impl LoopShape {
    /// Triangle of three cells grown at random by ears, on the board as far as possible.
    pub fn grown(len: usize, board: Option<&GivenCells>, rng: &mut Rng) -> LoopShape {
        let field = Torus::new(len, board);
        let mut shape = LoopShape {
            spots: vec![NOBODY; field.len()],
            places: Vec::with_capacity(len),
            next: vec![1, 2, 0],
            prev: vec![2, 0, 1],
            leaves: vec![1, 3, 5],
            inside: vec![SkippableCorner::Ear.inside(); 3],
            bends: [0, 0, 3],
            contacts: 3,
            astray: 0,
            field,
        };
        let start = shape.field.start(rng);
        let second = shape.field.beside(start, 1);
        for place in [start, second, shape.field.beside(second, 3)] {
            shape.astray += usize::from(!shape.field.is_wanted(place));
            shape.spots[place as usize] = shape.places.len() as Corner;
            shape.places.push(place);
        }
        // Where the board has no room for another ear, the loop grows off it.
        let (mut tries, patience) = (0, 30 * len);
        while shape.len() < len {
            tries += 1;
            let before = rng.below(shape.len()) as Corner;
            let place = shape.third(before, SkippableCorner::Ear);
            let is_room = shape.is_free(place) && shape.runs_around(place) == 1;
            if is_room && (tries > patience || shape.field.is_wanted(place)) {
                let spot = shape.len() as Corner;
                shape.places.push(place);
                shape.next.push(NOBODY);
                shape.prev.push(NOBODY);
                shape.leaves.push(0);
                shape.inside.push(0);
                shape.put(spot, SkippableCorner::Ear, place, before);
            }
        }
        shape
    }

    pub fn len(&self) -> usize {
        self.places.len()
    }

    fn is_free(&self, place: u32) -> bool {
        self.spots[place as usize] == NOBODY
    }

    /// Cell that forms a triangle with the step that leaves a corner: outside for an ear, inside for a notch.
    fn third(&self, spot: Corner, tip: SkippableCorner) -> u32 {
        let side = tip.reaching(self.leaves[spot as usize]);
        self.field.beside(self.places[spot as usize], side as usize)
    }

    /// Number of runs of occupied cells around a cell; 0 if all or none are occupied. If it is one, occupying or
    /// vacating the cell neither encloses nor releases an empty cell.
    fn runs_around(&self, place: u32) -> usize {
        let taken: [bool; SIDES] = std::array::from_fn(|side| !self.is_free(self.field.beside(place, side)));
        (0..SIDES).filter(|&side| taken[side] && !taken[(side + 1) % SIDES]).count()
    }

    fn neighbours(&self, place: u32) -> usize {
        (0..SIDES).filter(|&side| !self.is_free(self.field.beside(place, side))).count()
    }

    fn set_inside(&mut self, spot: Corner, inside: u8) {
        let old = &mut self.inside[spot as usize];
        self.bends[bend(*old)] -= 1;
        self.bends[bend(inside)] += 1;
        *old = inside;
    }

    /// Adds or removes a triangle inside the corners before and after a tip.
    fn widen(&mut self, before: Corner, after: Corner, outwards: bool) {
        for spot in [before, after] {
            let inside = self.inside[spot as usize];
            self.set_inside(spot, if outwards { inside + 1 } else { inside - 1 });
        }
    }

    /// Removes a tip from the loop.
    fn take(&mut self, spot: Corner, tip: SkippableCorner) {
        let (before, after) = (self.prev[spot as usize], self.next[spot as usize]);
        let place = self.places[spot as usize];
        self.spots[place as usize] = NOBODY;
        self.contacts -= self.neighbours(place);
        self.astray -= usize::from(!self.field.is_wanted(place));
        self.next[before as usize] = after;
        self.prev[after as usize] = before;
        self.leaves[before as usize] = tip.skipping(self.leaves[before as usize]);
        self.widen(before, after, tip == SkippableCorner::Notch);
        self.bends[bend(tip.inside())] -= 1;
    }

    /// Inserts a corner as a tip after `before`.
    fn put(&mut self, spot: Corner, tip: SkippableCorner, place: u32, before: Corner) {
        let after = self.next[before as usize];
        let leaves = self.leaves[before as usize];
        self.spots[place as usize] = spot;
        self.contacts += self.neighbours(place);
        self.astray += usize::from(!self.field.is_wanted(place));
        self.places[spot as usize] = place;
        self.next[before as usize] = spot;
        self.prev[spot as usize] = before;
        self.next[spot as usize] = after;
        self.prev[after as usize] = spot;
        self.leaves[before as usize] = tip.reaching(leaves);
        self.leaves[spot as usize] = tip.skipping(leaves);
        self.widen(before, after, tip == SkippableCorner::Ear);
        self.inside[spot as usize] = tip.inside();
        self.bends[bend(tip.inside())] += 1;
    }

    /// Moves a random corner elsewhere in the loop, if possible.
    pub fn change(&mut self, rng: &mut Rng) -> Option<CornerMove> {
        if self.len() == 3 {
            return None;
        }
        let spot = rng.below(self.len()) as Corner;
        let is_local = self.field.has_board() && rng.below(2) == 0;
        match self.inside[spot as usize] {
            1 if is_local => {
                let target = self.target_near(spot, rng)?;
                self.move_ear(spot, target)
            }
            1 => {
                let target = rng.below(self.len()) as Corner;
                self.move_ear(spot, target)
            }
            5 if is_local => {
                let target = self.target_near(spot, rng)?;
                self.move_notch(spot, target)
            }
            _ => None,
        }
    }

    /// A step of the loop at a neighbour of a corner.
    fn target_near(&self, spot: Corner, rng: &mut Rng) -> Option<Corner> {
        let beside = self.field.beside(self.places[spot as usize], rng.below(SIDES));
        let target = self.spots[beside as usize];
        (target != NOBODY).then_some(target)
    }

    /// Moves the ear at `spot` to the step that leaves `target`, if there is room for it.
    fn move_ear(&mut self, spot: Corner, target: Corner) -> Option<CornerMove> {
        let (tip, after, from) = (SkippableCorner::Ear, self.prev[spot as usize], self.places[spot as usize]);
        if target == spot || target == after {
            return None;
        }
        let place = self.third(target, tip);
        if !(self.is_free(place) || place == from) || self.runs_around(from) != 1 {
            return None;
        }
        self.take(spot, tip);
        if self.runs_around(place) != 1 {
            self.put(spot, tip, from, after);
            return None;
        }
        self.put(spot, tip, place, target);
        Some(CornerMove { spot, tip, from, after })
    }

    /// Makes the loop reach a cell deep inside from another side.
    fn move_notch(&mut self, spot: Corner, target: Corner) -> Option<CornerMove> {
        let (tip, after, from) = (SkippableCorner::Notch, self.prev[spot as usize], self.places[spot as usize]);
        if target == spot || target == after || self.third(target, tip) != from {
            return None;
        }
        // An ear has no triangle to give up.
        let is_ear = |spot: Corner| self.inside[spot as usize] == SkippableCorner::Ear.inside();
        if is_ear(target) || is_ear(self.next[target as usize]) {
            return None;
        }
        self.take(spot, tip);
        self.put(spot, tip, from, target);
        Some(CornerMove { spot, tip, from, after })
    }

    pub fn take_back(&mut self, moved: CornerMove) {
        self.take(moved.spot, moved.tip);
        self.put(moved.spot, moved.tip, moved.from, moved.after);
    }

    /// The loop, cell by cell.
    pub fn walk(&self) -> Vec<Station> {
        let lattice = Lattice::hex();
        let (mut at, mut spot) = (self.field.at(self.places[0]), 0);
        let mut stations = Vec::with_capacity(self.len());
        for _ in 0..self.len() {
            let before = self.prev[spot as usize] as usize;
            let leaves = self.leaves[spot as usize] as usize;
            stations.push(Station { at, enters: lattice.opposite(self.leaves[before] as usize), leaves });
            at = at.plus(lattice.steps[leaves], 1);
            spot = self.next[spot as usize];
        }
        stations
    }
}

/// A cell of a loop, and the sides by which the loop enters and leaves it.
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

    /// Bend of a link between two sides.
    pub fn bend_of(enters: usize, leaves: usize) -> usize {
        bend(((enters + SIDES - leaves) % SIDES) as u8)
    }

    /// The end of a link from which the other end is at most half a turn clockwise.
    pub fn start_of(enters: usize, leaves: usize) -> usize {
        if (leaves + SIDES - enters) % SIDES <= SIDES / 2 { enters } else { leaves }
    }
}
