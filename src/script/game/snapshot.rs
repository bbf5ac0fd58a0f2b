//! Position in transit to another game, possibly on another thread: scripts cannot be moved, but can be instantiated
//! again.

use std::sync::Arc;

use super::scripts::Scripts;
use super::{Game, GameEnding, HooksFactory};
use crate::rules::{RulePlan, VarValue};
use houserule_core::mechanics::{Action, Position};

/// Position without its scripts.
pub struct GameSnapshot {
    plan: Arc<RulePlan>,
    board: Box<dyn Position>,
    factory: Option<HooksFactory>,
    vars: Vec<VarValue>,
    ending: Option<GameEnding>,
    history: Vec<Action>,
    /// Whether the players have swapped.
    has_swapped: bool,
}

impl Game {
    /// Snapshot of the position.
    pub fn snapshot(&self) -> GameSnapshot {
        GameSnapshot {
            plan: self.plan.clone(),
            board: self.board.fork(),
            factory: self.scripts.factory(),
            vars: self.vars.clone(),
            ending: self.ending.clone(),
            history: self.history.clone(),
            has_swapped: self.has_swapped,
        }
    }

    /// Independent copy of the game, with its own scripts.
    pub fn fork(&self) -> Game {
        self.snapshot().into_game()
    }
}

impl GameSnapshot {
    /// Turns the snapshot into a game with its own scripts.
    pub fn into_game(self) -> Game {
        Game {
            plan: self.plan,
            board: self.board,
            scripts: Scripts::new(self.factory),
            vars: self.vars,
            ending: self.ending,
            move_count: 0,
            frames: Vec::new(),
            history: self.history,
            has_swapped: self.has_swapped,
            penalties: Vec::new(),
        }
    }
}
