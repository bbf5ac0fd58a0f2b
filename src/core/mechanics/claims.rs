//! Ends that a seat reaches, such as a road, a loop or a line: who wins when a move reaches them for several seats.

use super::SeatSet;
use crate::names::Names;

/// Who wins when one move does it for several seats, the mover among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    Mover,
    Opponent,
    Draw,
}

impl Tie {
    pub fn named(name: Option<&str>) -> Tie {
        match name {
            Some("opponent") => Tie::Opponent,
            Some("draw") => Tie::Draw,
            _ => Tie::Mover,
        }
    }

    /// After "if one move does it for the mover and for others", however many these are.
    pub fn words(self, names: &Names) -> &'static str {
        match self {
            Tie::Mover => "the mover wins",
            Tie::Opponent if names.teams.len() > 2 => "those others win",
            Tie::Opponent => "the opponent wins",
            Tie::Draw => "the game is a draw",
        }
    }

    /// The winners among the seats that got there, if any did; `mover` are the seats of the mover's team.
    pub fn winners(self, reached: SeatSet, mover: SeatSet, all: SeatSet) -> Option<SeatSet> {
        if reached.is_empty() {
            return None;
        }
        if !reached.meets(mover) || reached.without(mover).is_empty() {
            return Some(reached);
        }
        Some(match self {
            Tie::Mover => mover,
            Tie::Opponent => reached.without(mover),
            Tie::Draw => all,
        })
    }
}
