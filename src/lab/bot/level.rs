//! Levels with the same names for every game. They are counts of playouts, so that a level is as strong on a slow machine
//! as on a fast one.

use std::fmt;

use super::mcts::Mcts;
use super::random::Random;
use super::{Bot, Budget, NoObserver, SearchLimit, SearchObserver};
use houserule_core::mechanics::{Move, Seat};
use houserule_core::rng::Rng;
use houserule_script::game::{Game, HookFault};

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
    fn blunder_rate(self) -> Option<usize> {
        const MOVES_PER_BLUNDER: usize = 3;
        (self == Level::Easy).then_some(MOVES_PER_BLUNDER)
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
pub struct LevelBot {
    mcts: Mcts,
    slips: Option<usize>,
}

impl LevelBot {
    pub fn new(level: Level) -> LevelBot {
        LevelBot { mcts: Mcts::new(Budget::Playouts(level.playouts())), slips: level.blunder_rate() }
    }
}

impl Bot for LevelBot {
    fn choose(&mut self, game: &mut Game, seat: Seat, rng: &mut Rng) -> Result<Option<Move>, HookFault> {
        self.choose_observed(game, seat, rng, SearchLimit::NONE, &mut NoObserver)
    }

    fn choose_observed(
        &mut self,
        game: &mut Game,
        seat: Seat,
        rng: &mut Rng,
        limit: SearchLimit,
        watch: &mut dyn SearchObserver,
    ) -> Result<Option<Move>, HookFault> {
        match self.slips {
            Some(often) if rng.below(often) == 0 => Random.choose(game, seat, rng),
            _ => self.mcts.choose_observed(game, seat, rng, limit, watch),
        }
    }
}
