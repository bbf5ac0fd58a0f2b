//! Strands that grow while cells are filled, and the number of contacts lost for good: those that no longest line or
//! loop can use.

use super::board::CellBoard;
use super::faces::OUTSIDE;
use houserule_core::mechanics::puzzle::TrackForm;

/// End that leads out of the board.
const DEAD: u16 = u16::MAX;

/// Contacts of one colour. All contacts of a placed tile count at once, since in the end all of them match.
#[derive(Clone, Copy, Default)]
struct ContactTally {
    /// In strands that can still become part of the longest.
    open: u32,
    /// In strands that cannot, including the longest complete one.
    shut: u32,
    longest: u32,
    /// Strands with one dead end.
    hanging: u32,
    /// Dead ends of strands that have a contact.
    ends: u32,
}

pub struct Strands {
    form: TrackForm,
    /// Number of colours of the tiles.
    colours: u32,
    tallies: Vec<ContactTally>,
    /// For every contact with one side placed: the other end of its strand, and the strand's contacts.
    ends: Vec<(u16, u32)>,
    /// Cells not yet filled that have an odd number of outer sides.
    odd: u32,
    trail: Vec<(u16, (u16, u32))>,
    kept: Vec<ContactTally>,
}

/// Point in the undo trail.
#[derive(Clone, Copy)]
pub struct StrandMark {
    trail: usize,
    odd: u32,
}

impl Strands {
    pub fn new(board: &CellBoard, form: TrackForm, colours: u32, named: usize) -> Strands {
        Strands {
            form,
            colours,
            tallies: vec![ContactTally::default(); named],
            ends: vec![(DEAD, 0); board.contacts as usize],
            odd: (0..board.cells.len()).filter(|&cell| board.is_odd(cell)).count() as u32,
            trail: Vec::new(),
            kept: Vec::new(),
        }
    }

    pub fn mark(&mut self) -> StrandMark {
        self.kept.extend_from_slice(&self.tallies);
        StrandMark { trail: self.trail.len(), odd: self.odd }
    }

    /// Returns to the last mark and forgets it.
    pub fn take_back(&mut self, mark: StrandMark) {
        while self.trail.len() > mark.trail {
            if let Some((contact, end)) = self.trail.pop() {
                self.ends[contact as usize] = end;
            }
        }
        self.odd = mark.odd;
        let from = self.kept.len() - self.tallies.len();
        self.tallies.copy_from_slice(&self.kept[from..]);
        self.kept.truncate(from);
    }

    /// Places links on a cell.
    #[inline]
    pub fn lay(&mut self, board: &CellBoard, cell: usize, links: &[(u8, u8, u8)], laid: &[bool], is_odd: bool) {
        self.odd -= is_odd as u32;
        for &(one, other, colour) in links {
            let (a, b) = (self.half(board, cell, one, laid), self.half(board, cell, other, laid));
            let tally = &mut self.tallies[colour as usize];
            if a.is_old && b.is_old && a.end != DEAD && Some(a.end) == board.contact[cell][other as usize] {
                tally.open -= a.contacts;
                tally.shut += a.contacts;
                if self.form == TrackForm::Loop {
                    tally.longest = tally.longest.max(a.contacts);
                }
                continue;
            }
            let contacts = a.contacts + b.contacts;
            for half in [&a, &b] {
                if half.is_old {
                    // A line can no longer become part of a loop.
                    let is_lost = half.end == DEAD && self.form == TrackForm::Loop;
                    *(if is_lost { &mut tally.shut } else { &mut tally.open }) -= half.contacts;
                    tally.hanging -= (half.end == DEAD) as u32;
                }
            }
            tally.ends += (other == OUTSIDE) as u32;
            match (a.end == DEAD, b.end == DEAD) {
                (true, true) => {
                    tally.shut += contacts;
                    if self.form == TrackForm::Line {
                        tally.longest = tally.longest.max(contacts);
                    }
                }
                (false, false) => tally.open += contacts,
                _ => {
                    tally.hanging += 1;
                    *(if self.form == TrackForm::Loop { &mut tally.shut } else { &mut tally.open }) += contacts;
                }
            }
            for (end, far) in [(a.end, b.end), (b.end, a.end)] {
                if end != DEAD {
                    self.trail.push((end, self.ends[end as usize]));
                    self.ends[end as usize] = (far, contacts);
                }
            }
        }
    }

    #[inline]
    fn half(&self, board: &CellBoard, cell: usize, side: u8, laid: &[bool]) -> PathHalf {
        if side == OUTSIDE {
            return PathHalf { end: DEAD, contacts: 0, is_old: false };
        }
        let side = side as usize;
        match (board.next[cell][side], board.contact[cell][side]) {
            (Some(next), Some(contact)) if laid[next as usize] => {
                let (end, contacts) = self.ends[contact as usize];
                PathHalf { end, contacts, is_old: true }
            }
            (_, contact) => PathHalf { end: contact.unwrap_or(DEAD), contacts: 1, is_old: false },
        }
    }

    /// Lower bound of the contacts lost whatever follows.
    #[inline]
    pub fn loss(&self) -> u32 {
        match self.form {
            TrackForm::Line => self.lost_to_lines(),
            TrackForm::Loop => self.lost_to_loops(),
        }
    }

    fn lost_to_lines(&self) -> u32 {
        let (mut lost, mut ends, mut further) = (0, self.odd, 0);
        for tally in &self.tallies {
            // Either a finished line is the longest and all open strands are lost, or an open one is, and each of the
            // other hanging strands wastes at least one contact.
            let others = tally.hanging.div_ceil(2).saturating_sub(1);
            let spared = tally.longest;
            lost += if tally.open == 0 {
                tally.shut - spared
            } else {
                (tally.shut + tally.open - spared).min(tally.shut + others)
            };
            ends += tally.ends;
            further += tally.ends.div_ceil(2).saturating_sub(1);
        }
        lost.max(further).max(ends.div_ceil(2).saturating_sub(self.colours))
    }

    fn lost_to_loops(&self) -> u32 {
        let (mut lost, mut hanging) = (0, 0);
        for tally in &self.tallies {
            // A closed loop and the open strands cannot both count.
            lost += tally.shut - tally.longest + tally.open.min(tally.longest);
            hanging += tally.hanging;
        }
        lost + self.odd.saturating_sub(hanging).div_ceil(2)
    }
}

struct PathHalf {
    end: u16,
    contacts: u32,
    is_old: bool,
}
