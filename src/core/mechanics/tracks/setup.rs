//! Positions set up by hand: validated as a whole, with all errors reported at once.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::TrackPosition;
use super::position::TrackState;
use super::queries::EdgeClash;
use super::rules::TrackRules;
use crate::error::SetupError;
use crate::geometry::Coord;
use crate::index::IndexVec;
use crate::mechanics::supply::{BagAndHands, Dealing, Hand};
use crate::mechanics::{BagSetup, TileSetup, TurnState, is_in_reach};
use crate::rng::Rng;
use crate::tiles::{OrientationIndex, TileIndex};

impl<const SIDES: usize> TrackPosition<SIDES> {
    /// Position from a setup; if only the size of the bag is known, the seed selects and shuffles its tiles.
    pub fn set_up(rules: Arc<TrackRules>, setup: &TileSetup, seed: u64) -> Result<Self, SetupError> {
        let mut errors = Vec::new();
        let mut tracks = TrackPosition::empty(rules.clone());
        let start = tracks.grid.mark();
        let mut occupied: BTreeMap<(i32, i32), ()> = BTreeMap::new();
        for &(at, orientation) in &setup.tiles {
            if !is_in_reach(at) {
                errors.push(TrackRules::too_far_message(&tracks.cell_name(at)));
            } else if occupied.insert((at.x, at.y), ()).is_some() {
                errors.push(format!("two tiles at {}", tracks.cell_name(at)));
            } else {
                errors.extend(tracks.clash_message(at, orientation));
                tracks.grid.place(at, orientation);
            }
        }
        let stock = match &rules.dealing {
            Some(dealing) => tracks.supply_of(dealing, setup, seed, &mut errors),
            None => {
                if setup.bag.is_some() || !setup.pile.is_empty() || setup.hands.iter().any(Option::is_some) {
                    errors.push("this game has no bag and no hands".into());
                }
                None
            }
        };
        let is_pending = setup.offboard.discards_due > 0 || setup.offboard.gifts_due[setup.seat] > 0;
        if setup.step >= rules.steps.len() + usize::from(is_pending) {
            errors.push(format!("a turn has {} steps, not {}", rules.steps.len(), setup.step + 1));
        }
        if !errors.is_empty() {
            return Err(SetupError(errors));
        }
        tracks.stock = stock;
        let turn_state = TurnState { seat: setup.seat, step: setup.step as u8, ..TurnState::default() };
        tracks.state = TrackState { turn_state, is_sound: tracks.is_sound(), outcome: None };
        if !tracks.are_hands_empty() && !is_pending {
            tracks.advance_turn();
        }
        let mover = turn_state.last_mover(rules.opening_step, rules.names.seats.len());
        tracks.state.outcome = tracks.judge(start, mover);
        Ok(tracks)
    }

    /// Message if a tile there would clash with a neighbour.
    fn clash_message(&self, at: Coord, orientation: OrientationIndex) -> Option<String> {
        let EdgeClash { at: there, .. } = self.grid.clashes(at, orientation).next()?;
        let (here, there) = (self.cell_name(at), self.cell_name(there));
        Some(format!("the tiles at {here} and {there} do not match"))
    }

    /// Hands and bag of a setup.
    fn supply_of(
        &self,
        dealing: &Dealing,
        setup: &TileSetup,
        seed: u64,
        errors: &mut Vec<String>,
    ) -> Option<BagAndHands> {
        let set = self.set();
        let mut left = IndexVec::from(vec![0i32; set.tiles.len()]);
        dealing.tiles().iter().for_each(|tile| left[*tile] += 1);
        let mut remove_tile = |tile: TileIndex, errors: &mut Vec<String>| {
            left[tile] -= 1;
            if left[tile] < 0 {
                let name = &set.tiles[tile].name;
                let copies = dealing.tiles().iter().filter(|other| **other == tile).count();
                errors.push(match copies {
                    0 => format!("tile {name} is not in this game"),
                    1 => format!("tile {name} occurs twice"),
                    copies => format!("tile {name} occurs more than {copies} times"),
                });
            }
        };
        setup.tiles.iter().for_each(|(_, orientation)| remove_tile(set.orientations[*orientation].tile, errors));
        for hand in setup.hands.iter().flatten().filter(|hand| hand.len() > Hand::MAX_HAND as usize) {
            errors.push(format!("a hand of {} tiles; the maximum is {}", hand.len(), Hand::MAX_HAND));
        }
        setup.hands.iter().flatten().flatten().for_each(|tile| remove_tile(*tile, errors));
        setup.pile.iter().for_each(|tile| remove_tile(*tile, errors));
        if let Some(BagSetup::Order(order)) = &setup.bag {
            order.iter().for_each(|tile| remove_tile(*tile, errors));
        }
        if !errors.is_empty() {
            return None;
        }
        let unplaced: Vec<TileIndex> =
            left.iter_enumerated().flat_map(|(tile, left)| std::iter::repeat_n(tile, *left as usize)).collect();
        let bag = match &setup.bag {
            Some(BagSetup::Order(order)) => order.clone(),
            Some(BagSetup::Count(count)) if *count > unplaced.len() => {
                errors.push(format!("the bag has {count} tiles, but only {} are unseen", unplaced.len()));
                return None;
            }
            count => {
                let mut tiles = unplaced;
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
