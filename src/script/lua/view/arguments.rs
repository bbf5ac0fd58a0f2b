//! View and move passed to a function. Creating them costs as much as calling a hook, so a function that cannot retain
//! them gets the same ones in every call. Any other gets new ones, so that a retained value is never the current one.

use mlua::{AnyUserData, Lua};

use super::{MoveView, ScopedContext, View};

/// View and move with a context of their own.
pub struct OwnedArguments {
    pub scope: ScopedContext,
    pub view: AnyUserData,
    pub mv: AnyUserData,
}

impl OwnedArguments {
    pub fn new(lua: &Lua, scope: &ScopedContext) -> mlua::Result<OwnedArguments> {
        let scope = scope.for_new_call();
        let view = lua.create_userdata(View(scope.clone()))?;
        let mv = lua.create_userdata(MoveView(scope.clone()))?;
        Ok(OwnedArguments { scope, view, mv })
    }
}
