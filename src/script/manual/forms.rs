//! Parameters of rule values in the words of Lua's language server.

use crate::vocabulary::{Fallback, Kind};

/// The type of a parameter.
pub fn form(kind: Kind) -> String {
    let quoted =
        |words: &[&str]| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join("|");
    match kind {
        Kind::Flag => "boolean".to_string(),
        Kind::Int { .. } => "integer".to_string(),
        Kind::Half => "number".to_string(),
        Kind::Text | Kind::Piece => "string".to_string(),
        Kind::Word(words) => quoted(words),
        Kind::Words(words) => format!("({})[]|{}", quoted(words), quoted(words)),
        Kind::Labels => "(string|integer)[]|string|integer".to_string(),
        Kind::Pieces => "string[]|string".to_string(),
        Kind::SeatOr([]) => "string".to_string(),
        Kind::SeatOr(words) => format!("string|{}", quoted(words)),
        Kind::PerSeat(kind) => {
            let one = form(*kind);
            let of_seat = if one.contains('|') { format!("({one})") } else { one.clone() };
            format!("{one}|table<string, {of_seat}>")
        }
    }
}

/// The type of the items that may stand in a value's table by position, where its first parameter is a list.
pub fn item(kind: Kind) -> Option<String> {
    match kind {
        Kind::Words(words) => {
            Some(words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join("|"))
        }
        Kind::Labels => Some("string|integer".to_string()),
        Kind::Pieces => Some("string".to_string()),
        _ => None,
    }
}

/// The bounds of a number, and who is meant where that is not plain.
pub fn bounds(kind: Kind) -> Option<String> {
    match kind {
        Kind::Int { min, max } => Some(format!("{min} to {max}")),
        Kind::Half => Some("in half steps".to_string()),
        Kind::Piece | Kind::Pieces => Some("pieces by their names".to_string()),
        Kind::SeatOr(_) => Some("a seat by its name".to_string()),
        Kind::PerSeat(kind) => Some(match bounds(*kind) {
            Some(bounds) => format!("{bounds}; one for all, or by seat"),
            None => "one for all, or by seat".to_string(),
        }),
        Kind::Flag | Kind::Text | Kind::Word(_) | Kind::Words(_) | Kind::Labels => None,
    }
}

/// What stands in where a script says nothing.
pub fn unless_given(default: Fallback) -> Option<String> {
    match default {
        Fallback::Required | Fallback::Absent => None,
        Fallback::Flag(flag) => Some(flag.to_string()),
        Fallback::Int(n) => Some(n.to_string()),
        Fallback::Text(text) => Some(format!("\"{text}\"")),
    }
}
