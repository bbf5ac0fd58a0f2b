//! Start of a game: hands, tiles in the middle, and the remaining tiles.

use std::sync::Arc;

use super::TrackPosition;
use super::movegen::ORIGIN;
use super::rules::TrackRules;
use crate::geometry::Coord;
use crate::mechanics::Seat;
use crate::mechanics::supply::{BagAndHands, Dealing, DealtTiles};
use crate::rng::Rng;
use crate::tiles::{OrientationIndex, TileIndex};

impl<const SIDES: usize> TrackPosition<SIDES> {
    /// Initial position; the seed determines the deal.
    pub fn new(rules: Arc<TrackRules>, seed: u64) -> Self {
        TrackPosition::with_order(rules, None, seed)
    }

    /// Initial position with the tiles drawn in a given order instead of a random one.
    pub(super) fn with_order(rules: Arc<TrackRules>, order: Option<&[TileIndex]>, seed: u64) -> Self {
        let mut tracks = TrackPosition::empty(rules);
        tracks.begin_game(order, seed);
        tracks
    }

    /// Deals on an empty board before the first move.
    pub(super) fn begin_game(&mut self, order: Option<&[TileIndex]>, seed: u64) {
        let rules = self.rules.clone();
        if let Some(dealing) = &rules.dealing {
            self.state.turn_state.seat = self.deal(dealing, order, &mut Rng::new(seed));
            // Tiles in the middle only have to match in colour.
            self.state.is_sound = self.is_sound();
        }
    }

    /// Deals and returns the seat that starts.
    fn deal(&mut self, dealing: &Dealing, order: Option<&[TileIndex]>, rng: &mut Rng) -> Seat {
        let DealtTiles { mut hands, mut rest, starter } = dealing.deal(rng, order);
        // A tile that cannot be joined goes to the end; if no tile can, fewer are placed in the middle.
        let mut attempts = rest.len();
        while self.grid.tile_count() < dealing.extras().middle as usize && attempts > 0 {
            let tile = rest.remove(0);
            match self.placements(tile) {
                placements if placements.is_empty() => rest.push(tile),
                placements => {
                    let (at, orientation) = placements[rng.below(placements.len())];
                    self.grid.place(at, orientation);
                    attempts = rest.len() + 1;
                }
            }
            attempts -= 1;
        }
        if let Some(seat) = dealing.extras().remainder_to {
            hands[seat].append(&mut rest);
        }
        self.stock = Some(BagAndHands::new(rest, hands.into_iter().map(Some).collect(), dealing.kinds()));
        starter
    }

    /// Every way to join a tile to those on the board; the first tile goes to the origin, unrotated.
    fn placements(&self, tile: TileIndex) -> Vec<(Coord, OrientationIndex)> {
        let set = &self.rules.set;
        if self.grid.tile_count() == 0 {
            return vec![(ORIGIN, set.tiles[tile].first_orientation)];
        }
        let touch = self.required_neighbours();
        let spaces = self.grid.frontier().iter().filter(|&&cell| self.grid.touching(cell) >= touch);
        let placements =
            spaces.flat_map(|&cell| set.orientation_indices(tile).map(move |orientation| (cell, orientation)));
        let matching = placements.filter(|&(cell, orientation)| self.grid.matches(cell, orientation));
        matching.map(|(cell, orientation)| (self.grid.coord(cell), orientation)).collect()
    }
}
