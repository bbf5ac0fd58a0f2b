//! A position on its way to another game, perhaps on another thread: scripts cannot travel, but can be made again.

use std::sync::Arc;

use super::scripts::Scripts;
use super::{Game, GameEnding, HooksFactory};
use crate::rules::{RulePlan, VarValue};
use houserule_core::mechanics::{Action, Position};

/// A position without its scripts.
pub struct GameSnapshot {
    plan: Arc<RulePlan>,
    board: Box<dyn Position>,
    maker: Option<HooksFactory>,
    vars: Vec<VarValue>,
    ending: Option<GameEnding>,
    history: Vec<Action>,
    /// Whether the players have changed sides.
    swapped: bool,
}

impl Game {
    /// The same position, packed up.
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

    /// The same position in a game of its own, with scripts of its own.
    pub fn fork(&self) -> Game {
        self.snapshot().open()
    }
}

impl GameSnapshot {
    /// The position in a game of its own, with scripts of its own.
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
