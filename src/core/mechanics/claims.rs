//! Ends that a seat reaches, such as a road, a loop or a line: who wins if one move completes them for several seats.

use super::SeatSet;
use crate::names::Names;
use crate::spec::{Args, Param};

/// Rule for a move that completes an end for several seats, the mover among them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tie {
    /// The mover wins.
    Mover,
    /// The opponents win.
    Opponent,
    /// The game is a draw.
    Draw,
}

impl Tie {
    /// Parameter `tie`.
    pub const fn param(doc: &'static str) -> Param {
        Param::word("tie", &["mover", "opponent", "draw"], doc)
    }

    /// Reads the parameter `tie`.
    pub fn read(args: &Args) -> Tie {
        args.choice("tie", [Tie::Mover, Tie::Opponent, Tie::Draw])
    }

    /// Continues the sentence "if one move does this for the mover and others", for any number of seats.
    pub fn describe(self, names: &Names) -> &'static str {
        match self {
            Tie::Mover => "the mover wins",
            Tie::Opponent if names.teams.len() > 2 => "the others win",
            Tie::Opponent => "the opponent wins",
            Tie::Draw => "the game is a draw",
        }
    }

    /// Winners among the `claimants`, the seats that reached the end, if there are any; `mover` is the mover's team.
    pub fn winners(self, claimants: SeatSet, mover: SeatSet, all: SeatSet) -> Option<SeatSet> {
        if claimants.is_empty() {
            return None;
        }
        if !claimants.intersects(mover) || claimants.without(mover).is_empty() {
            return Some(claimants);
        }
        Some(match self {
            Tie::Mover => mover,
            Tie::Opponent => claimants.without(mover),
            Tie::Draw => all,
        })
    }
}
