//! Places tiles along a loop, each where the loop bends as its link does, and swaps them by simulated annealing until
//! every contact matches.

use std::collections::HashMap;

use super::OutlineAttempt;
use super::acceptance::AcceptanceSchedule;
use super::shape::{BENDS, SIDES, Station};
use super::stock::TileStock;
use houserule_core::geometry::{Coord, Lattice};
use houserule_core::mechanics::puzzle::{PlacedTile, Solution};

const NOBODY: u16 = u16::MAX;

/// Tiles along a loop.
pub struct Filling<'a> {
    stock: &'a TileStock,
    stations: &'a [Station],
    /// Stations by bend.
    by_bend: [Vec<u16>; BENDS],
    /// Neighbouring station through each side, except along the loop, where all contacts match.
    touches: Vec<[u16; SIDES]>,
    tiles: Vec<u16>,
    /// Side at which the link of each station's tile starts.
    starts: Vec<u8>,
    colours: Vec<[u8; SIDES]>,
    /// Number of mismatched contacts.
    clashes: i32,
}

/// Swap of the tiles of two stations with the same bend; on a straight, each may also be reversed.
#[derive(Clone, Copy, Debug)]
struct Exchange {
    stations: [u16; 2],
    turns: [bool; 2],
}

/// Found by experiment.
const STEPS: usize = 1_000;
const STEPS_ON_BOARD: usize = 3_000;
const COOLING: (f64, f64) = (0.08, 0.04);
const COOLING_ON_BOARD: (f64, f64) = (0.1, 0.05);

/// Number of steps between two looks at the clock.
const STEPS_PER_POLL: usize = 1 << 12;

/// A station without a mismatch is changed only once in this many times.
const MEDDLING: usize = 8;

impl<'a> Filling<'a> {
    /// Tiles in random order.
    pub fn new(stock: &'a TileStock, stations: &'a [Station], attempt: &mut OutlineAttempt) -> Filling<'a> {
        let numbered = || stations.iter().zip(0u16..);
        let who: HashMap<Coord, u16> = numbered().map(|(station, index)| (station.at, index)).collect();
        let lattice = Lattice::hex();
        let touches = stations.iter().map(|station| {
            std::array::from_fn(|side| match who.get(&station.at.plus(lattice.steps[side], 1)) {
                Some(&other) if side != station.enters && side != station.leaves => other,
                _ => NOBODY,
            })
        });
        let mut filling = Filling {
            stock,
            stations,
            by_bend: Default::default(),
            touches: touches.collect(),
            tiles: vec![0; stations.len()],
            starts: stations.iter().map(|station| station.start() as u8).collect(),
            colours: vec![[0; SIDES]; stations.len()],
            clashes: 0,
        };
        for (station, index) in numbered() {
            filling.by_bend[station.bend()].push(index);
        }
        for (bend, tiles) in stock.by_bend.iter().enumerate() {
            let mut tiles = tiles.clone();
            attempt.rng.shuffle(&mut tiles);
            for (tile, index) in tiles.into_iter().zip(filling.by_bend[bend].clone()) {
                filling.tiles[index as usize] = tile;
                filling.show(index);
            }
        }
        filling.clashes = numbered().map(|(_, index)| filling.clashes_at(index, NOBODY)).sum::<i32>() / 2;
        filling
    }

    /// Swaps tiles until every contact matches, or gives up.
    pub fn settle(&mut self, has_board: bool, attempt: &mut OutlineAttempt) -> Option<Solution> {
        let (steps, (first, last)) = if has_board { (STEPS_ON_BOARD, COOLING_ON_BOARD) } else { (STEPS, COOLING) };
        let steps = steps * self.stations.len() * attempt.patience();
        let cooling = AcceptanceSchedule::falling(first, last);
        let mut odds = cooling;
        for step in 0.. {
            if self.clashes == 0 {
                break;
            }
            if step % STEPS_PER_POLL == 0 {
                attempt.tell(self);
                if step >= steps || attempt.is_over() {
                    return None;
                }
                odds = cooling.after(step, steps);
            }
            let Some(exchange) = self.pick(attempt) else { continue };
            let before = self.clashes_of(exchange);
            self.make(exchange);
            let worse = self.clashes_of(exchange) - before;
            match odds.allow(worse, &mut attempt.rng) {
                true => self.clashes += worse,
                // Making the same swap again undoes it.
                false => self.make(exchange),
            }
        }
        Some(self.pieces())
    }

    /// A swap at a station with a mismatch, or occasionally at another.
    fn pick(&self, attempt: &mut OutlineAttempt) -> Option<Exchange> {
        let rng = &mut attempt.rng;
        let one = rng.below(self.stations.len()) as u16;
        if self.clashes_at(one, NOBODY) == 0 && rng.below(MEDDLING) > 0 {
            return None;
        }
        let bend = self.stations[one as usize].bend();
        let others = &self.by_bend[bend];
        let other = others[rng.below(others.len())];
        let mut turns = [false; 2];
        if bend == 0 {
            turns = [rng.below(2) == 0, one != other && rng.below(2) == 0];
        }
        (one != other || turns[0]).then_some(Exchange { stations: [one, other], turns })
    }

    fn make(&mut self, exchange: Exchange) {
        let [one, other] = exchange.stations;
        self.tiles.swap(one as usize, other as usize);
        for (index, turns) in exchange.stations.into_iter().zip(exchange.turns) {
            if turns {
                let start = &mut self.starts[index as usize];
                *start = (*start + SIDES as u8 / 2) % SIDES as u8;
            }
            self.show(index);
        }
    }

    /// Updates the colours at a station from its tile.
    fn show(&mut self, index: u16) {
        let index = index as usize;
        self.colours[index] = self.stock.face(self.tiles[index], self.starts[index]).colours;
    }

    /// Mismatched contacts of a station, except with `skipped`.
    fn clashes_at(&self, index: u16, skipped: u16) -> i32 {
        let mut clashes = 0;
        for (side, &other) in self.touches[index as usize].iter().enumerate() {
            if other != NOBODY && other != skipped {
                let theirs = self.colours[other as usize][(side + SIDES / 2) % SIDES];
                clashes += i32::from(self.colours[index as usize][side] != theirs);
            }
        }
        clashes
    }

    /// Mismatched contacts at both stations of a swap, each counted once.
    fn clashes_of(&self, exchange: Exchange) -> i32 {
        let [one, other] = exchange.stations;
        self.clashes_at(one, NOBODY) + if one == other { 0 } else { self.clashes_at(other, one) }
    }

    /// Number of tiles whose contacts all match.
    pub fn worth(&self) -> u32 {
        (0..self.stations.len() as u16).filter(|&index| self.clashes_at(index, NOBODY) == 0).count() as u32
    }

    /// All tiles, in the order of the puzzle's.
    pub fn pieces(&self) -> Solution {
        let piece = |(index, station): (usize, &Station)| {
            let (tile, start) = (self.tiles[index], self.starts[index]);
            PlacedTile { tile: tile as usize, at: station.at, rotation: self.stock.face(tile, start).rotation }
        };
        let mut pieces: Solution = self.stations.iter().enumerate().map(piece).collect();
        pieces.sort_by_key(|piece| piece.tile);
        pieces
    }
}
