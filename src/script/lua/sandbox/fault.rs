//! Conversion of Lua and Rust errors to one clear sentence with file and line.
//!
//! Errors have three forms: Lua's own text with its position in front and a traceback behind, a Rust error wrapped
//! together with a traceback, and memory errors without any information. All three become a [`ParsedError`], and with
//! the file's name a [`ScriptFault`].

use std::fmt;

use mlua::Error;

use super::place::ScriptLine;
use crate::rules::FaultKind;
use houserule_core::text::is_unseen;

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
pub(super) struct Raised {
    pub place: Option<ScriptLine>,
    pub message: String,
    pub kind: FaultKind,
}

impl Raised {
    /// Fault whose position is found in the traceback: for a function that a script called.
    pub fn here(message: impl Into<String>) -> Error {
        Raised::at(None, message)
    }

    pub fn at(place: Option<ScriptLine>, message: impl Into<String>) -> Error {
        Raised::of(FaultKind::Wrong, place, message.into())
    }

    /// A call exceeded its step or time limit.
    pub fn limit(place: Option<ScriptLine>, message: impl Into<String>) -> Error {
        Raised::of(FaultKind::Limit, place, message.into())
    }

    /// Error raised by the script itself.
    pub fn violation(place: Option<ScriptLine>, message: String) -> Error {
        Raised::of(FaultKind::Refusal, place, message)
    }

    pub fn of(kind: FaultKind, place: Option<ScriptLine>, message: String) -> Error {
        Error::external(Raised { place, message, kind })
    }
}

/// Fault of another script, as it passes through the one that called it.
pub fn raised(kind: FaultKind, message: String) -> Error {
    Raised::of(kind, None, message)
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
            message: printable(&self.message),
            kind: self.kind,
        }
    }

    fn plain(message: impl Into<String>) -> ParsedError {
        ParsedError { message: message.into(), ..ParsedError::default() }
    }

    /// Lua's own message: the position in front, the traceback behind.
    fn from_lua(text: &str) -> ParsedError {
        let Some((text, traceback)) = text.split_once(TRACEBACK) else {
            return ParsedError::plain(text);
        };
        let (place, message) = match ScriptLine::strip_prefix(text) {
            Some((place, message)) => (Some(place), message),
            None => (ScriptLine::in_traceback(traceback), text),
        };
        ParsedError { place, ..ParsedError::plain(reworded(message)) }
    }

    fn from_compiler(text: &str) -> ParsedError {
        match ScriptLine::strip_prefix(text) {
            Some((place, message)) => ParsedError { place: Some(place), ..ParsedError::plain(message) },
            None => ParsedError::plain(text),
        }
    }
}

impl From<&Error> for ParsedError {
    fn from(error: &Error) -> ParsedError {
        match error {
            Error::CallbackError { traceback, cause } => {
                let mut told = ParsedError::from(&**cause);
                told.place = told.place.or_else(|| ScriptLine::in_traceback(traceback));
                told
            }
            Error::ExternalError(error) => match error.downcast_ref::<Raised>() {
                Some(raised) => {
                    ParsedError { place: raised.place, kind: raised.kind, ..ParsedError::plain(&raised.message) }
                }
                None => ParsedError::plain(error.to_string()),
            },
            Error::RuntimeError(text) => ParsedError::from_lua(text),
            Error::SyntaxError { message, .. } => {
                ParsedError { kind: FaultKind::Syntax, ..ParsedError::from_compiler(message) }
            }
            Error::MemoryError(_) => ParsedError { out_of_memory: true, ..ParsedError::default() },
            Error::StackError => ParsedError::plain("too many values at once"),
            Error::BadArgument { pos, cause, .. } => {
                let cause = ParsedError::from(&**cause);
                ParsedError { message: format!("bad argument #{pos}: {}", cause.message), ..cause }
            }
            Error::FromLuaConversionError { from, to, .. } => {
                let says = format!("expected {}, got {}", in_words_of_lua(to), in_words_of_lua(from));
                // Only objects of methods are read as userdata of one type.
                let kind = if to == "userdata" { FaultKind::NoObject } else { FaultKind::Wrong };
                ParsedError { kind, ..ParsedError::plain(says) }
            }
            Error::WithContext { context, cause } => {
                let cause = ParsedError::from(&**cause);
                ParsedError { message: format!("{context}: {}", cause.message), ..cause }
            }
            other => ParsedError::plain(other.to_string()),
        }
    }
}

/// Lua's message, reworded where it concerns internals.
fn reworded(message: &str) -> String {
    if message.contains("stack overflow") || message == "error in error handling" {
        return "calls or expressions are nested too deep".into();
    }
    // A stock function called on behalf of the script does not know its own name.
    message.replace(" to '?' (", " (")
}

/// Lua name of a Rust type.
fn in_words_of_lua(name: &str) -> &str {
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

/// One line of limited length, without control characters.
fn printable(message: &str) -> String {
    let mut line: String =
        message.trim().chars().take(MAX_MESSAGE_LEN).map(|c| if is_unseen(c) { ' ' } else { c }).collect();
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
        assert_eq!(printable("red\u{1b}[2J\nblue "), "red [2J blue");
        let long = printable(&"é".repeat(MAX_MESSAGE_LEN + 1));
        assert_eq!(long, "é".repeat(MAX_MESSAGE_LEN) + "…");
    }

    #[test]
    fn a_fault_without_a_place_is_only_its_message() {
        let fault = ParsedError::plain("no state").in_file(None);
        assert_eq!(fault.to_string(), "no state");
    }
}
