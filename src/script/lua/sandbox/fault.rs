//! Conversion of Lua and Rust errors to one clear sentence with file and line.
//!
//! Errors have three forms: Lua's own text with its position in front and a traceback behind, a Rust error wrapped
//! together with a traceback, and memory errors without any information. All three become a [`ParsedError`], and with
//! the file's name a [`ScriptFault`].

use std::fmt;

use mlua::Error;

use super::place::ScriptLine;
use crate::rules::FaultKind;
use houserule_core::text::is_unprintable;

/// Maximum length of a message: a script must not be able to fill the screen.
const MAX_MESSAGE_LEN: usize = 300;

const TRACEBACK: &str = "\nstack traceback:\n";

/// Fault in a script, for people: ``tak.lua:12: unknown name `sqaure` ``.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptFault {
    /// File, if known.
    pub file: Option<String>,
    /// Line, if known.
    pub line: Option<u32>,
    /// Explanation for the author.
    pub message: String,
    /// Kind of fault.
    pub kind: FaultKind,
}

impl fmt::Display for ScriptFault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:")?;
            if let Some(line) = self.line {
                write!(f, "{line}:")?;
            }
            write!(f, " ")?;
        }
        f.write_str(&self.message)
    }
}

impl std::error::Error for ScriptFault {}

/// Fault raised by the sandbox itself, as it passes through Lua.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub(super) struct RaisedFault {
    pub place: Option<ScriptLine>,
    pub message: String,
    pub kind: FaultKind,
}

impl RaisedFault {
    /// Fault whose position is found in the traceback: for a function that a script called.
    pub fn here(message: impl Into<String>) -> Error {
        RaisedFault::at(None, message)
    }

    pub fn at(place: Option<ScriptLine>, message: impl Into<String>) -> Error {
        RaisedFault::with_kind(FaultKind::Other, place, message.into())
    }

    /// A call exceeded its step or time limit.
    pub fn limit(place: Option<ScriptLine>, message: impl Into<String>) -> Error {
        RaisedFault::with_kind(FaultKind::Limit, place, message.into())
    }

    /// The script itself raised an error.
    pub fn script_error(place: Option<ScriptLine>, message: String) -> Error {
        RaisedFault::with_kind(FaultKind::Raised, place, message)
    }

    pub fn with_kind(kind: FaultKind, place: Option<ScriptLine>, message: String) -> Error {
        Error::external(RaisedFault { place, message, kind })
    }
}

/// Makes an error for a fault of another script, as it passes through the one that called it.
pub fn raise_fault(kind: FaultKind, message: String) -> Error {
    RaisedFault::with_kind(kind, None, message)
}

/// Error as far as it can be understood without file names.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ParsedError {
    pub place: Option<ScriptLine>,
    pub message: String,
    pub out_of_memory: bool,
    pub kind: FaultKind,
}

impl ParsedError {
    pub fn in_file(self, file: Option<String>) -> ScriptFault {
        ScriptFault {
            line: self.place.filter(|_| file.is_some()).map(|place| place.line),
            file,
            message: to_printable_line(&self.message),
            kind: self.kind,
        }
    }

    fn from_message(message: impl Into<String>) -> ParsedError {
        ParsedError { message: message.into(), ..ParsedError::default() }
    }

    /// Lua's own message: the position in front, the traceback behind.
    fn from_lua(text: &str) -> ParsedError {
        let Some((text, traceback)) = text.split_once(TRACEBACK) else { return ParsedError::from_message(text) };
        let (place, message) = match ScriptLine::strip_prefix(text) {
            Some((place, message)) => (Some(place), message),
            None => (ScriptLine::in_traceback(traceback), text),
        };
        ParsedError { place, ..ParsedError::from_message(reword(message)) }
    }

    fn from_compiler(text: &str) -> ParsedError {
        match ScriptLine::strip_prefix(text) {
            Some((place, message)) => ParsedError { place: Some(place), ..ParsedError::from_message(message) },
            None => ParsedError::from_message(text),
        }
    }
}

impl From<&Error> for ParsedError {
    fn from(error: &Error) -> ParsedError {
        match error {
            Error::CallbackError { traceback, cause } => {
                let mut parsed = ParsedError::from(&**cause);
                parsed.place = parsed.place.or_else(|| ScriptLine::in_traceback(traceback));
                parsed
            }
            Error::ExternalError(error) => match error.downcast_ref::<RaisedFault>() {
                Some(raised) => {
                    ParsedError { place: raised.place, kind: raised.kind, ..ParsedError::from_message(&raised.message) }
                }
                None => ParsedError::from_message(error.to_string()),
            },
            Error::RuntimeError(text) => ParsedError::from_lua(text),
            Error::SyntaxError { message, .. } => {
                ParsedError { kind: FaultKind::Syntax, ..ParsedError::from_compiler(message) }
            }
            Error::MemoryError(_) => ParsedError { out_of_memory: true, ..ParsedError::default() },
            Error::StackError => ParsedError::from_message("too many values at once"),
            Error::BadArgument { pos, cause, .. } => {
                let cause = ParsedError::from(&**cause);
                ParsedError { message: format!("bad argument #{pos}: {}", cause.message), ..cause }
            }
            Error::FromLuaConversionError { from, to, .. } => {
                let message = format!("expected {}, got {}", lua_type_name(to), lua_type_name(from));
                // Only the object of a method is converted to userdata of one type.
                let kind = if to == "userdata" { FaultKind::MissingSelf } else { FaultKind::Other };
                ParsedError { kind, ..ParsedError::from_message(message) }
            }
            Error::WithContext { context, cause } => {
                let cause = ParsedError::from(&**cause);
                ParsedError { message: format!("{context}: {}", cause.message), ..cause }
            }
            other => ParsedError::from_message(other.to_string()),
        }
    }
}

/// Rewords Lua's message where it concerns internals.
fn reword(message: &str) -> String {
    if message.contains("stack overflow") || message == "error in error handling" {
        return "calls or expressions are nested too deep".into();
    }
    // A stock function called on behalf of the script does not know its own name.
    message.replace(" to '?' (", " (")
}

/// Returns the Lua name of a Rust type.
fn lua_type_name(name: &str) -> &str {
    match name {
        "i8" | "i16" | "i32" | "i64" | "isize" | "u8" | "u16" | "u32" | "u64" | "usize" => "an integer",
        "integer" => "an integer",
        "f32" | "f64" | "number" => "a number",
        "bool" | "boolean" => "a boolean",
        "String" | "LuaString" | "string" => "a string",
        "Table" | "table" => "a table",
        "Function" | "function" => "a function",
        other => other,
    }
}

/// Makes one line of limited length, without control characters.
fn to_printable_line(message: &str) -> String {
    let mut line: String =
        message.trim().chars().take(MAX_MESSAGE_LEN).map(|c| if is_unprintable(c) { ' ' } else { c }).collect();
    if message.trim().chars().nth(MAX_MESSAGE_LEN).is_some() {
        line.push('…');
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_or_wild_message_becomes_one_short_line() {
        assert_eq!(to_printable_line("red\u{1b}[2J\nblue "), "red [2J blue");
        let long = to_printable_line(&"é".repeat(MAX_MESSAGE_LEN + 1));
        assert_eq!(long, "é".repeat(MAX_MESSAGE_LEN) + "…");
    }

    #[test]
    fn a_fault_without_a_place_is_only_its_message() {
        let fault = ParsedError::from_message("no state").in_file(None);
        assert_eq!(fault.to_string(), "no state");
    }
}
