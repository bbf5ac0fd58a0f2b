//! Cells to fill: their contacts, and the loss that the outline causes whatever is placed on it.

use std::collections::HashMap;

use houserule_core::geometry::{Coord, Lattice};
use houserule_core::mechanics::puzzle::TrackForm;

/// Numbered cells, each of which will hold a tile.
#[derive(Clone, Debug)]
pub struct CellBoard {
    pub cells: Vec<Coord>,
    /// Cell through each side; `None` outside.
    pub next: Vec<Vec<Option<u16>>>,
    /// Index of the contact through each side.
    pub contact: Vec<Vec<Option<u16>>>,
    pub contacts: u32,
    /// Whether an odd number of the cell's sides are outside: then the link of one of them leads inwards.
    is_odd: Vec<bool>,
}

impl CellBoard {
    pub fn new(cells: Vec<Coord>, lattice: &Lattice) -> CellBoard {
        let number: HashMap<Coord, u16> = cells.iter().enumerate().map(|(n, &at)| (at, n as u16)).collect();
        let (mut next, mut contact, mut contacts) = (Vec::new(), Vec::<Vec<Option<u16>>>::new(), 0);
        for (cell, at) in cells.iter().enumerate() {
            let through = |step| number.get(&at.plus(step, 1)).copied();
            let around: Vec<Option<u16>> = lattice.steps.iter().map(|&step| through(step)).collect();
            let mut mine = vec![None; around.len()];
            for (side, other) in around.iter().enumerate() {
                match *other {
                    Some(other) if (other as usize) < cell => {
                        mine[side] = contact[other as usize][lattice.opposite(side)];
                    }
                    Some(_) => {
                        mine[side] = Some(contacts as u16);
                        contacts += 1;
                    }
                    None => {}
                }
            }
            next.push(around);
            contact.push(mine);
        }
        let outside = |around: &Vec<Option<u16>>| around.iter().filter(|next| next.is_none()).count();
        let is_odd = next.iter().map(|around| outside(around) % 2 == 1).collect();
        CellBoard { cells, next, contact, contacts, is_odd }
    }

    pub fn is_odd(&self, cell: usize) -> bool {
        self.is_odd[cell]
    }

    fn odd(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&cell| self.is_odd(cell)).collect()
    }

    /// Lower bound of the contacts that no arrangement here can use. Odd cells are ends of lines. Lines: two ends per
    /// colour are free, and every further line costs a contact. Loops: every line is lost, and is as long as the
    /// distance between its ends.
    pub fn least_loss(&self, form: TrackForm, colours: u32) -> u32 {
        let odd = self.odd();
        let lines = odd.len().div_ceil(2) as u32;
        match form {
            TrackForm::Line => lines.saturating_sub(colours),
            TrackForm::Loop if odd.len() > Self::MAX_PAIRED => lines,
            TrackForm::Loop => self.shortest_pairing(&odd),
        }
    }

    /// Largest number of odd cells that are paired optimally.
    const MAX_PAIRED: usize = 12;

    /// Smallest sum of distances over all pairings of the cells.
    fn shortest_pairing(&self, odd: &[usize]) -> u32 {
        let ways: Vec<Vec<u32>> = odd.iter().map(|&cell| self.ways_from(cell)).collect();
        let mut least = vec![u32::MAX; 1 << odd.len()];
        least[0] = 0;
        for paired in 0..least.len() {
            let first = (!paired).trailing_zeros() as usize;
            if least[paired] == u32::MAX || first >= odd.len() {
                continue;
            }
            for second in (first + 1..odd.len()).filter(|second| paired >> second & 1 == 0) {
                let sum = least[paired].saturating_add(ways[first][odd[second]]);
                let both = paired | 1 << first | 1 << second;
                least[both] = least[both].min(sum);
            }
        }
        // The number of outside sides is even, so the number of odd cells is too; on squares as well.
        least[least.len() - 1]
    }

    /// Distance of every cell in contacts.
    fn ways_from(&self, cell: usize) -> Vec<u32> {
        let mut ways = vec![u32::MAX; self.cells.len()];
        ways[cell] = 0;
        let mut ahead = std::collections::VecDeque::from([cell]);
        while let Some(cell) = ahead.pop_front() {
            for &next in self.next[cell].iter().flatten() {
                if ways[next as usize] == u32::MAX {
                    ways[next as usize] = ways[cell] + 1;
                    ahead.push_back(next as usize);
                }
            }
        }
        ways
    }

    /// Upper bound of the total length here.
    pub fn bound(&self, form: TrackForm, colours: u32) -> u32 {
        let free = if form == TrackForm::Line { colours } else { 0 };
        (self.contacts + free).saturating_sub(self.least_loss(form, colours))
    }
}
