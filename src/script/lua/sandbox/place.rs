//! Positions in scripts.
//!
//! Lua shortens the names of chunks in its messages and cannot handle colons in paths. So each script is compiled under
//! a number, which is replaced by the file's name at the very end.

use std::ffi::CStr;

use mlua::debug::Debug;
use mlua::{Function, Lua, ffi};

/// Line of a script; `chunk` is the index among the files that a sandbox has run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ScriptLine {
    pub chunk: usize,
    pub line: u32,
}

/// Maximum number of frames searched for a script's own: functions of ours that it called are above it.
const MAX_FRAMES: i32 = 32;

/// Returns the name by which Lua knows a script. The `=` makes Lua use the rest literally.
pub(super) fn chunk_name(chunk: usize) -> String {
    format!("={chunk}")
}

impl ScriptLine {
    /// Innermost line of a script on the stack, searching outwards from `level`.
    ///
    /// Frames of Rust functions and of our own Lua have no numeric name and are skipped.
    pub fn on_stack(lua: &Lua, level: usize) -> Option<ScriptLine> {
        (level..).map_while(|level| lua.inspect_stack(level, ScriptLine::of_frame)).find_map(|place| place)
    }

    /// Returns the line that called the innermost function of a script.
    pub fn of_caller(lua: &Lua) -> Option<ScriptLine> {
        let frames = (0..).map_while(|level| lua.inspect_stack(level, ScriptLine::of_frame));
        frames.flatten().nth(1)
    }

    /// Like [`on_stack`](Self::on_stack), in the middle of an instruction, when `mlua` must not be used.
    ///
    /// # Safety
    /// The state is alive, and its stack is not being moved.
    #[allow(unsafe_code)]
    pub unsafe fn of_state(state: *mut ffi::lua_State) -> Option<ScriptLine> {
        (0..MAX_FRAMES).find_map(|level| {
            // SAFETY: a frame is plain data, for which zeros are valid. Lua fills it in if there is one, allocates
            // nothing for these two options, and terminates the name with a NUL.
            unsafe {
                let mut frame: ffi::lua_Debug = std::mem::zeroed();
                if ffi::lua_getstack(state, level, &mut frame) == 0
                    || ffi::lua_getinfo(state, c"Sl".as_ptr(), &mut frame) == 0
                {
                    return None;
                }
                let name = CStr::from_ptr(frame.short_src.as_ptr());
                let chunk = name.to_str().ok()?.parse().ok()?;
                Some(ScriptLine { chunk, line: frame.currentline.try_into().ok()? })
            }
        })
    }

    pub fn of_frame(frame: &Debug) -> Option<ScriptLine> {
        let chunk = frame.source().short_src?.parse().ok()?;
        let line = frame.current_line()?.try_into().ok()?;
        Some(ScriptLine { chunk, line })
    }

    pub fn of_definition(function: &Function) -> Option<ScriptLine> {
        let info = function.info();
        let chunk = info.short_src?.parse().ok()?;
        // Lua reports 0 for a whole file.
        let line = u32::try_from(info.line_defined?).ok()?.max(1);
        Some(ScriptLine { chunk, line })
    }

    /// Parses `3:12: attempt to ...` as line 12 of script 3, and returns the rest.
    pub fn strip_prefix(text: &str) -> Option<(ScriptLine, &str)> {
        let (chunk, rest) = text.split_once(':')?;
        let (line, rest) = rest.split_once(':')?;
        let chunk = chunk.parse().ok()?;
        let line = line.parse().ok()?;
        Some((ScriptLine { chunk, line }, rest.trim_start()))
    }

    /// Returns the innermost line of a script in a traceback.
    pub fn in_traceback(traceback: &str) -> Option<ScriptLine> {
        traceback.lines().find_map(|line| ScriptLine::strip_prefix(line.trim_start())).map(|(place, _)| place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lua_messages_start_with_their_place() {
        assert_eq!(
            ScriptLine::strip_prefix("3:12: attempt to call a nil value (global 'x')"),
            Some((ScriptLine { chunk: 3, line: 12 }, "attempt to call a nil value (global 'x')"))
        );
        assert_eq!(ScriptLine::strip_prefix("not enough memory"), None);
        assert_eq!(ScriptLine::strip_prefix("ratio 3:12"), None);
    }

    #[test]
    fn tracebacks_are_parsed_from_the_innermost_call() {
        let traceback = "stack traceback:\n\t[C]: in function 'error'\n\t0:7: in upvalue 'f'\n\t0:9: in main chunk";
        assert_eq!(ScriptLine::in_traceback(traceback), Some(ScriptLine { chunk: 0, line: 7 }));
    }
}
