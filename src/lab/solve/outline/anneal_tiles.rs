//! Simulated annealing of tiles along a loop: each is placed where the loop bends as its link does, and tiles are
//! swapped until every contact matches.

use std::collections::HashMap;

use super::OutlineAttempt;
use super::acceptance::AcceptanceSchedule;
use super::shape::{BENDS, SIDES, Station, StationIndex};
use super::tiles::{StockTile, TileStock};
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::puzzle::{PlacedTile, Solution};
use houserule_core::tiles::ColourIndex;

/// Tiles along a loop.
pub struct Filling<'a> {
    stock: &'a TileStock,
    stations: &'a IndexVec<StationIndex, Station>,
    /// Stations by bend.
    by_bend: [Vec<StationIndex>; BENDS],
    /// Neighbouring station at each side, except along the loop, where all contacts match.
    contacts: IndexVec<StationIndex, [StationIndex; SIDES]>,
    tiles: IndexVec<StationIndex, StockTile>,
    /// Side at which the link of each station's tile starts.
    starts: IndexVec<StationIndex, u8>,
    colours: IndexVec<StationIndex, [ColourIndex; SIDES]>,
    /// Number of mismatched contacts.
    mismatches: i32,
}

/// Swap of the tiles of two stations with the same bend; on a straight, each may also be reversed.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    stations: [StationIndex; 2],
    reversed: [bool; 2],
}

/// Steps per station, and acceptance probabilities at the start and the end, found by experiment.
const STEPS: usize = 1_000;
const STEPS_ON_BOARD: usize = 3_000;
const COOLING: (f64, f64) = (0.08, 0.04);
const COOLING_ON_BOARD: (f64, f64) = (0.1, 0.05);

/// Number of steps between two polls of the control.
const STEPS_PER_POLL: usize = 1 << 12;

/// One in this many swaps at a station without a mismatch is tried.
const MATCHED_SWAP_INTERVAL: usize = 8;

impl<'a> Filling<'a> {
    /// Places the tiles in random order.
    pub fn new(
        stock: &'a TileStock,
        stations: &'a IndexVec<StationIndex, Station>,
        attempt: &mut OutlineAttempt,
    ) -> Filling<'a> {
        let station_at: HashMap<Coord, StationIndex> =
            stations.iter_enumerated().map(|(index, station)| (station.at, index)).collect();
        let lattice = Lattice::hex();
        let contacts = stations.iter().map(|station| {
            std::array::from_fn(|side| match station_at.get(&station.at.plus(lattice.steps[side], 1)) {
                Some(&other) if side != station.enters && side != station.leaves => other,
                _ => StationIndex::NONE,
            })
        });
        let mut filling = Filling {
            stock,
            stations,
            by_bend: Default::default(),
            contacts: contacts.collect(),
            tiles: vec![StockTile::default(); stations.len()].into(),
            starts: stations.iter().map(|station| station.start() as u8).collect(),
            colours: vec![[ColourIndex::default(); SIDES]; stations.len()].into(),
            mismatches: 0,
        };
        for (index, station) in stations.iter_enumerated() {
            filling.by_bend[station.bend()].push(index);
        }
        for (bend, tiles) in stock.by_bend.iter().enumerate() {
            let mut tiles = tiles.clone();
            attempt.rng.shuffle(&mut tiles);
            for (tile, index) in tiles.into_iter().zip(filling.by_bend[bend].clone()) {
                filling.tiles[index] = tile;
                filling.update_colours(index);
            }
        }
        filling.mismatches =
            stations.indices().map(|index| filling.mismatches_at(index, StationIndex::NONE)).sum::<i32>() / 2;
        filling
    }

    /// Swaps tiles until every contact matches; `None` if it takes too long.
    pub fn anneal(&mut self, has_board: bool, attempt: &mut OutlineAttempt) -> Option<Solution> {
        let (steps, (first, last)) = if has_board { (STEPS_ON_BOARD, COOLING_ON_BOARD) } else { (STEPS, COOLING) };
        let steps = steps * self.stations.len() * attempt.length_factor();
        let cooling = AcceptanceSchedule::linear(first, last);
        let mut schedule = cooling;
        for step in 0.. {
            if self.mismatches == 0 {
                break;
            }
            if step % STEPS_PER_POLL == 0 {
                attempt.report_filling(self);
                if step >= steps || attempt.is_over() {
                    return None;
                }
                schedule = cooling.at_step(step, steps);
            }
            let Some(exchange) = self.propose_swap(attempt) else { continue };
            let before = self.mismatches_of(exchange);
            self.apply(exchange);
            let increase = self.mismatches_of(exchange) - before;
            match schedule.accepts(increase, &mut attempt.rng) {
                true => self.mismatches += increase,
                // The same swap undoes itself.
                false => self.apply(exchange),
            }
        }
        Some(self.pieces())
    }

    /// Proposes a swap at a station with a mismatch, or sometimes at another.
    fn propose_swap(&self, attempt: &mut OutlineAttempt) -> Option<Exchange> {
        let rng = &mut attempt.rng;
        let one = StationIndex::new(rng.below(self.stations.len()));
        if self.mismatches_at(one, StationIndex::NONE) == 0 && rng.below(MATCHED_SWAP_INTERVAL) > 0 {
            return None;
        }
        let bend = self.stations[one].bend();
        let others = &self.by_bend[bend];
        let other = others[rng.below(others.len())];
        let mut reversed = [false; 2];
        if bend == 0 {
            reversed = [rng.below(2) == 0, one != other && rng.below(2) == 0];
        }
        (one != other || reversed[0]).then_some(Exchange { stations: [one, other], reversed })
    }

    fn apply(&mut self, exchange: Exchange) {
        let [one, other] = exchange.stations;
        self.tiles.swap(one.index(), other.index());
        for (index, is_reversed) in exchange.stations.into_iter().zip(exchange.reversed) {
            if is_reversed {
                let start = &mut self.starts[index];
                *start = (*start + SIDES as u8 / 2) % SIDES as u8;
            }
            self.update_colours(index);
        }
    }

    /// Updates the colours at a station from its tile.
    fn update_colours(&mut self, index: StationIndex) {
        self.colours[index] = self.stock.turned_tile(self.tiles[index], self.starts[index]).colours;
    }

    /// Counts the mismatched contacts of a station, except with `skipped`.
    fn mismatches_at(&self, index: StationIndex, skipped: StationIndex) -> i32 {
        let mut mismatches = 0;
        for (side, &other) in self.contacts[index].iter().enumerate() {
            if other != StationIndex::NONE && other != skipped {
                let theirs = self.colours[other][(side + SIDES / 2) % SIDES];
                mismatches += i32::from(self.colours[index][side] != theirs);
            }
        }
        mismatches
    }

    /// Counts the mismatched contacts at both stations of a swap, each once.
    fn mismatches_of(&self, exchange: Exchange) -> i32 {
        let [one, other] = exchange.stations;
        self.mismatches_at(one, StationIndex::NONE) + if one == other { 0 } else { self.mismatches_at(other, one) }
    }

    /// Counts the tiles whose contacts all match.
    pub fn matched_tiles(&self) -> u32 {
        self.stations.indices().filter(|&index| self.mismatches_at(index, StationIndex::NONE) == 0).count() as u32
    }

    /// Returns all tiles, in the order of the puzzle.
    pub fn pieces(&self) -> Solution {
        let piece = |(index, station): (StationIndex, &Station)| {
            let (tile, start) = (self.tiles[index], self.starts[index]);
            PlacedTile { tile: tile.index(), at: station.at, rotation: self.stock.turned_tile(tile, start).rotation }
        };
        let mut pieces: Solution = self.stations.iter_enumerated().map(piece).collect();
        pieces.sort_by_key(|piece| piece.tile);
        pieces
    }
}
