//! Fast path from Rust into a function and back, for functions that are called once per move.
//!
//! `mlua` takes references from its own stack, prepares a handler that traces errors, and converts results to any type:
//! together that takes longer than a function of a few instructions. Here the function and its arguments stay in Lua's
//! registry, and no error is traced: a failed call returns nothing, and the caller repeats it on the ordinary path to
//! learn why. Functions of scripts should be pure and then fail there too; one with hidden state may not, and its
//! second answer counts.

use mlua::{FromLuaMulti, Function, Lua, Value, ffi};

/// Function with its arguments, ready to be called.
///
/// Its registry slots are never released: there are as many as a ruleset has functions, and they are freed with the
/// state.
pub(super) struct FastCall {
    function: RegistrySlot,
    args: [RegistrySlot; 2],
}

/// Result of a function. Most return nothing or only `true`, which needs no value.
#[derive(Clone, PartialEq, Debug)]
pub enum FastCallResult {
    /// `nil`, or no value.
    Nil,
    /// `true` alone.
    True,
    /// The first two values that it returned.
    Values(Value, Value),
}

impl FastCallResult {
    /// Classifies the first two values that a function returned.
    pub fn from_values((first, second): (Value, Value)) -> FastCallResult {
        match (first, second) {
            (Value::Nil, Value::Nil) => FastCallResult::Nil,
            (Value::Boolean(true), Value::Nil) => FastCallResult::True,
            (first, second) => FastCallResult::Values(first, second),
        }
    }

    /// The first value.
    pub fn value(self) -> Value {
        match self {
            FastCallResult::Nil => Value::Nil,
            FastCallResult::True => Value::Boolean(true),
            FastCallResult::Values(first, _) => first,
        }
    }
}

/// Slot in the registry.
type RegistrySlot = std::ffi::c_int;

/// Stack slots needed for the function, its arguments and the results.
const STACK_SLOTS: std::ffi::c_int = 4;

impl FastCall {
    #[allow(unsafe_code)]
    pub fn new(lua: &Lua, function: &Function, args: &[Value; 2]) -> mlua::Result<FastCall> {
        let mut slots: [RegistrySlot; 3] = [ffi::LUA_REFNIL; 3];
        // SAFETY: `exec_raw` pushes the three values in a protected call, which catches memory errors; each step pops
        // the topmost value.
        let stored: mlua::Result<()> = unsafe {
            lua.exec_raw((function, &args[0], &args[1]), |state| {
                for slot in slots.iter_mut().rev() {
                    *slot = ffi::luaL_ref(state, ffi::LUA_REGISTRYINDEX);
                }
            })
        };
        let [function, first, second] = slots;
        stored.map(|()| FastCall { function, args: [first, second] })
    }

    /// Calls the function; `None` if it failed.
    #[inline]
    #[allow(unsafe_code)]
    pub fn call(&self, lua: &Lua) -> Option<FastCallResult> {
        lua.exec_raw_lua(|raw| {
            let state = raw.state();
            // SAFETY: `state` is the live state behind `lua`, locked for the length of this closure, and there is room
            // for what is pushed. Reading the registry by number raises no error, errors of the function are caught by
            // the protected call, and every path restores the height of the stack: a failed call leaves one value, a
            // successful one two.
            unsafe {
                if ffi::lua_checkstack(state, STACK_SLOTS) == 0 {
                    return None;
                }
                ffi::lua_rawgeti(state, ffi::LUA_REGISTRYINDEX, self.function.into());
                for slot in self.args {
                    ffi::lua_rawgeti(state, ffi::LUA_REGISTRYINDEX, slot.into());
                }
                if ffi::lua_pcall(state, self.args.len() as i32, 2, 0) != ffi::LUA_OK {
                    ffi::lua_pop(state, 1);
                    return None;
                }
                let result = match (ffi::lua_type(state, -2), ffi::lua_type(state, -1)) {
                    (ffi::LUA_TNIL, ffi::LUA_TNIL) => Some(FastCallResult::Nil),
                    (ffi::LUA_TBOOLEAN, ffi::LUA_TNIL) if ffi::lua_toboolean(state, -2) != 0 => {
                        Some(FastCallResult::True)
                    }
                    // If there is no room for the values, the ordinary path reports it.
                    _ => <(Value, Value)>::from_stack_multi(2, raw)
                        .ok()
                        .map(|(first, second)| FastCallResult::Values(first, second)),
                };
                ffi::lua_pop(state, 2);
                result
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use mlua::{Lua, Value, ffi};

    use super::super::Sandbox;
    use super::FastCallResult;

    /// Number of values on the stack between two calls.
    #[allow(unsafe_code)]
    fn height(lua: &Lua) -> i32 {
        // SAFETY: the state is alive, and reading its height changes nothing.
        lua.exec_raw_lua(|raw| unsafe { ffi::lua_gettop(raw.state()) })
    }

    #[test]
    fn the_fast_path_and_the_ordinary_path_agree() {
        let sandbox = Sandbox::new().expect("a sandbox");
        let args = [Value::Integer(3), Value::Boolean(true)];
        for source in [
            "return function(a, b) end",
            "return function(a, b) return a end",
            "return function(a, b) return b, a end",
            "return function(a, b) return not b, a end",
            "return function(a, b) return 'no', 'because', 'of', 'that' end",
            "return function(a, b) return a * 0.5, nil end",
            "return function(a, b) return a.b.c end",
            "return function(a, b) return error('no ' .. a) end",
            "return function(a, b) return a() end",
        ] {
            let function = sandbox.run("way.lua", source).unwrap_or_else(|fault| panic!("{source}: {fault}"));
            let function = function.as_function().unwrap_or_else(|| panic!("no function: {source}"));
            let prepared = sandbox.prepare(function.clone(), args.clone());
            let prepared = prepared.unwrap_or_else(|error| panic!("{source}: {error}"));
            assert!(prepared.fast_call.is_some(), "{source}");
            for _ in 0..3 {
                sandbox.begin_span();
                let ordinary: Result<(Value, Value), _> = sandbox.call(function, (&args[0], &args[1]));
                let height = height(sandbox.lua());
                let fast = sandbox.call_prepared(&prepared);
                assert_eq!(self::height(sandbox.lua()), height, "{source} leaves something on the stack");
                assert_eq!(fast, ordinary.map(FastCallResult::from_values), "{source}");
            }
        }
    }
}
