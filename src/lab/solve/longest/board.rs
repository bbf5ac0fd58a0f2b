//! Cells to fill: their contacts, and the minimum loss that the outline causes.

use std::collections::HashMap;

use houserule_core::geometry::{Coord, Lattice};
use houserule_core::index::{IndexVec, index_type};
use houserule_core::mechanics::puzzle::TrackForm;

index_type! {
    /// Cell to fill.
    BoardCell(u16)
}

index_type! {
    /// Contact: the edge between two cells.
    ContactIndex(u16)
}

impl ContactIndex {
    /// Sentinel for no contact.
    pub const NONE: ContactIndex = ContactIndex(u16::MAX);
}

/// Numbered cells, each of which receives a tile.
#[derive(Clone, Debug)]
pub struct CellBoard {
    pub cells: IndexVec<BoardCell, Coord>,
    /// Neighbour at each side; `None` outside.
    pub neighbours: IndexVec<BoardCell, Vec<Option<BoardCell>>>,
    /// Index of the contact at each side.
    pub contact_at: IndexVec<BoardCell, Vec<Option<ContactIndex>>>,
    pub contacts: u32,
    /// Whether an odd number of the cell's sides are outside, so that at least one link leads inwards from outside.
    is_odd: IndexVec<BoardCell, bool>,
}

impl CellBoard {
    pub fn new(cells: Vec<Coord>, lattice: &Lattice) -> CellBoard {
        let cells: IndexVec<BoardCell, Coord> = cells.into();
        let index_of: HashMap<Coord, BoardCell> = cells.iter_enumerated().map(|(cell, &at)| (at, cell)).collect();
        let mut neighbours: IndexVec<BoardCell, Vec<Option<BoardCell>>> = IndexVec::default();
        let mut contact_at: IndexVec<BoardCell, Vec<Option<ContactIndex>>> = IndexVec::default();
        let mut contacts = 0;
        for (cell, at) in cells.iter_enumerated() {
            let neighbour_through = |step| index_of.get(&at.plus(step, 1)).copied();
            let around: Vec<Option<BoardCell>> = lattice.steps.iter().map(|&step| neighbour_through(step)).collect();
            let mut own_contacts = vec![None; around.len()];
            for (side, other) in around.iter().enumerate() {
                match *other {
                    Some(other) if other < cell => {
                        own_contacts[side] = contact_at[other][lattice.opposite(side)];
                    }
                    Some(_) => {
                        own_contacts[side] = Some(ContactIndex::new(contacts));
                        contacts += 1;
                    }
                    None => {}
                }
            }
            neighbours.push(around);
            contact_at.push(own_contacts);
        }
        let outside = |around: &Vec<Option<BoardCell>>| around.iter().filter(|next| next.is_none()).count();
        let is_odd = neighbours.iter().map(|around| outside(around) % 2 == 1).collect();
        CellBoard { cells, neighbours, contact_at, contacts: contacts as u32, is_odd }
    }

    pub fn is_odd(&self, cell: BoardCell) -> bool {
        self.is_odd[cell]
    }

    fn odd_cells(&self) -> Vec<BoardCell> {
        self.cells.indices().filter(|&cell| self.is_odd(cell)).collect()
    }

    /// Returns a lower bound of the contacts that no arrangement can use. Odd cells are ends of lines. Lines: two ends
    /// per colour are free, and every further line costs a contact. Loops: every line is lost, and is as long as the
    /// distance between its ends.
    pub fn min_loss(&self, form: TrackForm, colours: u32) -> u32 {
        let odd_cells = self.odd_cells();
        let lines = odd_cells.len().div_ceil(2) as u32;
        match form {
            TrackForm::Line => lines.saturating_sub(colours),
            TrackForm::Loop if odd_cells.len() > Self::MAX_PAIRED => lines,
            TrackForm::Loop => self.shortest_pairing(&odd_cells),
        }
    }

    /// Largest number of odd cells that are paired optimally.
    const MAX_PAIRED: usize = 12;

    /// Returns the smallest sum of distances over all pairings of the cells (dynamic programming over subsets).
    fn shortest_pairing(&self, odd_cells: &[BoardCell]) -> u32 {
        let distances: Vec<IndexVec<BoardCell, u32>> =
            odd_cells.iter().map(|&cell| self.distances_from(cell)).collect();
        let mut shortest = vec![u32::MAX; 1 << odd_cells.len()];
        shortest[0] = 0;
        for paired in 0..shortest.len() {
            let first = (!paired).trailing_zeros() as usize;
            if shortest[paired] == u32::MAX || first >= odd_cells.len() {
                continue;
            }
            for second in (first + 1..odd_cells.len()).filter(|second| paired >> second & 1 == 0) {
                let length = shortest[paired].saturating_add(distances[first][odd_cells[second]]);
                let both = paired | 1 << first | 1 << second;
                shortest[both] = shortest[both].min(length);
            }
        }
        // The number of outer sides is even, so the number of odd cells is too; also on squares.
        shortest[shortest.len() - 1]
    }

    /// Returns the distance of every cell in contacts (breadth-first search).
    fn distances_from(&self, cell: BoardCell) -> IndexVec<BoardCell, u32> {
        let mut distances = IndexVec::from(vec![u32::MAX; self.cells.len()]);
        distances[cell] = 0;
        let mut queue = std::collections::VecDeque::from([cell]);
        while let Some(cell) = queue.pop_front() {
            for &next in self.neighbours[cell].iter().flatten() {
                if distances[next] == u32::MAX {
                    distances[next] = distances[cell] + 1;
                    queue.push_back(next);
                }
            }
        }
        distances
    }

    /// Returns an upper bound of the total length.
    pub fn upper_bound(&self, form: TrackForm, colours: u32) -> u32 {
        let free_ends = if form == TrackForm::Line { colours } else { 0 };
        (self.contacts + free_ends).saturating_sub(self.min_loss(form, colours))
    }
}
