//! Ends that a seat reaches, such as a road, a loop or a line: who wins when a move reaches them for several seats.

use super::{Seat, SeatSet};

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

    /// After "if both do".
    pub fn words(self) -> &'static str {
        match self {
            Tie::Mover => "the mover wins",
            Tie::Opponent => "the opponent wins",
            Tie::Draw => "the game is a draw",
        }
    }

    /// The winners among the seats that got there, if any did.
    pub fn winners(self, mut reached: SeatSet, mover: Seat, seats: usize) -> Option<SeatSet> {
        if reached.is_empty() {
            return None;
        }
        if reached.has(mover) && reached.len() > 1 {
            match self {
                Tie::Mover => return Some(SeatSet::only(mover)),
                Tie::Opponent => reached.remove(mover),
                Tie::Draw => return Some(SeatSet::first(seats)),
            }
        }
        Some(reached)
    }
}
