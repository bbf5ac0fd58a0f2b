//! Summary of a position for a player: forced spaces and what fits them, controlled sides, and the tracks of every
//! colour.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::TrackPosition;
use super::preview_fill::FillPreview;
use crate::geometry::WindowCell;
use crate::mechanics::{ColourSurvey, ForcedSpace, MAX_SEATS, Seat, Survey};
use crate::tiles::{ColourIndex, OrientationIndex, TileIndex};

impl<const SIDES: usize> TrackPosition<SIDES> {
    pub(super) fn build_survey(&self) -> Survey {
        let forced = self.forced_spaces();
        let controlled = self.grid.frontier().iter().filter(|&&cell| self.is_controlled(cell));
        let unseen = self.unseen_tiles();
        let mut survey = Survey {
            controlled: controlled.map(|&cell| self.grid.coord(cell)).collect(),
            spaces: forced.iter().map(|&cell| self.survey_space(cell, &unseen)).collect(),
            colours: (self.grid.longest().iter_enumerated())
                .map(|(colour, longest)| self.survey_colour(colour, *longest, &forced, &unseen))
                .collect(),
        };
        survey.controlled.sort_unstable_by_key(|at| (at.y, at.x));
        survey.spaces.sort_unstable_by_key(|space| (space.at.y, space.at.x));
        survey
    }

    pub(super) fn forced_spaces(&self) -> SmallVec<[WindowCell; 8]> {
        self.rules.forced_neighbours.map(|sides| self.grid.crowded(sides)).unwrap_or_default()
    }

    fn is_controlled(&self, cell: WindowCell) -> bool {
        self.rules.controlled_sides.is_some_and(|(filled, while_)| {
            self.is_in_force(while_) && !self.is_forced(cell) && self.grid.overcrowds(cell, filled, self.state.is_sound)
        })
    }

    /// Tiles that the seat to move cannot see, with repetitions.
    fn unseen_tiles(&self) -> Vec<TileIndex> {
        let Some((dealing, stock)) = self.rules.dealing.as_ref().zip(self.stock.as_ref()) else { return Vec::new() };
        let visible_hands = Seat::all(MAX_SEATS)
            .zip(stock.hands())
            .filter(|(seat, _)| dealing.is_open || *seat == self.state.turn_state.seat)
            .flat_map(|(_, hand)| hand.unwrap_or_default().iter().copied());
        let laid = self.grid.laid().filter_map(|at| self.grid.orientation_at(at));
        let visible = laid.map(|orientation| self.set().orientations[orientation].tile).chain(visible_hands);
        let mut remaining: BTreeMap<TileIndex, usize> = BTreeMap::new();
        dealing.tiles().iter().for_each(|tile| *remaining.entry(*tile).or_default() += 1);
        for tile in visible {
            remaining.entry(tile).and_modify(|count| *count = count.saturating_sub(1));
        }
        remaining.into_iter().flat_map(|(tile, count)| std::iter::repeat_n(tile, count)).collect()
    }

    /// Orientations of a tile that match an empty cell.
    fn matching_orientations(&self, cell: WindowCell, tile: TileIndex) -> impl Iterator<Item = OrientationIndex> {
        let matching = self.rules.constraints.fits(self.grid.constraint(cell)).iter().copied();
        matching.filter(move |orientation| self.set().orientations[*orientation].tile == tile)
    }

    /// Whether a tile matches an empty cell in some orientation, whatever the restrictions.
    fn matches(&self, cell: WindowCell, tile: TileIndex) -> bool {
        self.matching_orientations(cell, tile).next().is_some()
    }

    /// Whether a tile may be placed on an empty cell now.
    fn may_fill(&self, cell: WindowCell, tile: TileIndex) -> bool {
        let is_possible = |orientation: OrientationIndex| {
            self.grid.preview_fill(cell, orientation, self.thresholds()) != FillPreview::Impossible
        };
        self.is_open(cell) && self.matching_orientations(cell, tile).any(is_possible)
    }

    fn survey_space(&self, cell: WindowCell, unseen: &[TileIndex]) -> ForcedSpace {
        let seat = self.state.turn_state.seat;
        let hand = self.stock.as_ref().map(|stock| stock.hand(seat)).unwrap_or_default();
        ForcedSpace {
            at: self.grid.coord(cell),
            fits: hand.iter().copied().filter(|&tile| self.may_fill(cell, tile)).collect(),
            unseen_now: unseen.iter().filter(|&&tile| self.may_fill(cell, tile)).count(),
            unseen_later: unseen.iter().filter(|&&tile| self.matches(cell, tile)).count(),
        }
    }

    fn survey_colour(
        &self,
        colour: ColourIndex,
        (line, closed): (u32, u32),
        forced: &[WindowCell],
        unseen: &[TileIndex],
    ) -> ColourSurvey {
        let ends: Vec<(WindowCell, usize)> = self
            .grid
            .open_ends()
            .filter(|(_, _, end_colour)| *end_colour == colour)
            .map(|(cell, side, _)| (cell, side))
            .collect();
        let mut blocked: Vec<WindowCell> =
            ends.iter().map(|(cell, _)| *cell).filter(|&cell| self.is_blocked(cell, unseen)).collect();
        blocked.sort_unstable();
        blocked.dedup();
        ColourSurvey {
            line,
            closed,
            indirect: self.longest_indirect(&ends, forced).max(closed),
            blocked: blocked.into_iter().map(|cell| self.grid.coord(cell)).collect(),
        }
    }

    /// Whether no remaining tile, in a hand or unseen, matches an empty cell.
    fn is_blocked(&self, cell: WindowCell, unseen: &[TileIndex]) -> bool {
        let Some(stock) = &self.stock else {
            return self.rules.constraints.fits(self.grid.constraint(cell)).is_empty();
        };
        let hands = stock.hands().flatten().flatten().copied();
        !hands.chain(unseen.iter().copied()).any(|tile| self.matches(cell, tile))
    }

    /// Number of tiles in the longest track of one colour if every forced space that two of its ends point into is
    /// filled so that they are joined.
    fn longest_indirect(&self, ends: &[(WindowCell, usize)], forced: &[WindowCell]) -> u32 {
        let mut sides_into: BTreeMap<WindowCell, Vec<usize>> = BTreeMap::new();
        for &(cell, side) in ends.iter().filter(|(cell, _)| forced.contains(cell)) {
            sides_into.entry(cell).or_default().push(side);
        }
        // The other end that points into a forced space: a track that enters there would leave by it.
        let exit_of = |cell: WindowCell, side: usize| match sides_into.get(&cell).map(Vec::as_slice) {
            Some(&[a, b]) => Some((cell, if a == side { b } else { a })),
            _ => None,
        };
        let follow = |start: (WindowCell, usize)| {
            // From an end along its track to the far end, then through forced spaces from track to track.
            let (mut at, mut tiles) = (start, 0);
            loop {
                let track = self.grid.paths.other_end(at.0, at.1);
                tiles += track.length;
                let (cell, side) = self.grid.paths.cell_and_side(track);
                match exit_of(cell, side) {
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
