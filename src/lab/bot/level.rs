//! Difficulty levels, with the same names for every game. A level is a number of playouts, so it is equally strong on
//! slow and fast machines.

use std::fmt;

use super::mcts::Mcts;
use super::random::Random;
use super::{Bot, Budget, SearchRequest};
use houserule_core::mechanics::Move;
use houserule_core::rng::Rng;
use houserule_script::game::{Game, HookFault};

/// Strength of an opponent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// Searches little and often plays a random move, so a beginner can win.
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

    /// Returns how many times its playouts a level may use on a clock where the best move is unclear. The weaker levels
    /// stay as weak as they are.
    fn stretch(self) -> u64 {
        if self == Level::Hard { 4 } else { 1 }
    }

    /// Returns `n` if one move in `n` is random.
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

/// Bot that plays at a level.
pub struct LevelBot {
    mcts: Mcts,
    blunder_rate: Option<usize>,
}

impl LevelBot {
    pub fn new(level: Level) -> LevelBot {
        let mcts = Mcts::new(Budget::Playouts(level.playouts())).with_stretch(level.stretch());
        LevelBot { mcts, blunder_rate: level.blunder_rate() }
    }
}

impl Bot for LevelBot {
    fn search(&mut self, game: &mut Game, rng: &mut Rng, request: SearchRequest) -> Result<Option<Move>, HookFault> {
        match self.blunder_rate {
            Some(rate) if rng.below(rate) == 0 => Random.search(game, rng, request),
            _ => self.mcts.search(game, rng, request),
        }
    }
}
