//! Tokenizer for any text, as far as it is Lua, for texts that do not compile.

use std::ops::Range;

use super::text::beginning;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Name,
    Keyword,
    Number,
    Quoted,
    Sign,
    /// Not the start of a Lua token.
    Foreign,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LuaToken {
    pub shape: TokenKind,
    pub span: Range<usize>,
}

pub(super) const KEYWORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Longest first.
const SIGNS: &[&str] = &["...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"];

/// Tokens of a text, without spaces and comments.
pub(super) fn tokens(text: &str) -> Vec<LuaToken> {
    let mut tokens = Vec::new();
    let mut at = beginning(text);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if let Some(comment) = rest.strip_prefix("--") {
            let line = || comment.find(['\n', '\r']).unwrap_or(comment.len());
            at += 2 + long_bracket(comment).unwrap_or_else(line);
            continue;
        }
        if first.is_ascii_whitespace() || first == '\u{b}' {
            at += 1;
            continue;
        }
        let (shape, length) = token(rest, first);
        tokens.push(LuaToken { shape, span: at..at + length });
        at += length;
    }
    tokens
}

fn token(rest: &str, first: char) -> (TokenKind, usize) {
    let while_in = |is_in: fn(char) -> bool| rest.find(|letter| !is_in(letter)).unwrap_or(rest.len());
    match first {
        'a'..='z' | 'A'..='Z' | '_' => {
            let length = while_in(|letter| letter.is_ascii_alphanumeric() || letter == '_');
            let is_keyword = KEYWORDS.contains(&&rest[..length]);
            (if is_keyword { TokenKind::Keyword } else { TokenKind::Name }, length)
        }
        '0'..='9' => (TokenKind::Number, while_in(|letter| letter.is_ascii_alphanumeric() || letter == '.')),
        '"' | '\'' => (TokenKind::Quoted, quoted(rest, first as u8)),
        '[' if long_bracket(rest).is_some() => (TokenKind::Quoted, long_bracket(rest).unwrap_or(1)),
        _ if !first.is_ascii() || matches!(first, '!' | '?' | '@' | '$' | '`' | '\\') => {
            (TokenKind::Foreign, first.len_utf8())
        }
        _ => (TokenKind::Sign, SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(1, |sign| sign.len())),
    }
}

/// Length of a string; an unterminated one ends with its line.
fn quoted(rest: &str, quote: u8) -> usize {
    let bytes = rest.as_bytes();
    let mut at = 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' | b'\r' => return at,
            _ if byte == quote => return at + 1,
            _ => {}
        }
        at += 1;
    }
    rest.len()
}

/// Length of `[==[ .. ]==]` at the start of a text; to the end if it is not closed.
fn long_bracket(rest: &str) -> Option<usize> {
    let level = rest.strip_prefix('[')?.find(|sign| sign != '=')?;
    rest[1 + level..].starts_with('[').then_some(())?;
    let close = format!("]{}]", "=".repeat(level));
    Some(rest.find(&close).map_or(rest.len(), |end| end + close.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_text_has_tokens() {
        let text = "\u{feff}if a~=0x1F -- no\n--[[ no\n]] then 'b\\'' [=[ ]] ]=] “c” != \"d\n..e";
        let texts: Vec<&str> = tokens(text).into_iter().map(|token| &text[token.span]).collect();
        let expected =
            ["if", "a", "~=", "0x1F", "then", "'b\\''", "[=[ ]] ]=]", "“", "c", "”", "!", "=", "\"d", "..", "e"];
        assert_eq!(texts, expected);
    }

    #[test]
    fn what_is_not_closed_reaches_to_its_end() {
        for (text, last) in [("a 'b\\", "'b\\"), ("a [[b\n", "[[b\n"), ("a --[[b", "a"), ("a 'é", "'é")] {
            assert_eq!(tokens(text).last().map(|token| &text[token.span.clone()]), Some(last), "{text:?}");
        }
    }
}
