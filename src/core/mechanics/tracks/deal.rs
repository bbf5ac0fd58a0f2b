//! Start of a game: hands, tiles in the middle, and the rest.

use std::sync::Arc;

use super::TrackPosition;
use super::movegen::ORIGIN;
use super::rules::TrackRules;
use crate::geometry::Coord;
use crate::mechanics::Seat;
use crate::mechanics::supply::{BagAndHands, Dealing, DealtTiles, TileIndex};
use crate::rng::Rng;

impl<const SIDES: usize> TrackPosition<SIDES> {
    /// Initial position; the seed determines the deal.
    pub fn new(plan: Arc<TrackRules>, seed: u64) -> Self {
        TrackPosition::drawn_in(plan, None, seed)
    }

    /// Initial position with the tiles drawn in a given order instead of a random one.
    pub(super) fn drawn_in(plan: Arc<TrackRules>, order: Option<&[TileIndex]>, seed: u64) -> Self {
        let mut tracks = TrackPosition::bare(plan);
        tracks.begin_game(order, seed);
        tracks
    }

    /// Deals on an empty board before the first move.
    pub(super) fn begin_game(&mut self, order: Option<&[TileIndex]>, seed: u64) {
        let plan = self.plan.clone();
        if let Some(dealing) = &plan.dealing {
            self.state.clock.seat = self.deal(dealing, order, &mut Rng::new(seed));
            // Tiles in the middle only have to match in colour.
            self.state.sound = self.is_sound();
        }
    }

    /// Deals and returns the seat that starts.
    fn deal(&mut self, dealing: &Dealing, order: Option<&[TileIndex]>, rng: &mut Rng) -> Seat {
        let DealtTiles { mut hands, mut rest, begins } = dealing.deal(rng, order);
        // A tile that cannot be joined goes to the end; if none can, fewer tiles are placed in the middle.
        let mut tries = rest.len();
        while self.field.tiles() < dealing.extras().middle as usize && tries > 0 {
            let tile = rest.remove(0);
            match self.joins(tile) {
                ways if ways.is_empty() => rest.push(tile),
                ways => {
                    let (at, orientation) = ways[rng.below(ways.len())];
                    self.field.put(at, orientation);
                    tries = rest.len() + 1;
                }
            }
            tries -= 1;
        }
        if let Some(seat) = dealing.extras().remainder_to {
            hands[seat].append(&mut rest);
        }
        self.stock = Some(BagAndHands::new(rest, hands.into_iter().map(Some).collect(), dealing.kinds()));
        begins
    }

    /// Every way to join a tile to those on the board; the first goes to the origin, unrotated.
    fn joins(&self, tile: u16) -> Vec<(Coord, u16)> {
        let set = &self.plan.set;
        let first = set.tiles[tile as usize].first_orientation;
        let orientations = first..first + u16::from(set.tiles[tile as usize].rotations);
        if self.field.tiles() == 0 {
            return vec![(ORIGIN, first)];
        }
        let touch = self.to_touch();
        let spaces = self.field.frontier().iter().filter(|&&cell| self.field.touching(cell) >= touch);
        let ways = spaces.flat_map(|&cell| orientations.clone().map(move |orientation| (cell, orientation)));
        let matching = ways.filter(|&(cell, orientation)| self.field.matches(cell, orientation));
        matching.map(|(cell, orientation)| (self.field.at(cell), orientation)).collect()
    }
}
