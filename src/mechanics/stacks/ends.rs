//! The ends that are judged on the board after every move.

mod count;
mod quiet;
mod road;
mod row;

pub use count::{Tops, halves};
pub use quiet::{NoProgress, Repetition};
pub use road::Road;
pub use row::InARow;

use super::{Stones, Tower};
use crate::geometry::CellSet;
use crate::mechanics::{Limit, Rule, SeatSet};

/// An end rule, compiled.
#[derive(Clone, PartialEq, Debug)]
pub enum End {
    Road(Road),
    InARow(InARow),
    Tops(Tops),
    NoProgress(NoProgress),
    Repetition(Repetition),
    Limit(Limit),
}

impl End {
    pub fn compile(rule: &Rule) -> Option<End> {
        match rule {
            Rule::Road(road) => Some(End::Road(road.clone())),
            Rule::InARow(row) => Some(End::InARow(row.clone())),
            Rule::Tops(tops) => Some(End::Tops(tops.clone())),
            Rule::NoProgress(end) => Some(End::NoProgress(end.clone())),
            Rule::Repetition(end) => Some(End::Repetition(end.clone())),
            Rule::Limit(end) => Some(End::Limit(end.clone())),
            _ => None,
        }
    }

    /// The winners, if the position that the last move made is at an end; `mover` made it.
    pub fn judge<S: CellSet, T: Tower>(&self, stones: &Stones<S, T>, mover: u8) -> Option<SeatSet> {
        let draw = || SeatSet::first(stones.plan.names.seats.len());
        match self {
            End::Road(road) => road.judge(stones, mover),
            End::InARow(row) => row.judge(stones, mover),
            End::Tops(tops) => tops.judge(stones),
            End::NoProgress(end) => (stones.state.clock.quiet >= end.plies).then(draw),
            End::Repetition(end) => (stones.occurrences() >= end.times).then(draw),
            End::Limit(end) => (stones.state.clock.ply >= end.plies).then(draw),
        }
    }
}
