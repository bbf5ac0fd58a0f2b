//! Tokens of PTN files: tags, words and comments.

use crate::notation::NotationError;

pub enum PtnToken<'t> {
    Tag(&'t str, &'t str),
    Word(&'t str),
    Comment(&'t str),
}

/// Token with its surroundings.
pub struct LocatedToken<'t> {
    /// Offset in the text.
    pub offset: usize,
    /// Whether an empty line precedes it.
    pub is_after_blank: bool,
    pub token: PtnToken<'t>,
}

/// Tokenizer; it stops at the first error.
pub struct Tokens<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Tokens<'t> {
    pub fn new(text: &'t str) -> Tokens<'t> {
        Tokens { text, rest: text }
    }

    /// Whether the next token is the number of a move, such as `3.`.
    pub fn is_number_next(&self) -> bool {
        let rest = self.rest.trim_start();
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        digits > 0 && rest[digits..].starts_with('.')
    }

    /// Error at an offset.
    pub fn error_at(&self, offset: usize, message: impl std::fmt::Display) -> NotationError {
        format!("line {}: {message}", self.text[..offset].matches('\n').count() + 1).into()
    }

    /// Reads the first token of a text, and returns the rest.
    fn read(first: char, rest: &'t str) -> Result<(PtnToken<'t>, &'t str), &'static str> {
        match first {
            '{' => {
                let end = rest.find('}').ok_or("a comment is not closed with `}`")?;
                Ok((PtnToken::Comment(&rest[1..end]), &rest[end + 1..]))
            }
            '[' => {
                let message = "malformed tag; write `[Name \"value\"]`";
                let (name, after) = rest[1..].split_once('"').ok_or(message)?;
                let (value, after) = after.split_once('"').ok_or(message)?;
                let after = after.trim_start().strip_prefix(']').ok_or(message)?;
                if value.contains('\n') || name.contains('\n') {
                    return Err(message);
                }
                Ok((PtnToken::Tag(name.trim(), value), after))
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || c == '{' || c == '[').unwrap_or(rest.len()).max(1);
                Ok((PtnToken::Word(&rest[..end]), &rest[end..]))
            }
        }
    }
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Result<LocatedToken<'t>, NotationError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.rest.trim_start();
        let first = rest.chars().next()?;
        let (offset, blank_len) = (self.text.len() - rest.len(), self.rest.len() - rest.len());
        let is_after_blank = self.rest[..blank_len].matches('\n').count() > 1;
        match Tokens::read(first, rest) {
            Ok((token, rest)) => {
                self.rest = rest;
                Some(Ok(LocatedToken { offset, is_after_blank, token }))
            }
            Err(message) => {
                self.rest = "";
                Some(Err(self.error_at(offset, message)))
            }
        }
    }
}

/// Tags at the beginning of a game, as the file spells them.
pub fn tags(text: &str) -> Vec<(&str, &str)> {
    let mut tags = Vec::new();
    for token in Tokens::new(text.trim_start_matches('\u{feff}')) {
        match token {
            Ok(LocatedToken { token: PtnToken::Tag(name, value), .. }) => tags.push((name, value)),
            Ok(LocatedToken { token: PtnToken::Comment(_), .. }) => {}
            _ => break,
        }
    }
    tags
}

/// Text of a game up to its first move.
pub fn header(text: &str) -> &str {
    let bom = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut tokens = Tokens::new(&text[bom..]).map_while(Result::ok);
    let first = tokens.find(|token| matches!(token.token, PtnToken::Word(_)));
    first.map_or(text, |token| &text[..bom + token.offset])
}
