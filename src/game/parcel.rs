//! A position on its way to another game, perhaps on another thread: scripts cannot travel, but can be made again.

use std::sync::Arc;

use super::{Ending, Game, HookFault, Hooks};
use crate::mechanics::{Deed, Mechanic};
use crate::rules::{RulePlan, Var};

/// Makes another instance of the same scripts, on any thread.
pub type HookMaker = Box<dyn FnOnce() -> Result<Box<dyn Hooks>, HookFault> + Send>;

/// A position without its scripts.
pub struct Parcel {
    plan: Arc<RulePlan>,
    board: Box<dyn Mechanic>,
    hooks: Option<HookMaker>,
    vars: Vec<Var>,
    ending: Option<Ending>,
    history: Vec<Deed>,
    /// Whether the players have changed sides.
    swapped: bool,
}

impl Game {
    /// The same position, packed up.
    pub fn parcel(&self) -> Parcel {
        Parcel {
            plan: self.plan.clone(),
            board: self.board.fork(),
            hooks: self.hooks.as_ref().map(|hooks| hooks.maker()),
            vars: self.vars.clone(),
            ending: self.ending.clone(),
            history: self.history.clone(),
            swapped: self.swapped,
        }
    }

    /// The same position in a game of its own, with hooks of its own.
    pub fn fork(&self) -> Result<Game, HookFault> {
        self.parcel().open()
    }
}

impl Parcel {
    /// The position in a game of its own, with hooks of its own.
    pub fn open(self) -> Result<Game, HookFault> {
        Ok(Game {
            plan: self.plan,
            board: self.board,
            hooks: self.hooks.map(|make| make()).transpose()?,
            vars: self.vars,
            ending: self.ending,
            played: 0,
            frames: Vec::new(),
            history: self.history,
            swapped: self.swapped,
        })
    }
}
