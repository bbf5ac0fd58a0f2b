//! Summary of a position for a player: forced spaces and what fits them, controlled sides, and the tracks of every
//! colour.

use std::collections::BTreeMap;

use super::TrackPosition;
use super::preview_fill::FillPreview;
use crate::mechanics::{ColourSurvey, ForcedSpace, MAX_SEATS, Seat, Survey};

impl<const SIDES: usize> TrackPosition<SIDES> {
    pub(super) fn take_survey(&self) -> Survey {
        let forced: Vec<u32> = self.plan.forced.map(|sides| self.field.crowded(sides).to_vec()).unwrap_or_default();
        let controlled = self.field.frontier().iter().filter(|&&cell| self.is_controlled(cell));
        let unseen = self.unseen();
        let mut survey = Survey {
            controlled: controlled.map(|&cell| self.field.at(cell)).collect(),
            spaces: forced.iter().map(|&cell| self.space(cell, &unseen)).collect(),
            colours: (0..)
                .zip(self.field.longest())
                .map(|(colour, longest)| self.colour(colour, longest, &forced, &unseen))
                .collect(),
        };
        survey.controlled.sort_unstable_by_key(|at| (at.y, at.x));
        survey.spaces.sort_unstable_by_key(|space| (space.at.y, space.at.x));
        survey
    }

    fn is_controlled(&self, cell: u32) -> bool {
        self.plan.controlled.is_some_and(|(filled, while_)| {
            self.in_force(while_) && !self.is_forced(cell) && self.field.crowds(cell, filled, self.state.sound)
        })
    }

    /// Tiles that the seat to move cannot see, with repetitions.
    fn unseen(&self) -> Vec<u16> {
        let Some((dealing, stock)) = self.plan.dealing.as_ref().zip(self.stock.as_ref()) else {
            return Vec::new();
        };
        let seen_hands = Seat::all(MAX_SEATS)
            .zip(stock.hands())
            .filter(|(seat, _)| dealing.open || *seat == self.state.clock.seat)
            .flat_map(|(_, hand)| hand.unwrap_or_default().iter().copied());
        let laid = self.field.laid().filter_map(|at| self.field.orientation_at(at));
        let seen = laid.map(|orientation| self.set().orientations[orientation as usize].tile).chain(seen_hands);
        let mut left: BTreeMap<u16, usize> = BTreeMap::new();
        dealing.tiles().iter().for_each(|tile| *left.entry(*tile).or_default() += 1);
        for tile in seen {
            left.entry(tile).and_modify(|count| *count = count.saturating_sub(1));
        }
        left.into_iter().flat_map(|(tile, count)| std::iter::repeat_n(tile, count)).collect()
    }

    /// Whether a tile that matches an empty cell in some orientation may be placed there: `now`, or by the colours
    /// alone.
    fn may_fill(&self, cell: u32, tile: u16, now: bool) -> bool {
        let matching = self.plan.needs.fits(self.field.need(cell)).iter();
        let mut orientations =
            matching.filter(|orientation| self.set().orientations[**orientation as usize].tile == tile);
        if !now {
            return orientations.next().is_some();
        }
        let calm = |orientation: &u16| self.field.preview_fill(cell, *orientation, self.strain()) != FillPreview::Torn;
        self.is_open(cell) && orientations.any(calm)
    }

    fn space(&self, cell: u32, unseen: &[u16]) -> ForcedSpace {
        let seat = self.state.clock.seat;
        let hand = self.stock.as_ref().map(|stock| stock.hand(seat)).unwrap_or_default();
        let count = |now| unseen.iter().filter(|&&tile| self.may_fill(cell, tile, now)).count();
        ForcedSpace {
            at: self.field.at(cell),
            fits: hand.iter().copied().filter(|&tile| self.may_fill(cell, tile, true)).collect(),
            unseen_now: count(true),
            unseen_later: count(false),
        }
    }

    fn colour(&self, colour: u8, (line, closed): (u32, u32), forced: &[u32], unseen: &[u16]) -> ColourSurvey {
        let ends: Vec<(u32, u8)> =
            self.field.open_ends().filter(|(_, _, of)| *of == colour).map(|(cell, side, _)| (cell, side)).collect();
        let mut blocked: Vec<u32> =
            ends.iter().map(|(cell, _)| *cell).filter(|&cell| self.is_blocked(cell, unseen)).collect();
        blocked.sort_unstable();
        blocked.dedup();
        ColourSurvey {
            line,
            closed,
            indirect: self.indirect(&ends, forced).max(closed),
            blocked: blocked.into_iter().map(|cell| self.field.at(cell)).collect(),
        }
    }

    /// Whether no remaining tile, in a hand or unseen, matches an empty cell.
    fn is_blocked(&self, cell: u32, unseen: &[u16]) -> bool {
        let Some(stock) = &self.stock else {
            return self.plan.needs.fits(self.field.need(cell)).is_empty();
        };
        let hands = stock.hands().flatten().flatten().copied();
        !hands.chain(unseen.iter().copied()).any(|tile| self.may_fill(cell, tile, false))
    }

    /// Number of tiles in the longest track of one colour once every forced space that two of its ends point into is
    /// filled so that it joins them.
    fn indirect(&self, ends: &[(u32, u8)], forced: &[u32]) -> u32 {
        let mut into: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
        for &(cell, side) in ends.iter().filter(|(cell, _)| forced.contains(cell)) {
            into.entry(cell).or_default().push(side);
        }
        // End by which a track entering a forced space through one side would leave it.
        let beyond = |cell: u32, side: u8| match into.get(&cell).map(Vec::as_slice) {
            Some(&[a, b]) => Some((cell, if a == side { b } else { a })),
            _ => None,
        };
        let follow = |start: (u32, u8)| {
            // From an end back along its track, then through forced spaces from track to track.
            let (mut at, mut tiles) = (start, 0);
            loop {
                let track = self.field.paths.from(at.0, at.1);
                tiles += track.length;
                let (cell, side) = self.field.paths.place(track);
                match beyond(cell, side) {
                    Some(next) => (at, tiles) = (next, tiles + 1),
                    None => return tiles,
                }
                if at == start {
                    return tiles;
                }
            }
        };
        ends.iter().map(|&end| follow(end)).max().unwrap_or(0)
    }
}
