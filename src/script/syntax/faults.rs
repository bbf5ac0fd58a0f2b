//! Explanation of syntax errors: the token at which Lua's compiler stopped, and what was probably meant. The compiler
//! gives the line and the token; the rest is inferred from the tokens around it.

mod blocks;

use std::ops::Range;

use super::text::{Edit, LineIndex};
use super::tokens::{KEYWORDS, LuaToken, TokenKind, tokenize};

/// Syntax error: its place, explanation and fixes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxFault {
    /// Part of the text that is wrong.
    pub span: Range<usize>,
    /// Explanation for the author.
    pub message: String,
    /// Possible fixes, the likeliest first.
    pub fixes: Vec<Edit>,
    /// Whether the first fix is certainly what was meant, not only one that compiles.
    pub is_certain: bool,
}

impl SyntaxFault {
    /// Adds the certain fix that replaces the whole span.
    fn with_replacement(self, text: impl Into<String>) -> SyntaxFault {
        let edit = Edit { span: self.span.clone(), text: text.into() };
        self.with_fix(edit)
    }

    /// Adds a certain fix.
    fn with_fix(self, edit: Edit) -> SyntaxFault {
        SyntaxFault { fixes: vec![edit], is_certain: true, ..self }
    }

    /// Adds possible fixes.
    fn with_possible_fixes(self, fixes: Vec<Edit>) -> SyntaxFault {
        SyntaxFault { fixes, is_certain: false, ..self }
    }
}

/// Maximum number of tokens tried as the place of the error.
const MAX_CANDIDATES: usize = 40;

/// Explains a syntax error that the compiler reported on a line. `is_incomplete` tests whether the compiler accepts a
/// prefix of the text except for its early end.
pub fn explain_syntax_error(text: &str, line: u32, message: &str, is_incomplete: &dyn Fn(&str) -> bool) -> SyntaxFault {
    let line_index = LineIndex::new(text);
    let tokens = tokenize(text);
    let (error, near) = match message.rsplit_once(" near ") {
        Some((error, near)) => (error, near.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')).unwrap_or(near)),
        None => (message, ""),
    };
    let site = FaultSite { text, line_index: &line_index, tokens: &tokens, error, near };
    let at = if near == "<eof>" { tokens.len() } else { site.error_token(line, is_incomplete) };
    site.explain(at).unwrap_or_else(|| site.fallback(at, line))
}

/// Finds the part of a line that a runtime message concerns: the first name or string there that it quotes.
pub fn quoted_span(text: &str, line: u32, message: &str) -> Option<Range<usize>> {
    let line_index = LineIndex::new(text);
    let line_span = line_index.line(line)?;
    let tokens: Vec<LuaToken> =
        tokenize(text).into_iter().filter(|token| line_span.contains(&token.span.start)).collect();
    // A suggestion is not part of the text.
    let message = message.split("did you mean").next()?;
    let is_field = ["field '", "method '", "option `"].iter().any(|prefix| message.contains(prefix));
    let mut quoted_names = message.split(['\'', '`']).skip(1).step_by(2);
    quoted_names.find_map(|name| {
        // `math.flor`, `finish.road`: the last part is the wrong one.
        let name = name.rsplit(['.', ':']).next().filter(|name| !name.is_empty())?;
        let is_named = |token: &&LuaToken| {
            let word = &text[token.span.clone()];
            match token.kind {
                TokenKind::Name => word == name,
                TokenKind::Quoted => word.trim_matches(['"', '\'']) == name,
                _ => false,
            }
        };
        let candidates: Vec<&LuaToken> = tokens.iter().filter(is_named).collect();
        let is_after_dot = |token: &&&LuaToken| text[..token.span.start].trim_end().ends_with(['.', ':']);
        let best = candidates.iter().find(|token| is_field == is_after_dot(token)).or(candidates.first())?;
        Some(best.span.clone())
    })
}

struct FaultSite<'s> {
    text: &'s str,
    line_index: &'s LineIndex,
    tokens: &'s [LuaToken],
    /// Message of the compiler, without the token.
    error: &'s str,
    /// Token that the message names.
    near: &'s str,
}

/// Words of other languages, and their equivalents in Lua.
const FOREIGN_WORDS: &[(&str, &str)] = &[
    ("def", "`function`"),
    ("func", "`function`"),
    ("fn", "`function`"),
    ("var", "`local`"),
    ("let", "`local`"),
    ("const", "`local`"),
    ("int", "`local`"),
    ("elif", "`elseif`"),
    ("elsif", "`elseif`"),
    ("switch", "`if` and `elseif`"),
    ("case", "`if` and `elseif`"),
    ("foreach", "`for _, item in ipairs(list) do`"),
    ("unless", "`if not`"),
    ("endif", "`end`"),
    ("continue", "`goto` with a label at the end of the loop"),
];

impl FaultSite<'_> {
    fn token(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &self.text[token.span.clone()])
    }

    /// Returns the token before another.
    fn previous(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |at| self.token(at))
    }

    fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// Returns the bytes of a token's line.
    fn line_span(&self, at: usize) -> Range<usize> {
        self.line_index.line(self.line_of(at)).unwrap_or_default()
    }

    fn line_text(&self, at: usize) -> &str {
        &self.text[self.line_span(at)]
    }

    fn line_of(&self, at: usize) -> u32 {
        self.tokens.get(at).map_or(0, |token| self.line_index.line_at(token.span.start))
    }

    /// Whether a token follows the one before without a space.
    fn touches(&self, at: usize) -> bool {
        at > 0 && at < self.tokens.len() && self.tokens[at - 1].span.end == self.tokens[at].span.start
    }

    fn fault(&self, from: usize, to: usize, message: impl Into<String>) -> Option<SyntaxFault> {
        let span = self.tokens.get(from)?.span.start..self.tokens.get(to)?.span.end;
        Some(SyntaxFault { span, message: message.into(), fixes: Vec::new(), is_certain: false })
    }

    /// Makes a fault with the fix of replacing its tokens.
    fn replace(&self, from: usize, to: usize, message: impl Into<String>, replacement: &str) -> Option<SyntaxFault> {
        self.fault(from, to, message).map(|fault| fault.with_replacement(replacement))
    }

    /// Makes an edit that inserts text after a token.
    fn insert_after(&self, at: usize, text: impl Into<String>) -> Edit {
        let end = self.tokens[at].span.end;
        Edit { span: end..end, text: text.into() }
    }

    /// Finds the token at which the compiler stopped: of the matching ones on the line, the first after which the text
    /// is more than incomplete.
    fn error_token(&self, line: u32, is_incomplete: &dyn Fn(&str) -> bool) -> usize {
        // The compiler quotes strings and numbers only as far as it had read them.
        let is_truncated = |kind| matches!(kind, Some(TokenKind::Quoted | TokenKind::Number));
        let is_candidate = |at: &usize| {
            let word = self.token(*at);
            let byte = format!("<\\{}>", word.as_bytes().first().copied().unwrap_or(0));
            self.line_index.line_at(self.tokens[*at].span.end.max(1) - 1) == line
                && (word == self.near
                    || byte == self.near
                    || is_truncated(self.kind(*at)) && word.starts_with(self.near))
        };
        let candidates: Vec<usize> = (0..self.tokens.len()).filter(is_candidate).take(MAX_CANDIDATES).collect();
        let is_rejected = |&&at: &&usize| !is_incomplete(&self.text[..self.tokens[at].span.end]);
        let best = match candidates.as_slice() {
            [only] => Some(*only),
            many => many.iter().find(is_rejected).or(many.last()).copied(),
        };
        best.or_else(|| (0..self.tokens.len()).find(|&at| self.line_of(at) == line)).unwrap_or(self.tokens.len())
    }

    fn explain(&self, at: usize) -> Option<SyntaxFault> {
        self.foreign_symbol(at)
            .or_else(|| self.unterminated(at))
            .or_else(|| self.foreign_word(at))
            .or_else(|| self.else_if(at))
            .or_else(|| self.in_table(at))
            .or_else(|| self.comparison(at))
            .or_else(|| self.after_return(at))
            .or_else(|| self.unclosed(at))
            .or_else(|| self.missing_token(at))
            .or_else(|| self.misspelled_keyword(at))
            .or_else(|| self.missing_value(at))
            .or_else(|| self.name_fault(at))
    }

    /// Explains symbols of other languages, then typographic ones.
    fn foreign_symbol(&self, at: usize) -> Option<SyntaxFault> {
        let (word, next, before) = (self.token(at), self.token(at + 1), self.previous(at));
        let touches_next = self.touches(at + 1);
        match word {
            "!" if matches!(next, "=" | "==") && touches_next => {
                self.replace(at, at + 1, "not equal is written `~=`", "~=")
            }
            "!" => self.replace(at, at, "`!` is written `not`", "not "),
            "&" if before == "&" && self.touches(at) => self.replace(at - 1, at, "`&&` is written `and`", " and "),
            "|" if before == "|" && self.touches(at) => self.replace(at - 1, at, "`||` is written `or`", " or "),
            "=" if before == "=" || before == "==" && self.touches(at) => {
                self.replace(at - 1, at, "equal is written `==`", "==")
            }
            "=" if matches!(before, ">" | "<" | "=>" | "~") && !self.touches(at) => {
                self.replace(at - 1, at, format!("write `{before}=` without a space"), &format!("{before}="))
            }
            "=" if matches!(next, ">" | "<") && touches_next => {
                self.replace(at, at + 1, format!("write `{next}=`, the equals sign last"), &format!("{next}="))
            }
            "=" if matches!(before, "+" | "-" | "*" | "/" | "..") && self.touches(at) => {
                self.compound_assignment(at - 1)
            }
            "+" | "-" | "*" | "/" | ".." if next == "=" && touches_next => self.compound_assignment(at),
            "+" if next == "+" && touches_next => {
                let name = self.previous(at);
                let message = format!("`++` does not exist; write `{name} = {name} + 1`");
                self.replace(at, at + 1, message, &format!("= {name} + 1"))
            }
            "+" if before == "+" && self.touches(at) => {
                self.fault(at - 1, at, "`++` does not exist; write `x = x + 1`")
            }
            "//" => self.replace(at, at, "a comment begins with `--`", "--"),
            "*" if before == "/" && self.touches(at) => self.fault(at - 1, at, "a comment begins with `--`"),
            "/" if next == "*" && touches_next => self.fault(at, at + 1, "a comment begins with `--`"),
            "#" if self.line_of(at) > at.checked_sub(1).map_or(0, |before| self.line_of(before)) => {
                self.replace(at, at, "a comment begins with `--`", "--")
            }
            ">" if matches!(before, "=" | "-") && self.touches(at) => {
                self.fault(at - 1, at, "a function is written `function(...) ... end`")
            }
            "?" => self.fault(at, at, "a choice is written `condition and this or that`"),
            "==" => self.replace(at, at, "`==` compares; write `=` to assign", "="),
            "{" if before == ")" && self.error == "unexpected symbol" => {
                self.fault(at, at, "blocks have no braces; they end with `end`")
            }
            _ => self.typographic_symbol(at),
        }
    }

    /// Explains symbols that are not in ASCII, and others that no Lua token begins with.
    fn typographic_symbol(&self, at: usize) -> Option<SyntaxFault> {
        let word = self.token(at);
        let quotes = ['“', '”', '„', '‘', '’', '«', '»', '`', '´'];
        match word {
            _ if word.starts_with(quotes) => {
                let plain = self.line_text(at).replace(quotes, "\"");
                let edit = Edit { span: self.line_span(at), text: plain };
                let message = format!("`{word}` is not a quote of Lua; write `\"` or `'`");
                self.fault(at, at, message).map(|fault| fault.with_fix(edit))
            }
            "≠" => self.replace(at, at, "not equal is written `~=`", "~="),
            "≤" => self.replace(at, at, "at most is written `<=`", "<="),
            "≥" => self.replace(at, at, "at least is written `>=`", ">="),
            "−" | "–" | "—" => self.replace(at, at, format!("`{word}` is a typographic dash; write `-`"), "-"),
            "×" => self.replace(at, at, "times is written `*`", "*"),
            "\u{a0}" | "\u{2003}" | "\u{2009}" | "\u{3000}" | "\u{200b}" => {
                self.replace(at, at, "this is not a plain space; type it again", " ")
            }
            _ if self.kind(at) == Some(TokenKind::Invalid) => {
                self.fault(at, at, format!("`{word}` is not allowed outside a text"))
            }
            _ => None,
        }
    }

    /// Explains `x += 1`, with the operator at `at`.
    fn compound_assignment(&self, at: usize) -> Option<SyntaxFault> {
        let (operator, name) = (self.token(at), self.previous(at));
        let message = format!("`{operator}=` does not exist; write `{name} = {name} {operator} ...`");
        match at.checked_sub(2).map(|earlier| self.token(earlier)) {
            Some("." | ":" | "]") => self.fault(at, at + 1, message),
            _ => self.replace(at, at + 1, message, &format!("= {name} {operator} ")),
        }
    }

    fn unterminated(&self, at: usize) -> Option<SyntaxFault> {
        if self.error.starts_with("unfinished string") {
            let at = at.min(self.tokens.len().checked_sub(1)?);
            let quote = self.token(at).chars().next().unwrap_or('"');
            let end = self.text[self.tokens[at].span.clone()].trim_end();
            let end = self.tokens[at].span.start + end.strip_suffix(',').unwrap_or(end).len();
            let message = format!("this text is not closed: `{quote}` is missing");
            let close = Edit { span: end..end, text: quote.to_string() };
            return self.fault(at, at, message).map(|fault| fault.with_possible_fixes(vec![close]));
        }
        if self.error.starts_with("invalid escape") || self.error.ends_with("escape") {
            return self.fault(at, at, "unknown escape in this text; a backslash is written `\\\\`");
        }
        // `'don't'`, and `x"` without its first quote.
        if self.kind(at) == Some(TokenKind::Name) && self.touches(at) && self.kind(at - 1) == Some(TokenKind::Quoted) {
            let quote = &self.previous(at)[..1];
            return self.fault(
                at,
                at,
                format!("the text ended before `{}`; within it a quote is written `\\{quote}`", self.token(at)),
            );
        }
        if self.kind(at) == Some(TokenKind::Name)
            && self.touches(at + 1)
            && self.kind(at + 1) == Some(TokenKind::Quoted)
        {
            let quote = &self.token(at + 1)[..1];
            let start = self.tokens[at].span.start;
            let open = Edit { span: start..start, text: quote.to_string() };
            return self
                .fault(at, at + 1, "missing quote at the start of this text")
                .map(|fault| fault.with_possible_fixes(vec![open]));
        }
        if self.error.starts_with("unfinished long") {
            let opener = self
                .tokens
                .iter()
                .rposition(|token| token.kind == TokenKind::Quoted && self.text[token.span.clone()].starts_with('['));
            return opener.map(|at| {
                let from = self.tokens[at].span.start;
                let message = "this text is not closed: `]]` is missing".to_owned();
                SyntaxFault { span: from..from + 2, message, fixes: Vec::new(), is_certain: false }
            });
        }
        if self.error.starts_with("malformed number") {
            return match self.near.contains("..") {
                true => self.fault(at, at, "a range is written `for i = 1, 10 do`; a space goes before `..`"),
                false => self.fault(at, at, format!("`{}` is not a number", self.token(at))),
            };
        }
        None
    }

    /// Explains a word of another language at or before the token.
    fn foreign_word(&self, at: usize) -> Option<SyntaxFault> {
        let candidates = (at.saturating_sub(8)..=at).rev();
        let starts_statement = |at: usize| {
            let before = self.previous(at);
            at == 0
                || self.line_of(at - 1) < self.line_of(at)
                || matches!(before, "then" | "do" | "else" | "end" | ";" | ")" | "=" | "{" | ",")
        };
        let matched =
            candidates.filter(|&site| site + 1 >= at || self.line_of(site) == self.line_of(at)).find_map(|at| {
                let entry = FOREIGN_WORDS.iter().find(|(word, _)| *word == self.token(at))?;
                (self.kind(at) == Some(TokenKind::Name) && starts_statement(at) && self.token(at + 1) != "=")
                    .then_some((at, entry))
            });
        let (at, (word, lua)) = matched?;
        let message = format!("`{word}` is not a Lua keyword; write {lua}");
        match lua.trim_matches('`') {
            keyword @ ("function" | "local" | "elseif" | "end") => self.replace(at, at, message, keyword),
            _ => self.fault(at, at, message),
        }
    }

    /// Explains errors in tables: colons, brackets, a named function, a missing comma.
    fn in_table(&self, at: usize) -> Option<SyntaxFault> {
        let open = self.open_blocks(at);
        let opener = *open.last()?;
        let (word, before) = (self.token(at), self.previous(at));
        if self.token(opener) == "[" && (word == "," || self.near == "<eof>") {
            return self.fault(opener, opener, "a list is written with braces: `{ ... }`");
        }
        if word == "[" && self.error.starts_with("unexpected symbol") || before == "[" && self.token(at) == "]" {
            let at = if word == "[" { at } else { at - 1 };
            return self.fault(at, at, "a list is written with braces: `{ ... }`");
        }
        if self.token(opener) == "(" && word == "=" {
            return self.fault(at, at, "names for values go in braces: `f { name = value }`");
        }
        if before == "function" && self.kind(at) == Some(TokenKind::Name) && self.token(at + 1) != "(" {
            return self.fault(at, at, format!("parameters go in parentheses: `function({word})`"));
        }
        if before == "function" && self.kind(at) == Some(TokenKind::Name) && self.error.contains("'(' expected") {
            let message = format!("in a table this is written `{word} = function(...)`");
            let span = self.tokens[at - 1].span.start..self.tokens[at].span.end;
            let edit = Edit { span, text: format!("{word} = function") };
            return self.fault(at, at, message).map(|fault| fault.with_fix(edit));
        }
        if self.token(opener) == "{" { self.in_braces(at) } else { None }
    }

    /// Explains errors between the braces of a table: in keys, values and commas.
    fn in_braces(&self, at: usize) -> Option<SyntaxFault> {
        let (word, before) = (self.token(at), self.previous(at));
        if word == ":" && matches!(self.kind(at - 1), Some(TokenKind::Name | TokenKind::Quoted)) {
            return self.replace(at, at, "a key and its value are joined by `=`, not by `:`", "=");
        }
        if before == ":" && self.error.contains("<name> expected") {
            return self.replace(at - 1, at - 1, "a key and its value are joined by `=`, not by `:`", "=");
        }
        if self.kind(at) == Some(TokenKind::Keyword) && self.token(at + 1) == "=" {
            let key = format!("[\"{word}\"]");
            let message = format!("`{word}` is a Lua keyword; as a key, write `{key}`");
            return self.replace(at, at, message, &key);
        }
        if word == "=" && self.kind(at - 1) == Some(TokenKind::Quoted) {
            let message = format!("a key in quotes goes in brackets: `[{before}] = ...`");
            return self.replace(at - 1, at - 1, message, &format!("[{before}]"));
        }
        if word == "=" && self.previous(at) == "]" {
            return None;
        }
        if matches!(word, "return" | "if" | "local" | "for" | "while") && before == ")" {
            let open = (0..at - 1).rfind(|&earlier| self.token(earlier) == "(")?;
            let name = open.checked_sub(1)?;
            let message = match self.previous(name) {
                "=" => format!("`{}` is not a Lua keyword; did you mean `function`?", self.token(name)),
                _ => format!("a function is written `{} = function(...) ... end`", self.token(name)),
            };
            let is_misspelled = self.previous(name) == "=";
            let fault = self.fault(name, name, message);
            return if is_misspelled { fault.map(|fault| fault.with_replacement("function")) } else { fault };
        }
        self.missing_comma(at)
    }

    fn missing_comma(&self, at: usize) -> Option<SyntaxFault> {
        let (word, before) = (self.token(at), self.previous(at));
        let starts_value = match self.kind(at)? {
            TokenKind::Name | TokenKind::Quoted | TokenKind::Number => true,
            TokenKind::Keyword => matches!(word, "function" | "nil" | "true" | "false" | "not"),
            TokenKind::Symbol => matches!(word, "{" | "["),
            TokenKind::Invalid => false,
        };
        let ends_value = match self.kind(at - 1)? {
            TokenKind::Name | TokenKind::Quoted | TokenKind::Number => true,
            TokenKind::Keyword => matches!(before, "end" | "nil" | "true" | "false"),
            TokenKind::Symbol => matches!(before, "}" | ")" | "]"),
            TokenKind::Invalid => false,
        };
        if starts_value && ends_value && self.error.contains("'}' expected") {
            let comma = self.insert_after(at - 1, ",");
            let message = format!("missing comma before `{word}`");
            return self.fault(at, at, message).map(|fault| fault.with_fix(comma));
        }
        None
    }

    fn comparison(&self, at: usize) -> Option<SyntaxFault> {
        let open = self.open_blocks(at);
        let is_condition = self.error.contains("'then' expected") || self.error.contains("'do' expected");
        let is_in_return = || {
            let start = (0..at).rev().take_while(|&earlier| self.line_of(earlier) == self.line_of(at));
            start.into_iter().any(|earlier| matches!(self.token(earlier), "return" | "and" | "or" | "not"))
                && open.last().is_none_or(|&opener| self.token(opener) != "{")
        };
        (self.token(at) == "=" && (is_condition || is_in_return()))
            .then(|| self.replace(at, at, "`=` assigns; write `==` to compare", "=="))
            .flatten()
    }

    /// Explains a misspelled keyword before the token.
    fn misspelled_keyword(&self, at: usize) -> Option<SyntaxFault> {
        let last = at.checked_sub(1)?;
        let is_name = self.error == "syntax error" && self.kind(last) == Some(TokenKind::Name);
        let word = self.token(last);
        let distance = |keyword: &&str| strsim::damerau_levenshtein(&word.to_lowercase(), keyword);
        let near = KEYWORDS.iter().copied().filter(|keyword| distance(keyword) <= (word.len() / 3).clamp(1, 2));
        let near = near.filter(|_| is_name).min_by_key(distance)?;
        self.replace(last, last, format!("`{word}` is not a Lua keyword; did you mean `{near}`?"), near)
    }

    fn missing_value(&self, at: usize) -> Option<SyntaxFault> {
        let (word, before) = (self.token(at), self.previous(at));
        if self.error == "syntax error" {
            let message = format!("unexpected `{word}` after a value that is neither called nor assigned");
            return self.fault(at, at, message);
        }
        if self.error == "function arguments expected" && at > 1 && self.token(at - 2) == ":" {
            return self.fault(
                at - 2,
                at - 1,
                format!("a colon calls: write `:{before}(...)`, or `.{before}` for a value"),
            );
        }
        let is_missing =
            self.error == "unexpected symbol" && matches!(word, "end" | "}" | ")" | "]" | "until" | "," | ";");
        is_missing.then(|| self.fault(at, at, format!("missing value between `{before}` and `{word}`")))?
    }

    /// Explains messages of the compiler about a name rather than a token.
    fn name_fault(&self, at: usize) -> Option<SyntaxFault> {
        if !self.near.is_empty() {
            return None;
        }
        let name = self.error.split('\'').nth(1).unwrap_or("break");
        let line = self.line_of(at);
        let site = (0..self.tokens.len()).rfind(|&at| self.line_of(at) == line && self.token(at) == name)?;
        let message = match self.error.split(' ').next() {
            Some("break") => "there is no loop around this `break`".to_owned(),
            Some("no") => format!("there is no label `::{name}::` to go to"),
            _ => with_backticks(self.error),
        };
        self.fault(site, site, message)
    }

    /// Repeats the compiler's own message, at the token.
    fn fallback(&self, at: usize, line: u32) -> SyntaxFault {
        let message = match self.near {
            "<eof>" if is_vague(self.error) => "the file ends too early: a value, `}` or `end` is missing".to_owned(),
            "<eof>" => format!("{}, but the file ends", with_backticks(self.error)),
            "" => with_backticks(self.error),
            near if is_vague(self.error) => format!("unexpected `{near}`"),
            near => format!("{}, not `{near}`", with_backticks(self.error)),
        };
        let span = match self.tokens.get(at.min(self.tokens.len().saturating_sub(1))) {
            Some(token) if !self.near.is_empty() => token.span.clone(),
            _ => self.line_index.line(line).unwrap_or_default(),
        };
        SyntaxFault { span, message, fixes: Vec::new(), is_certain: false }
    }
}

/// Whether the compiler's message does not say what is missing.
fn is_vague(error: &str) -> bool {
    matches!(error, "syntax error" | "unexpected symbol")
}

/// Replaces Lua's quotes by backticks, as in all other messages.
fn with_backticks(message: &str) -> String {
    message.replace('\'', "`").replace("<name>", "a name")
}
