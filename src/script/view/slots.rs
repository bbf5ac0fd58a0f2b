//! Views that take turns. Making one costs as much as calling a hook, so they are made once and handed out again; but not
//! to two calls in a row, so that one which a script kept is told from the one it was given.

use std::cell::Cell;

use mlua::{AnyUserData, Lua};

use super::{MoveView, Stage, View};

/// How many there are: of the calls to come only every fourth is handed the same one again.
pub const SLOTS: usize = 4;

pub struct Slots {
    slots: Vec<Slot>,
    next: Cell<usize>,
}

/// A view and a move with a stage of their own.
pub struct Slot {
    pub stage: Stage,
    pub view: AnyUserData,
    pub mv: AnyUserData,
}

impl Slots {
    pub fn new(lua: &Lua, stage: &Stage) -> mlua::Result<Slots> {
        let slot = |_| {
            let stage = stage.anew();
            let view = lua.create_userdata(View(stage.clone()))?;
            let mv = lua.create_userdata(MoveView(stage.clone()))?;
            Ok(Slot { stage, view, mv })
        };
        let slots = (0..SLOTS).map(slot).collect::<mlua::Result<_>>()?;
        Ok(Slots { slots, next: Cell::new(0) })
    }

    pub fn iter(&self) -> impl Iterator<Item = &Slot> {
        self.slots.iter()
    }

    /// The slot of the next call.
    pub fn next(&self) -> &Slot {
        &self.slots[self.turn()]
    }

    /// Its number.
    #[inline]
    pub fn turn(&self) -> usize {
        let turn = self.next.get();
        self.next.set((turn + 1) % SLOTS);
        turn
    }

    pub fn stage(&self, turn: usize) -> &Stage {
        &self.slots[turn].stage
    }
}
