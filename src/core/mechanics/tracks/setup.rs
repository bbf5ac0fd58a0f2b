//! Positions that were set up by hand: validated as a whole, reporting all errors at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::TrackPosition;
use super::position::TrackState;
use super::queries::EdgeClash;
use super::rules::TrackRules;
use crate::error::SetupError;
use crate::geometry::Coord;
use crate::mechanics::supply::{BagAndHands, Dealing, Hand};
use crate::mechanics::{BagSetup, TileSetup, TurnState, reaches};
use crate::rng::Rng;

impl<const SIDES: usize> TrackPosition<SIDES> {
    /// Position that was set up; a bag of which only the count is known is shuffled by the seed.
    pub fn set_up(plan: Arc<TrackRules>, setup: &TileSetup, seed: u64) -> Result<Self, SetupError> {
        let mut faults = Vec::new();
        let mut tracks = TrackPosition::bare(plan.clone());
        let start = tracks.field.mark();
        let mut places: BTreeMap<(i32, i32), ()> = BTreeMap::new();
        for &(at, orientation) in &setup.tiles {
            if !reaches(at) {
                faults.push(TrackRules::too_far(&tracks.place_name(at)));
            } else if places.insert((at.x, at.y), ()).is_some() {
                faults.push(format!("two tiles lie at {}", tracks.place_name(at)));
            } else {
                faults.extend(tracks.clash(at, orientation));
                tracks.field.put(at, orientation);
            }
        }
        let stock = match &plan.dealing {
            Some(dealing) => tracks.stock_of(dealing, setup, seed, &mut faults),
            None => {
                if setup.bag.is_some() || !setup.pile.is_empty() || setup.hands.iter().any(Option::is_some) {
                    faults.push("this game has no bag and no hands".into());
                }
                None
            }
        };
        let is_pending = setup.beside.takes > 0 || setup.beside.owes[setup.seat] > 0;
        if setup.step >= plan.steps.len() + usize::from(is_pending) {
            faults.push(format!("a turn has {} steps, not {}", plan.steps.len(), setup.step + 1));
        }
        if !faults.is_empty() {
            return Err(SetupError(faults));
        }
        tracks.stock = stock;
        let clock = TurnState { seat: setup.seat, step: setup.step as u8, ..TurnState::default() };
        tracks.state = TrackState { clock, sound: tracks.is_sound(), verdict: None };
        if !tracks.all_are_out() && !is_pending {
            tracks.settle();
        }
        let mover = clock.moved_last(plan.begins_at, plan.names.seats.len());
        tracks.state.verdict = tracks.judge(start, mover);
        Ok(tracks)
    }

    /// How a tile there clashes with its neighbours.
    fn clash(&self, at: Coord, orientation: u16) -> Option<String> {
        let EdgeClash { there, .. } = self.field.clashes(at, orientation).next()?;
        let (here, there) = (self.place_name(at), self.place_name(there));
        Some(format!("the tiles at {here} and {there} do not match"))
    }

    /// Hands and bag of a setup.
    fn stock_of(
        &self,
        dealing: &Dealing,
        setup: &TileSetup,
        seed: u64,
        faults: &mut Vec<String>,
    ) -> Option<BagAndHands> {
        let set = self.set();
        let mut left = vec![0i32; set.tiles.len()];
        dealing.tiles().iter().for_each(|tile| left[*tile as usize] += 1);
        let mut use_up = |tile: u16, faults: &mut Vec<String>| {
            left[tile as usize] -= 1;
            if left[tile as usize] < 0 {
                let name = &set.tiles[tile as usize].name;
                let there = dealing.tiles().iter().filter(|other| **other == tile).count();
                faults.push(match there {
                    0 => format!("tile {name} is not in this game"),
                    1 => format!("tile {name} is there twice"),
                    there => format!("tile {name} is there more than {there} times"),
                });
            }
        };
        setup.tiles.iter().for_each(|(_, orientation)| use_up(set.orientations[*orientation as usize].tile, faults));
        for hand in setup.hands.iter().flatten().filter(|hand| hand.len() > Hand::MAX_HAND as usize) {
            faults.push(format!("a hand of {} tiles; {} are the most", hand.len(), Hand::MAX_HAND));
        }
        setup.hands.iter().flatten().flatten().for_each(|tile| use_up(*tile, faults));
        setup.pile.iter().for_each(|tile| use_up(*tile, faults));
        if let Some(BagSetup::Order(order)) = &setup.bag {
            order.iter().for_each(|tile| use_up(*tile, faults));
        }
        if !faults.is_empty() {
            return None;
        }
        let unseen: Vec<u16> =
            (0..).zip(&left).flat_map(|(tile, left)| std::iter::repeat_n(tile, *left as usize)).collect();
        let bag = match &setup.bag {
            Some(BagSetup::Order(order)) => order.clone(),
            Some(BagSetup::Count(count)) if *count > unseen.len() => {
                faults.push(format!("a bag of {count}, and {} tiles are unseen", unseen.len()));
                return None;
            }
            count => {
                let mut tiles = unseen;
                let count = match count {
                    Some(BagSetup::Count(count)) => *count,
                    _ => tiles.len(),
                };
                Rng::new(seed).shuffle(&mut tiles);
                tiles.truncate(count);
                tiles
            }
        };
        Some(BagAndHands::new(bag, setup.hands.clone().into(), set.tiles.len()).with_pile(setup.pile.clone()))
    }
}
