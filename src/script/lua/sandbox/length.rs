//! Length operator `#`.
//!
//! For a list with holes, Lua returns any border, depending on the layout of the table in memory and so on a random
//! number and addresses. Ours depends on the content of the list alone. Lua has no way to redefine `#` for a plain
//! table, so a file is compiled with `true^` in its place, a power of a boolean, for which Lua calls a metamethod of
//! ours. Of all operators only `^` binds as tightly as `#`, and unlike a name `true` cannot be redefined, nor can it
//! follow a name as the argument of a call.

use std::ffi::c_int;

use mlua::{IntoLua, Lua, Table, Value, ffi};

use crate::syntax::{long_bracket_len, string_len};

/// Replacement of `#` in compiled files. The blank separates it from a word before it.
const LENGTH_REPLACEMENT: &str = " true^";

/// Maximum length of an operand's name in messages.
const MAX_NAME_LEN: usize = 40;

/// File as it is compiled.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct RewrittenSource {
    pub text: String,
    /// Operand of each `#`, if it has a name, with the line.
    pub operands: Vec<(u32, String)>,
}

/// Replaces each `#` in a Lua text; `None` if there is none.
pub(super) fn rewrite(text: &str) -> Option<RewrittenSource> {
    if !text.contains('#') {
        return None;
    }
    let bytes = text.as_bytes();
    let (mut out, mut operands) = (String::with_capacity(text.len() + 64), Vec::new());
    let (mut at, mut copied, mut line, mut counted_to) = (0, 0, 1, 0);
    while at < bytes.len() {
        match bytes[at] {
            b'-' if bytes[at..].starts_with(b"--") => {
                let comment = &bytes[at + 2..];
                let line_len = || comment.iter().position(|byte| *byte == b'\n').unwrap_or(comment.len());
                at += 2 + long_bracket_len(comment).unwrap_or_else(line_len);
            }
            b'[' => at += long_bracket_len(&bytes[at..]).unwrap_or(1),
            b'"' | b'\'' => at += string_len(&bytes[at..]),
            b'#' => {
                line += bytes[counted_to..at].iter().filter(|byte| **byte == b'\n').count() as u32;
                counted_to = at;
                out.push_str(&text[copied..at]);
                out.push_str(LENGTH_REPLACEMENT);
                at += 1;
                copied = at;
                operands.extend(leading_name(&text[at..]).map(|name| (line, name.to_string())));
            }
            _ => at += 1,
        }
    }
    out.push_str(&text[copied..]);
    (copied > 0).then_some(RewrittenSource { text: out, operands })
}

/// Returns the name at the beginning of a text: `t`, `view.cells`.
fn leading_name(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(' ');
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
    let name = &text[..text.find(|c| !is_part(c)).unwrap_or(text.len())];
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') && !name.ends_with('.');
    (is_name && name.len() <= MAX_NAME_LEN).then_some(name)
}

/// Installs the metamethod for the replacement of `#`.
#[allow(unsafe_code)]
pub(super) fn install(lua: &Lua) -> mlua::Result<()> {
    // SAFETY: `power` follows Lua's rules for C functions: it reads its arguments from the stack, leaves its result
    // there, and owns nothing that an error would leak.
    let power = unsafe { lua.create_c_function(power)? };
    lua.set_type_metatable::<bool>(Some(lua.create_table_from([("__pow", power)])?));
    Ok(())
}

/// Metamethod `__pow` of booleans: `true ^ value` is the length of the value.
#[allow(unsafe_code)]
unsafe extern "C-unwind" fn power(state: *mut ffi::lua_State) -> c_int {
    // SAFETY: Lua passes two arguments and guarantees room for twenty more values. A raised error unwinds only this
    // frame of Rust, which owns nothing.
    unsafe {
        if ffi::lua_type(state, 1) != ffi::LUA_TBOOLEAN {
            return ffi::luaL_error(state, c"attempt to perform arithmetic on a boolean value".as_ptr());
        }
        if ffi::lua_type(state, 2) == ffi::LUA_TTABLE && ffi::lua_getmetatable(state, 2) == 0 {
            let length = border(|index| has_item(state, 2, index));
            ffi::lua_pushinteger(state, length);
        } else {
            // Strings, userdata, and values without a length.
            ffi::lua_len(state, 2);
        }
    }
    1
}

/// Whether a table has an item.
///
/// # Safety
/// There is a table at `table`, and room for a value.
#[allow(unsafe_code)]
unsafe fn has_item(state: *mut ffi::lua_State, table: c_int, index: i64) -> bool {
    // SAFETY: guaranteed by the caller; a raw read raises no error.
    unsafe {
        let kind = ffi::lua_rawgeti(state, table, index);
        ffi::lua_pop(state, 1);
        kind != ffi::LUA_TNIL
    }
}

/// Returns the length of a list.
#[allow(unsafe_code)]
pub(super) fn fast_length(lua: &Lua, table: &Table) -> i64 {
    lua.exec_raw_lua(|raw| {
        let state = raw.state();
        // SAFETY: the state is alive and locked; there is room for the table and an item, and both are popped again.
        unsafe {
            if ffi::lua_checkstack(state, 2) == 0 || table.push_into_stack(raw).is_err() {
                return 0;
            }
            let at = ffi::lua_gettop(state);
            let length = border(|index| has_item(state, at, index));
            ffi::lua_pop(state, 1);
            length
        }
    })
}

/// Returns the length of a list, where speed does not matter.
pub fn length(table: &Table) -> usize {
    let has_item = |index: i64| !matches!(table.raw_get(index), Ok(Value::Nil) | Err(_));
    usize::try_from(border(has_item)).unwrap_or(usize::MAX)
}

/// Finds the index before a hole, by doubling and bisection.
fn border(mut has_item: impl FnMut(i64) -> bool) -> i64 {
    if !has_item(1) {
        return 0;
    }
    let (mut present, mut absent) = (1, 2);
    while has_item(absent) {
        if absent == i64::MAX {
            return absent;
        }
        (present, absent) = (absent, absent.saturating_mul(2));
    }
    while absent - present > 1 {
        let middle = present + (absent - present) / 2;
        if has_item(middle) { present = middle } else { absent = middle }
    }
    present
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(source: &str) -> String {
        rewrite(source).map_or(source.to_string(), |rewritten| rewritten.text)
    }

    #[test]
    fn only_the_operator_is_replaced() {
        for (source, expected) in [
            ("return #t", "return  true^t"),
            ("return#t", "return true^t"),
            ("'#' \"\\\"#\" #x", "'#' \"\\\"#\"  true^x"),
            ("--[==[ # ]] # ]==] #t", "--[==[ # ]] # ]==]  true^t"),
            ("[[ # ]] .. #t -- #", "[[ # ]] ..  true^t -- #"),
            ("t[#t] = a[b[#c]]", "t[ true^t] = a[b[ true^c]]"),
            ("'\\z  \n # ' #t", "'\\z  \n # '  true^t"),
            ("'\\\n#' #t", "'\\\n#'  true^t"),
            ("- -- #\n#t", "- -- #\n true^t"),
            ("'unfinished # \n #t", "'unfinished # \n  true^t"),
            ("[[ unfinished #", "[[ unfinished #"),
            ("1 + 1", "1 + 1"),
        ] {
            assert_eq!(rewritten(source), expected, "{source}");
        }
    }

    #[test]
    fn names_are_known_by_their_line() {
        let operands = rewrite("x = #a.b\ny = # c + #(d)\n#1.5").expect("lengths").operands;
        assert_eq!(operands, [(1, "a.b".to_string()), (2, "c".to_string())]);
    }

    #[test]
    fn the_replacement_binds_like_the_length_operator() {
        let lua = Lua::new();
        let stock: Lua = Lua::new();
        install(&lua).expect("a metatable");
        for source in [
            "#t + 1",
            "1 + #t * 2",
            "-#t",
            "- - #t",
            "not #t",
            "#t .. #s",
            "#t == 3 and #s or #t",
            "2 ^ #t",
            "#t // 2",
            "#s .. s",
            "#(s .. s)",
            "#t[2]",
            "#t[2] .. ''",
            "##t[2] .. ''",
            "#s:rep(3)",
            "#{ 1, 2, 3 } % 2",
            "{ #t, #s }[1]",
            "(#t)",
            "t[#t]",
            "#[[abc]]",
            "#'abc' < #t",
            "~#t",
            "#t << 2 | 1",
            "#f(t)",
            "#t.x",
            "-#t ^ 2",
            "2 ^ - #t",
        ] {
            let source = source.replace("{ #t, #s }[1]", "({ #t, #s })[1]").replace("##t[2] .. ''", "#(#t[2] .. '')");
            let chunk = format!(
                "local t, s, f = {{ 5, 'text', 7, x = 'xx' }}, 'string', function(t) return t end return tostring({source})"
            );
            let run = |lua: &Lua, text: &str| {
                let value = lua.load(text).eval::<String>();
                value.map_err(|error| {
                    error
                        .to_string()
                        .lines()
                        .next()
                        .unwrap_or_default()
                        .replace("perform arithmetic on", "get length of")
                })
            };
            let (ours, theirs) = (run(&lua, &rewritten(&chunk)), run(&stock, &chunk));
            match theirs {
                Ok(value) => assert_eq!(ours, Ok(value), "{source}"),
                Err(_) => assert!(ours.is_err(), "{source}: {ours:?}"),
            }
        }
        for wrong in ["f #t", "return f #t", "local x = f\n#t", "x #t = 1", "#", "return #", "local #t = 1", "f{}#t"] {
            assert!(lua.load(rewritten(wrong)).into_function().is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_border_depends_on_the_items_alone() {
        for (items, expected) in [
            (&[][..], 0),
            (&[1], 1),
            (&[1, 2, 3], 3),
            (&[2, 3], 0),
            (&[1, 2, 3, 5], 3),
            (&[1, 2, 4], 4),
            (&[1, 3], 1),
            (&[1, 2, 4, 8, 16], 16),
            (&[i64::MAX], 0),
        ] {
            assert_eq!(border(|index| items.contains(&index)), expected, "{items:?}");
        }
        assert_eq!(border(|_| true), i64::MAX);
    }
}
