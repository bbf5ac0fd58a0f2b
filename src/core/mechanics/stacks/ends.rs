//! Ends that are determined from the board after every move.

mod count;
mod quiet;
mod road;
mod row;

pub use count::{Tops, halves};
pub use quiet::{NoProgress, Repetition};
pub use road::Road;
pub use row::InARow;

use super::{StackPosition, Tower};
use crate::geometry::Bitboard;
use crate::mechanics::{PlyLimit, Rule, Seat, SeatSet};

/// Compiled end rule.
#[derive(Clone, PartialEq, Debug)]
pub enum StackEnd {
    Road(Road),
    InARow(InARow),
    Tops(Tops),
    NoProgress(NoProgress),
    Repetition(Repetition),
    Limit(PlyLimit),
}

impl StackEnd {
    pub fn compile(rule: &Rule) -> Option<StackEnd> {
        match rule {
            Rule::Road(road) => Some(StackEnd::Road(road.clone())),
            Rule::InARow(row) => Some(StackEnd::InARow(row.clone())),
            Rule::Tops(tops) => Some(StackEnd::Tops(tops.clone())),
            Rule::NoProgress(end) => Some(StackEnd::NoProgress(end.clone())),
            Rule::Repetition(end) => Some(StackEnd::Repetition(end.clone())),
            Rule::PlyLimit(end) => Some(StackEnd::Limit(end.clone())),
            _ => None,
        }
    }

    /// Winners, if the last move, made by `mover`, ended the game.
    pub fn judge<S: Bitboard, T: Tower>(&self, stones: &StackPosition<S, T>, mover: Seat) -> Option<SeatSet> {
        let draw = || SeatSet::first(stones.plan.names.seats.len());
        match self {
            StackEnd::Road(road) => road.judge(stones, mover),
            StackEnd::InARow(row) => row.judge(stones, mover),
            StackEnd::Tops(tops) => tops.judge(stones),
            StackEnd::NoProgress(end) => (stones.state.clock.plies_since_progress >= end.plies).then(draw),
            StackEnd::Repetition(end) => (stones.occurrences() >= end.times).then(draw),
            StackEnd::Limit(end) => (stones.state.clock.ply >= end.plies).then(draw),
        }
    }
}
