//! Cells to fill: their contacts, and the minimum loss that the outline causes.

use std::collections::HashMap;

use houserule_core::geometry::{Coord, Lattice};
use houserule_core::mechanics::puzzle::TrackForm;

/// Numbered cells, each of which receives a tile.
#[derive(Clone, Debug)]
pub struct CellBoard {
    pub cells: Vec<Coord>,
    /// Neighbour at each side; `None` outside.
    pub neighbours: Vec<Vec<Option<u16>>>,
    /// Index of the contact at each side.
    pub contact_at: Vec<Vec<Option<u16>>>,
    pub contacts: u32,
    /// Whether an odd number of the cell's sides are outside, so that at least one link leads inwards from outside.
    is_odd: Vec<bool>,
}

impl CellBoard {
    pub fn new(cells: Vec<Coord>, lattice: &Lattice) -> CellBoard {
        let index_of: HashMap<Coord, u16> = cells.iter().enumerate().map(|(n, &at)| (at, n as u16)).collect();
        let (mut neighbours, mut contact_at, mut contacts) = (Vec::new(), Vec::<Vec<Option<u16>>>::new(), 0);
        for (cell, at) in cells.iter().enumerate() {
            let neighbour_through = |step| index_of.get(&at.plus(step, 1)).copied();
            let around: Vec<Option<u16>> = lattice.steps.iter().map(|&step| neighbour_through(step)).collect();
            let mut own_contacts = vec![None; around.len()];
            for (side, other) in around.iter().enumerate() {
                match *other {
                    Some(other) if (other as usize) < cell => {
                        own_contacts[side] = contact_at[other as usize][lattice.opposite(side)];
                    }
                    Some(_) => {
                        own_contacts[side] = Some(contacts as u16);
                        contacts += 1;
                    }
                    None => {}
                }
            }
            neighbours.push(around);
            contact_at.push(own_contacts);
        }
        let outside = |around: &Vec<Option<u16>>| around.iter().filter(|next| next.is_none()).count();
        let is_odd = neighbours.iter().map(|around| outside(around) % 2 == 1).collect();
        CellBoard { cells, neighbours, contact_at, contacts, is_odd }
    }

    pub fn is_odd(&self, cell: usize) -> bool {
        self.is_odd[cell]
    }

    fn odd_cells(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.is_odd(cell)).collect()
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
    fn shortest_pairing(&self, odd_cells: &[usize]) -> u32 {
        let distances: Vec<Vec<u32>> = odd_cells.iter().map(|&cell| self.distances_from(cell)).collect();
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
    fn distances_from(&self, cell: usize) -> Vec<u32> {
        let mut distances = vec![u32::MAX; self.cells.len()];
        distances[cell] = 0;
        let mut queue = std::collections::VecDeque::from([cell]);
        while let Some(cell) = queue.pop_front() {
            for &next in self.neighbours[cell].iter().flatten() {
                if distances[next as usize] == u32::MAX {
                    distances[next as usize] = distances[cell] + 1;
                    queue.push_back(next as usize);
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
