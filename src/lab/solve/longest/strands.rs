//! Strands that grow while cells are filled, and the contacts lost: those that no longest line or loop can use.

use super::board::{BoardCell, CellBoard, ContactIndex};
use super::fillings::{FillingLink, OUTSIDE};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::puzzle::TrackForm;
use houserule_core::tiles::ColourIndex;

/// End that leads out of the board.
const DEAD: ContactIndex = ContactIndex::NONE;

/// Contacts of one colour. All contacts of a placed tile count at once, because in a solution all of them match.
#[derive(Clone, Copy, Default)]
struct ContactTally {
    /// Contacts in strands that can still become part of the longest.
    open_contacts: u32,
    /// Contacts in strands that cannot, including the longest complete one.
    closed_contacts: u32,
    longest: u32,
    /// Strands with one dead end.
    dangling: u32,
    /// Dead ends of strands that have a contact.
    dead_ends: u32,
}

pub struct Strands {
    form: TrackForm,
    /// Number of colours of the tiles.
    colours: u32,
    tallies: IndexVec<ColourIndex, ContactTally>,
    /// For every contact with one side placed: the other end of its strand, and the number of contacts of the strand.
    ends: IndexVec<ContactIndex, (ContactIndex, u32)>,
    /// Empty cells that have an odd number of outer sides.
    odd_cells: u32,
    trail: Vec<(ContactIndex, (ContactIndex, u32))>,
    saved_tallies: Vec<ContactTally>,
}

/// Point in the undo trail.
#[derive(Clone, Copy)]
pub struct StrandMark {
    trail: usize,
    odd_cells: u32,
}

impl Strands {
    pub fn new(board: &CellBoard, form: TrackForm, colours: u32, set_colours: usize) -> Strands {
        Strands {
            form,
            colours,
            tallies: vec![ContactTally::default(); set_colours].into(),
            ends: vec![(DEAD, 0); board.contacts as usize].into(),
            odd_cells: board.cells.indices().filter(|&cell| board.is_odd(cell)).count() as u32,
            trail: Vec::new(),
            saved_tallies: Vec::new(),
        }
    }

    pub fn mark(&mut self) -> StrandMark {
        self.saved_tallies.extend_from_slice(&self.tallies);
        StrandMark { trail: self.trail.len(), odd_cells: self.odd_cells }
    }

    /// Returns to the last mark and drops it.
    pub fn undo(&mut self, mark: StrandMark) {
        while self.trail.len() > mark.trail {
            if let Some((contact, end)) = self.trail.pop() {
                self.ends[contact] = end;
            }
        }
        self.odd_cells = mark.odd_cells;
        let from = self.saved_tallies.len() - self.tallies.len();
        self.tallies.copy_from_slice(&self.saved_tallies[from..]);
        self.saved_tallies.truncate(from);
    }

    /// Places links on a cell.
    #[inline]
    pub fn place_links(
        &mut self,
        board: &CellBoard,
        cell: BoardCell,
        links: &[FillingLink],
        placed: &IndexVec<BoardCell, bool>,
        is_odd: bool,
    ) {
        self.odd_cells -= u32::from(is_odd);
        for &(one, other, colour) in links {
            let (a, b) = (self.strand_at(board, cell, one, placed), self.strand_at(board, cell, other, placed));
            let tally = &mut self.tallies[colour];
            if a.is_existing
                && b.is_existing
                && a.end != DEAD
                && Some(a.end) == board.contact_at[cell][usize::from(other)]
            {
                tally.open_contacts -= a.contacts;
                tally.closed_contacts += a.contacts;
                if self.form == TrackForm::Loop {
                    tally.longest = tally.longest.max(a.contacts);
                }
                continue;
            }
            let contacts = a.contacts + b.contacts;
            for half in [&a, &b] {
                if half.is_existing {
                    // A strand with a dead end cannot become part of a loop.
                    let is_line = half.end == DEAD && self.form == TrackForm::Loop;
                    *(if is_line { &mut tally.closed_contacts } else { &mut tally.open_contacts }) -= half.contacts;
                    tally.dangling -= u32::from(half.end == DEAD);
                }
            }
            tally.dead_ends += u32::from(other == OUTSIDE);
            match (a.end == DEAD, b.end == DEAD) {
                (true, true) => {
                    tally.closed_contacts += contacts;
                    if self.form == TrackForm::Line {
                        tally.longest = tally.longest.max(contacts);
                    }
                }
                (false, false) => tally.open_contacts += contacts,
                _ => {
                    tally.dangling += 1;
                    *(if self.form == TrackForm::Loop {
                        &mut tally.closed_contacts
                    } else {
                        &mut tally.open_contacts
                    }) += contacts;
                }
            }
            for (end, far) in [(a.end, b.end), (b.end, a.end)] {
                if end != DEAD {
                    self.trail.push((end, self.ends[end]));
                    self.ends[end] = (far, contacts);
                }
            }
        }
    }

    #[inline]
    fn strand_at(&self, board: &CellBoard, cell: BoardCell, side: u8, placed: &IndexVec<BoardCell, bool>) -> PathHalf {
        if side == OUTSIDE {
            return PathHalf { end: DEAD, contacts: 0, is_existing: false };
        }
        let side = usize::from(side);
        match (board.neighbours[cell][side], board.contact_at[cell][side]) {
            (Some(next), Some(contact)) if placed[next] => {
                let (end, contacts) = self.ends[contact];
                PathHalf { end, contacts, is_existing: true }
            }
            (_, contact) => PathHalf { end: contact.unwrap_or(DEAD), contacts: 1, is_existing: false },
        }
    }

    /// Returns a lower bound of the contacts lost, whatever follows.
    #[inline]
    pub fn loss(&self) -> u32 {
        match self.form {
            TrackForm::Line => self.line_loss(),
            TrackForm::Loop => self.loop_loss(),
        }
    }

    fn line_loss(&self) -> u32 {
        let (mut lost, mut ends, mut extra_lines) = (0, self.odd_cells, 0);
        for tally in &self.tallies {
            // Either a complete line is the longest and all open strands are lost, or an open one is, and each of the
            // other dangling strands wastes at least one contact.
            let others = tally.dangling.div_ceil(2).saturating_sub(1);
            let longest = tally.longest;
            lost += if tally.open_contacts == 0 {
                tally.closed_contacts - longest
            } else {
                (tally.closed_contacts + tally.open_contacts - longest).min(tally.closed_contacts + others)
            };
            ends += tally.dead_ends;
            extra_lines += tally.dead_ends.div_ceil(2).saturating_sub(1);
        }
        lost.max(extra_lines).max(ends.div_ceil(2).saturating_sub(self.colours))
    }

    fn loop_loss(&self) -> u32 {
        let (mut lost, mut hanging) = (0, 0);
        for tally in &self.tallies {
            // A closed loop and the open strands cannot both count.
            lost += tally.closed_contacts - tally.longest + tally.open_contacts.min(tally.longest);
            hanging += tally.dangling;
        }
        lost + self.odd_cells.saturating_sub(hanging).div_ceil(2)
    }
}

struct PathHalf {
    end: ContactIndex,
    contacts: u32,
    is_existing: bool,
}
