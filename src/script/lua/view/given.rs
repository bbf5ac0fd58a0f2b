//! The view and the move that a function is given. Making them costs as much as calling a hook, so a function that cannot
//! keep them is given the same ones in every call. Any other is given new ones: what it kept is never what it is given.

use mlua::{AnyUserData, Lua};

use super::{MoveView, ScopedContext, View};

/// A view and a move with a stage of their own.
pub struct OwnedArguments {
    pub stage: ScopedContext,
    pub view: AnyUserData,
    pub mv: AnyUserData,
}

impl OwnedArguments {
    pub fn new(lua: &Lua, stage: &ScopedContext) -> mlua::Result<OwnedArguments> {
        let stage = stage.anew();
        let view = lua.create_userdata(View(stage.clone()))?;
        let mv = lua.create_userdata(MoveView(stage.clone()))?;
        Ok(OwnedArguments { stage, view, mv })
    }
}
