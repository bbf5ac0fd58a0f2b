//! Types of parameters in the syntax of the Lua language server.

use houserule_core::spec::{ParamDefault, ParamType};

fn quoted(words: &[&str]) -> String {
    words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join("|")
}

/// Returns the type of a parameter.
pub fn lua_type(kind: ParamType) -> String {
    match kind {
        ParamType::Flag => "boolean".to_string(),
        ParamType::Int { .. } => "integer".to_string(),
        ParamType::Half => "number".to_string(),
        ParamType::Text | ParamType::Piece => "string".to_string(),
        ParamType::Word(words) => quoted(words),
        ParamType::Words(words) => format!("({})[]|{}", quoted(words), quoted(words)),
        ParamType::Labels => "(string|integer)[]|string|integer".to_string(),
        ParamType::Pieces => "string[]|string".to_string(),
        ParamType::SeatOr([]) => "string".to_string(),
        ParamType::SeatOr(words) => format!("string|{}", quoted(words)),
        ParamType::PerSeat(kind) => {
            let single = lua_type(*kind);
            let per_seat = if single.contains('|') { format!("({single})") } else { single.clone() };
            format!("{single}|table<string, {per_seat}>")
        }
    }
}

/// Returns the type of the positional items of a value's table, if its first parameter is a list.
pub fn item_type(kind: ParamType) -> Option<String> {
    match kind {
        ParamType::Words(words) => Some(quoted(words)),
        ParamType::Labels => Some("string|integer".to_string()),
        ParamType::Pieces => Some("string".to_string()),
        _ => None,
    }
}

/// Describes the bounds of a number, and the meaning of a seat where it is not obvious.
pub fn bounds(kind: ParamType) -> Option<String> {
    match kind {
        ParamType::Int { min, max } => Some(format!("{min} to {max}")),
        ParamType::Half => Some("in half steps".to_string()),
        ParamType::Piece => Some("name of a piece".to_string()),
        ParamType::Pieces => Some("names of pieces".to_string()),
        ParamType::SeatOr(_) => Some("name of a seat".to_string()),
        ParamType::PerSeat(kind) => Some(match bounds(*kind) {
            Some(bounds) => format!("{bounds}; one value, or a table by seat"),
            None => "one value, or a table by seat".to_string(),
        }),
        ParamType::Flag | ParamType::Text | ParamType::Word(_) | ParamType::Words(_) | ParamType::Labels => None,
    }
}

/// Returns the default of a parameter.
pub fn default_text(default: ParamDefault) -> Option<String> {
    match default {
        ParamDefault::Required | ParamDefault::Absent => None,
        ParamDefault::Flag(flag) => Some(flag.to_string()),
        ParamDefault::Int(n) => Some(n.to_string()),
        ParamDefault::Text(text) => Some(format!("\"{text}\"")),
    }
}
