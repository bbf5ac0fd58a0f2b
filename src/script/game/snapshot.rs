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
    maker: Option<HooksFactory>,
    vars: Vec<VarValue>,
    ending: Option<GameEnding>,
    history: Vec<Action>,
    /// Whether the players have swapped.
    swapped: bool,
}

impl Game {
    /// Snapshot of the position.
    pub fn snapshot(&self) -> GameSnapshot {
        GameSnapshot {
            plan: self.plan.clone(),
            board: self.board.fork(),
            maker: self.scripts.maker(),
            vars: self.vars.clone(),
            ending: self.ending.clone(),
            history: self.history.clone(),
            swapped: self.swapped,
        }
    }

    /// Independent copy of the game, with its own scripts.
    pub fn fork(&self) -> Game {
        self.snapshot().open()
    }
}

impl GameSnapshot {
    /// Game with the position, with its own scripts.
    pub fn open(self) -> Game {
        Game {
            plan: self.plan,
            board: self.board,
            scripts: Scripts::new(self.maker),
            vars: self.vars,
            ending: self.ending,
            played: 0,
            frames: Vec::new(),
            history: self.history,
            swapped: self.swapped,
        }
    }
}
