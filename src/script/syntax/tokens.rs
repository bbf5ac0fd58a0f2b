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

/// Reserved words of Lua.
pub(crate) const KEYWORDS: &[&str] = &[
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
            at += 2 + long_bracket_len(comment.as_bytes()).unwrap_or_else(line_len);
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
    let bracket_len = long_bracket_len(rest.as_bytes());
    match first {
        'a'..='z' | 'A'..='Z' | '_' => {
            let length = length_while(|letter| letter.is_ascii_alphanumeric() || letter == '_');
            let is_keyword = KEYWORDS.contains(&&rest[..length]);
            (if is_keyword { TokenKind::Keyword } else { TokenKind::Name }, length)
        }
        '0'..='9' => (TokenKind::Number, length_while(|letter| letter.is_ascii_alphanumeric() || letter == '.')),
        '"' | '\'' => (TokenKind::Quoted, string_len(rest.as_bytes())),
        '[' if bracket_len.is_some() => (TokenKind::Quoted, bracket_len.unwrap_or(1)),
        _ if !first.is_ascii() || matches!(first, '!' | '?' | '@' | '$' | '`' | '\\') => {
            (TokenKind::Invalid, first.len_utf8())
        }
        _ => (TokenKind::Symbol, SYMBOLS.iter().find(|sign| rest.starts_with(**sign)).map_or(1, |sign| sign.len())),
    }
}

/// Returns the length of the quoted string at the start of a text; an unterminated one ends with its line.
pub(crate) fn string_len(rest: &[u8]) -> usize {
    let quote = rest[0];
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' if rest.get(at + 1) == Some(&b'z') => {
                at += 2;
                at += rest[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            }
            b'\\' if rest[at..].starts_with(b"\\\r\n") => at += 3,
            b'\\' => at += 2,
            b'\n' | b'\r' => return at,
            byte if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// Returns the length of `[==[ .. ]==]` at the start of a text; an unclosed one reaches to the end.
pub(crate) fn long_bracket_len(rest: &[u8]) -> Option<usize> {
    let level = rest.strip_prefix(b"[")?.iter().take_while(|byte| **byte == b'=').count();
    (rest.get(1 + level) == Some(&b'[')).then_some(())?;
    let close = ["]", &"=".repeat(level), "]"].concat();
    let end = rest.windows(close.len()).position(|part| part == close.as_bytes());
    Some(end.map_or(rest.len(), |end| end + close.len()))
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
