//! Levels with the same names for every game. They are counts of playouts, so that a level is as strong on a slow machine
//! as on a fast one.

use std::fmt;

use super::mcts::Mcts;
use super::random::Random;
use super::{Bot, Budget, Limit, Unwatched, Watch};
use crate::chance::Dice;
use crate::game::{Game, HookFault};
use crate::mechanics::{Move, Seat};

/// How well an opponent plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Looks little ahead and often makes any move at all: somebody who plays for the first time can win.
    Easy,
    Medium,
    Hard,
}

impl Level {
    pub const ALL: [Level; 3] = [Level::Easy, Level::Medium, Level::Hard];

    fn playouts(self) -> u64 {
        match self {
            Level::Easy => 20,
            Level::Medium => 60,
            Level::Hard => 3_000,
        }
    }

    /// Of how many moves one is any move at all.
    fn slips(self) -> Option<usize> {
        const OFTEN: usize = 3;
        (self == Level::Easy).then_some(OFTEN)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
        })
    }
}

/// A bot of some level.
pub struct Levelled {
    mcts: Mcts,
    slips: Option<usize>,
}

impl Levelled {
    pub fn new(level: Level) -> Levelled {
        Levelled { mcts: Mcts::new(Budget::Playouts(level.playouts())), slips: level.slips() }
    }
}

impl Bot for Levelled {
    fn choose(&mut self, game: &mut Game, seat: Seat, dice: &mut Dice) -> Result<Option<Move>, HookFault> {
        self.choose_watched(game, seat, dice, Limit::NONE, &mut Unwatched)
    }

    fn choose_watched(
        &mut self,
        game: &mut Game,
        seat: Seat,
        dice: &mut Dice,
        limit: Limit,
        watch: &mut dyn Watch,
    ) -> Result<Option<Move>, HookFault> {
        match self.slips {
            Some(often) if dice.below(often) == 0 => Random.choose(game, seat, dice),
            _ => self.mcts.choose_watched(game, seat, dice, limit, watch),
        }
    }
}
