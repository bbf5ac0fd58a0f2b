//! Tokenizer that accepts any text, for texts that do not compile.

use std::ops::Range;

use super::text::content_start;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TokenKind {
    Name,
    Keyword,
    Number,
    Quoted,
    Symbol,
    /// Not the start of a Lua token.
    Invalid,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct LuaToken {
    pub kind: TokenKind,
    pub span: Range<usize>,
}

pub(super) const KEYWORDS: &[&str] = &[
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// Symbols of more than one character, longest first.
const SYMBOLS: &[&str] = &["...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"];

/// Splits a text into tokens, without spaces and comments.
pub(super) fn tokenize(text: &str) -> Vec<LuaToken> {
    let mut tokens = Vec::new();
    let mut at = content_start(text);
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        if let Some(comment) = rest.strip_prefix("--") {
            let line_len = || comment.find(['\n', '\r']).unwrap_or(comment.len());
            at += 2 + long_bracket_len(comment).unwrap_or_else(line_len);
            continue;
        }
        if first.is_ascii_whitespace() || first == '\u{b}' {
            at += 1;
            continue;
        }
        let (kind, length) = scan_token(rest, first);
        tokens.push(LuaToken { kind, span: at..at + length });
        at += length;
    }
    tokens
}

fn scan_token(rest: &str, first: char) -> (TokenKind, usize) {
    let length_while = |is_part: fn(char) -> bool| rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
    match first {
        'a'..='z' | 'A'..='Z' | '_' => {
            let length = length_while(|letter| letter.is_ascii_alphanumeric() || letter == '_');
            let is_keyword = KEYWORDS.contains(&&rest[..length]);
            (if is_keyword { TokenKind::Keyword } else { TokenKind::Name }, length)
        }
        '0'..='9' => (TokenKind::Number, length_while(|letter| letter.is_ascii_alphanumeric() || letter == '.')),
        '"' | '\'' => (TokenKind::Quoted, string_len(rest, first as u8)),
        '[' if long_bracket_len(rest).is_some() => (TokenKind::Quoted, long_bracket_len(rest).unwrap_or(1)),
        _ if !first.is_ascii() || matches!(first, '!' | '?' | '@' | '$' | '`' | '\\') => {
            (TokenKind::Invalid, first.len_utf8())
        }
        _ => (TokenKind::Symbol, SYMBOLS.iter().find(|sign| rest.starts_with(**sign)).map_or(1, |sign| sign.len())),
    }
}

/// Returns the length of a string; an unterminated one ends with its line.
fn string_len(rest: &str, quote: u8) -> usize {
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

/// Returns the length of `[==[ .. ]==]` at the start of a text; an unclosed one reaches to the end.
fn long_bracket_len(rest: &str) -> Option<usize> {
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
        let texts: Vec<&str> = tokenize(text).into_iter().map(|token| &text[token.span]).collect();
        let expected =
            ["if", "a", "~=", "0x1F", "then", "'b\\''", "[=[ ]] ]=]", "“", "c", "”", "!", "=", "\"d", "..", "e"];
        assert_eq!(texts, expected);
    }

    #[test]
    fn an_unterminated_token_reaches_to_its_end() {
        for (text, last) in [("a 'b\\", "'b\\"), ("a [[b\n", "[[b\n"), ("a --[[b", "a"), ("a 'é", "'é")] {
            assert_eq!(tokenize(text).last().map(|token| &text[token.span.clone()]), Some(last), "{text:?}");
        }
    }
}
