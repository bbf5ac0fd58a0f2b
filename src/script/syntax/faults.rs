//! Explanation of syntax errors: the token at which Lua's compiler stopped, and what was probably meant. The compiler
//! gives the line and the token; the rest is inferred from the tokens around it.

mod blocks;

use std::ops::Range;

use super::text::{Edit, LineIndex};
use super::tokens::{KEYWORDS, LuaToken, TokenKind, tokens};

/// Syntax error: where and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxFault {
    /// Part of the text that is wrong.
    pub span: Range<usize>,
    /// Explanation for the author.
    pub message: String,
    /// Possible fixes, the likeliest first.
    pub mends: Vec<Edit>,
    /// Whether the first fix is certainly what was meant, not only one that compiles.
    pub is_clear: bool,
}

impl SyntaxFault {
    /// With the fix of replacing the whole part.
    fn meant(self, text: impl Into<String>) -> SyntaxFault {
        let edit = Edit { span: self.span.clone(), text: text.into() };
        self.mended(edit)
    }

    /// With a certain fix.
    fn mended(self, edit: Edit) -> SyntaxFault {
        SyntaxFault { mends: vec![edit], is_clear: true, ..self }
    }

    /// With possible fixes.
    fn perhaps(self, mends: Vec<Edit>) -> SyntaxFault {
        SyntaxFault { mends, is_clear: false, ..self }
    }
}

/// Limit on the candidate tokens tried.
const MAX_TRIES: usize = 40;

/// Explains what the compiler said about a line. `breaks_off` is whether the compiler accepts a prefix of the text
/// except for its early end.
pub fn broken(text: &str, line: u32, message: &str, breaks_off: &dyn Fn(&str) -> bool) -> SyntaxFault {
    let layout = LineIndex::of(text);
    let tokens = tokens(text);
    let (said, near) = match message.rsplit_once(" near ") {
        Some((said, near)) => (said, near.strip_prefix('\'').and_then(|it| it.strip_suffix('\'')).unwrap_or(near)),
        None => (message, ""),
    };
    let site = FaultSite { text, layout: &layout, tokens: &tokens, said, near };
    let at = if near == "<eof>" { tokens.len() } else { site.stumbled(line, breaks_off) };
    site.explain(at).unwrap_or_else(|| site.plainly(at, line))
}

/// Part of a line that a runtime message concerns: the first name or string there that it quotes.
pub fn quoted_in(text: &str, line: u32, message: &str) -> Option<Range<usize>> {
    let layout = LineIndex::of(text);
    let within = layout.line(line)?;
    let tokens: Vec<LuaToken> = tokens(text).into_iter().filter(|token| within.contains(&token.span.start)).collect();
    // A suggestion is not what the text contains.
    let message = message.split("did you mean").next()?;
    let is_field = ["field '", "method '", "option `"].iter().any(|what| message.contains(what));
    let mut quoted = message.split(['\'', '`']).skip(1).step_by(2);
    quoted.find_map(|name| {
        // `math.flor`, `finish.road`: the last part is the wrong one.
        let name = name.rsplit(['.', ':']).next().filter(|name| !name.is_empty())?;
        let is_named = |token: &&LuaToken| {
            let word = &text[token.span.clone()];
            match token.shape {
                TokenKind::Name => word == name,
                TokenKind::Quoted => word.trim_matches(['"', '\'']) == name,
                _ => false,
            }
        };
        let named: Vec<&LuaToken> = tokens.iter().filter(is_named).collect();
        let as_field = |token: &&&LuaToken| text[..token.span.start].trim_end().ends_with(['.', ':']);
        let best = named.iter().find(|token| is_field == as_field(token)).or(named.first())?;
        Some(best.span.clone())
    })
}

struct FaultSite<'s> {
    text: &'s str,
    layout: &'s LineIndex,
    tokens: &'s [LuaToken],
    /// Message of the compiler, without the token.
    said: &'s str,
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
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &self.text[token.span.clone()])
    }

    /// Token before another.
    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |at| self.word(at))
    }

    fn shape(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.shape)
    }

    /// Bytes of a token's line.
    fn line_span(&self, at: usize) -> Range<usize> {
        self.layout.line(self.line_of(at)).unwrap_or_default()
    }

    fn line_text(&self, at: usize) -> &str {
        &self.text[self.line_span(at)]
    }

    fn line_of(&self, at: usize) -> u32 {
        self.tokens.get(at).map_or(0, |token| self.layout.line_at(token.span.start))
    }

    /// Whether a token follows the one before without a space.
    fn touches(&self, at: usize) -> bool {
        at > 0 && at < self.tokens.len() && self.tokens[at - 1].span.end == self.tokens[at].span.start
    }

    fn over(&self, from: usize, to: usize, says: impl Into<String>) -> Option<SyntaxFault> {
        let span = self.tokens.get(from)?.span.start..self.tokens.get(to)?.span.end;
        Some(SyntaxFault { span, message: says.into(), mends: Vec::new(), is_clear: false })
    }

    /// Error with the fix of replacing these tokens.
    fn swap(&self, from: usize, to: usize, says: impl Into<String>, meant: &str) -> Option<SyntaxFault> {
        self.over(from, to, says).map(|broken| broken.meant(meant))
    }

    /// Insertion after a token.
    fn behind(&self, at: usize, text: impl Into<String>) -> Edit {
        let end = self.tokens[at].span.end;
        Edit { span: end..end, text: text.into() }
    }

    /// Token at which the compiler stopped: of the matching ones in the line, the first after which the text is no
    /// longer merely incomplete.
    fn stumbled(&self, line: u32, breaks_off: &dyn Fn(&str) -> bool) -> usize {
        // The compiler quotes strings and numbers only as far as it had read them.
        let is_cut = |shape| matches!(shape, Some(TokenKind::Quoted | TokenKind::Number));
        let is_meant = |at: &usize| {
            let word = self.word(*at);
            let byte = format!("<\\{}>", word.as_bytes().first().copied().unwrap_or(0));
            self.layout.line_at(self.tokens[*at].span.end.max(1) - 1) == line
                && (word == self.near || byte == self.near || is_cut(self.shape(*at)) && word.starts_with(self.near))
        };
        let meant: Vec<usize> = (0..self.tokens.len()).filter(is_meant).take(MAX_TRIES).collect();
        let refused = |&&at: &&usize| !breaks_off(&self.text[..self.tokens[at].span.end]);
        let found = match meant.as_slice() {
            [only] => Some(*only),
            many => many.iter().find(refused).or(many.last()).copied(),
        };
        found.or_else(|| (0..self.tokens.len()).find(|&at| self.line_of(at) == line)).unwrap_or(self.tokens.len())
    }

    fn explain(&self, at: usize) -> Option<SyntaxFault> {
        self.odd_sign(at)
            .or_else(|| self.unfinished(at))
            .or_else(|| self.foreign_word(at))
            .or_else(|| self.else_if(at))
            .or_else(|| self.in_table(at))
            .or_else(|| self.comparison(at))
            .or_else(|| self.after_return(at))
            .or_else(|| self.not_closed(at))
            .or_else(|| self.missing(at))
            .or_else(|| self.half_a_word(at))
            .or_else(|| self.no_value(at))
            .or_else(|| self.named(at))
    }

    /// Signs of other languages and typographic ones.
    fn odd_sign(&self, at: usize) -> Option<SyntaxFault> {
        let (word, next, before) = (self.word(at), self.word(at + 1), self.before(at));
        let joined = self.touches(at + 1);
        let quotes = ['“', '”', '„', '‘', '’', '«', '»', '`', '´'];
        match word {
            "!" if matches!(next, "=" | "==") && joined => self.swap(at, at + 1, "not equal is written `~=`", "~="),
            "!" => self.swap(at, at, "`!` is written `not`", "not "),
            "&" if before == "&" && self.touches(at) => self.swap(at - 1, at, "`&&` is written `and`", " and "),
            "|" if before == "|" && self.touches(at) => self.swap(at - 1, at, "`||` is written `or`", " or "),
            "=" if before == "=" || before == "==" && self.touches(at) => {
                self.swap(at - 1, at, "equal is written `==`", "==")
            }
            "=" if matches!(before, ">" | "<" | "=>" | "~") && !self.touches(at) => {
                self.swap(at - 1, at, format!("write `{before}=` without a space"), &format!("{before}="))
            }
            "=" if matches!(next, ">" | "<") && joined => {
                self.swap(at, at + 1, format!("write `{next}=`, the equals sign last"), &format!("{next}="))
            }
            "=" if matches!(before, "+" | "-" | "*" | "/" | "..") && self.touches(at) => self.compound(at - 1),
            "+" | "-" | "*" | "/" | ".." if next == "=" && joined => self.compound(at),
            "+" if next == "+" && joined => {
                let name = self.before(at);
                let says = format!("`++` does not exist; write `{name} = {name} + 1`");
                self.swap(at, at + 1, says, &format!("= {name} + 1"))
            }
            "+" if before == "+" && self.touches(at) => self.over(at - 1, at, "`++` does not exist; write `x = x + 1`"),
            "//" => self.swap(at, at, "comments begin with `--`", "--"),
            "*" if before == "/" && self.touches(at) => self.over(at - 1, at, "comments begin with `--`"),
            "/" if next == "*" && joined => self.over(at, at + 1, "comments begin with `--`"),
            "#" if self.line_of(at) > at.checked_sub(1).map_or(0, |before| self.line_of(before)) => {
                self.swap(at, at, "comments begin with `--`", "--")
            }
            ">" if matches!(before, "=" | "-") && self.touches(at) => {
                self.over(at - 1, at, "a function is written `function(...) ... end`")
            }
            "?" => self.over(at, at, "a choice is written `condition and this or that`"),
            _ if word.starts_with(quotes) => {
                let plain = self.line_text(at).replace(quotes, "\"");
                let edit = Edit { span: self.line_span(at), text: plain };
                let says = format!("`{word}` is not a quote of Lua; write `\"` or `'`");
                self.over(at, at, says).map(|broken| broken.mended(edit))
            }
            "==" => self.swap(at, at, "`==` compares; write `=` to assign", "="),
            "{" if before == ")" && self.said == "unexpected symbol" => {
                self.over(at, at, "blocks have no braces; they end with `end`")
            }
            "≠" => self.swap(at, at, "not equal is written `~=`", "~="),
            "≤" => self.swap(at, at, "at most is written `<=`", "<="),
            "≥" => self.swap(at, at, "at least is written `>=`", ">="),
            "−" | "–" | "—" => self.swap(at, at, format!("`{word}` is a dash of typography; write `-`"), "-"),
            "×" => self.swap(at, at, "times is written `*`", "*"),
            "\u{a0}" | "\u{2003}" | "\u{2009}" | "\u{3000}" | "\u{200b}" => {
                self.swap(at, at, "this is not a plain space; type it again", " ")
            }
            _ if self.shape(at) == Some(TokenKind::Foreign) => {
                self.over(at, at, format!("`{word}` has no place in Lua outside of a text"))
            }
            _ => None,
        }
    }

    /// `x += 1`, with the first sign at `at`.
    fn compound(&self, at: usize) -> Option<SyntaxFault> {
        let (sign, name) = (self.word(at), self.before(at));
        let says = format!("`{sign}=` does not exist; write `{name} = {name} {sign} ...`");
        match at.checked_sub(2).map(|earlier| self.word(earlier)) {
            Some("." | ":" | "]") => self.over(at, at + 1, says),
            _ => self.swap(at, at + 1, says, &format!("= {name} {sign} ")),
        }
    }

    fn unfinished(&self, at: usize) -> Option<SyntaxFault> {
        if self.said.starts_with("unfinished string") {
            let at = at.min(self.tokens.len().checked_sub(1)?);
            let quote = self.word(at).chars().next().unwrap_or('"');
            let end = self.text[self.tokens[at].span.clone()].trim_end();
            let end = self.tokens[at].span.start + end.strip_suffix(',').unwrap_or(end).len();
            let says = format!("this text is not closed: `{quote}` is missing");
            let close = Edit { span: end..end, text: quote.to_string() };
            return self.over(at, at, says).map(|broken| broken.perhaps(vec![close]));
        }
        if self.said.starts_with("invalid escape") || self.said.ends_with("escape") {
            return self.over(at, at, "an unknown escape in this text; a backslash is written `\\\\`");
        }
        // `'don't'`, and `x"` without its first quote.
        if self.shape(at) == Some(TokenKind::Name) && self.touches(at) && self.shape(at - 1) == Some(TokenKind::Quoted)
        {
            let quote = &self.before(at)[..1];
            return self.over(
                at,
                at,
                format!("the text ended before `{}`; within it a quote is written `\\{quote}`", self.word(at)),
            );
        }
        if self.shape(at) == Some(TokenKind::Name)
            && self.touches(at + 1)
            && self.shape(at + 1) == Some(TokenKind::Quoted)
        {
            let quote = &self.word(at + 1)[..1];
            let start = self.tokens[at].span.start;
            let open = Edit { span: start..start, text: quote.to_string() };
            return self
                .over(at, at + 1, "the quote that begins this text is missing")
                .map(|broken| broken.perhaps(vec![open]));
        }
        if self.said.starts_with("unfinished long") {
            let opener = self
                .tokens
                .iter()
                .rposition(|token| token.shape == TokenKind::Quoted && self.text[token.span.clone()].starts_with('['));
            return opener.map(|at| {
                let from = self.tokens[at].span.start;
                let says = "this text is not closed: `]]` is missing".to_owned();
                SyntaxFault { span: from..from + 2, message: says, mends: Vec::new(), is_clear: false }
            });
        }
        if self.said.starts_with("malformed number") {
            return match self.near.contains("..") {
                true => self.over(at, at, "a range is written `for i = 1, 10 do`; a space goes before `..`"),
                false => self.over(at, at, format!("`{}` is not a number", self.word(at))),
            };
        }
        None
    }

    /// Word of another language, or an incomplete keyword, at or before the token.
    fn foreign_word(&self, at: usize) -> Option<SyntaxFault> {
        let sites = (at.saturating_sub(8)..=at).rev();
        let begins = |at: usize| {
            let before = self.before(at);
            at == 0
                || self.line_of(at - 1) < self.line_of(at)
                || matches!(before, "then" | "do" | "else" | "end" | ";" | ")" | "=" | "{" | ",")
        };
        let found = sites.filter(|&site| site + 1 >= at || self.line_of(site) == self.line_of(at)).find_map(|at| {
            let known = FOREIGN_WORDS.iter().find(|(word, _)| *word == self.word(at))?;
            (self.shape(at) == Some(TokenKind::Name) && begins(at) && self.word(at + 1) != "=").then_some((at, known))
        });
        let (at, (word, lua)) = found?;
        let says = format!("`{word}` is not a word of Lua; write {lua}");
        match lua.trim_matches('`') {
            meant @ ("function" | "local" | "elseif" | "end") => self.swap(at, at, says, meant),
            _ => self.over(at, at, says),
        }
    }

    /// Errors in tables: colons, brackets, a named function, a missing comma.
    fn in_table(&self, at: usize) -> Option<SyntaxFault> {
        let open = self.open(at);
        let opener = *open.last()?;
        let (word, before) = (self.word(at), self.before(at));
        if self.word(opener) == "[" && (word == "," || self.near == "<eof>") {
            return self.over(opener, opener, "a list is written with braces: `{ ... }`");
        }
        if word == "[" && self.said.starts_with("unexpected symbol") || before == "[" && self.word(at) == "]" {
            let at = if word == "[" { at } else { at - 1 };
            return self.over(at, at, "a list is written with braces: `{ ... }`");
        }
        if self.word(opener) == "(" && word == "=" {
            return self.over(at, at, "names for values go in braces: `f { name = value }`");
        }
        if before == "function" && self.shape(at) == Some(TokenKind::Name) && self.word(at + 1) != "(" {
            return self.over(at, at, format!("parameters go in parentheses: `function({word})`"));
        }
        if before == "function" && self.shape(at) == Some(TokenKind::Name) && self.said.contains("'(' expected") {
            let says = format!("in a table this is written `{word} = function(...)`");
            let span = self.tokens[at - 1].span.start..self.tokens[at].span.end;
            let edit = Edit { span, text: format!("{word} = function") };
            return self.over(at, at, says).map(|broken| broken.mended(edit));
        }
        if self.word(opener) == "{" { self.in_braces(at) } else { None }
    }

    /// Errors between the braces of a table: its keys, the values and the commas.
    fn in_braces(&self, at: usize) -> Option<SyntaxFault> {
        let (word, before) = (self.word(at), self.before(at));
        if word == ":" && matches!(self.shape(at - 1), Some(TokenKind::Name | TokenKind::Quoted)) {
            return self.swap(at, at, "a key and its value are joined by `=`, not by `:`", "=");
        }
        if before == ":" && self.said.contains("<name> expected") {
            return self.swap(at - 1, at - 1, "a key and its value are joined by `=`, not by `:`", "=");
        }
        if self.shape(at) == Some(TokenKind::Keyword) && self.word(at + 1) == "=" {
            let meant = format!("[\"{word}\"]");
            let says = format!("`{word}` is a word of Lua; as a key it is written `{meant}`");
            return self.swap(at, at, says, &meant);
        }
        if word == "=" && self.shape(at - 1) == Some(TokenKind::Quoted) {
            let says = format!("a key in quotes goes in brackets: `[{before}] = ...`");
            return self.swap(at - 1, at - 1, says, &format!("[{before}]"));
        }
        if word == "=" && self.before(at) == "]" {
            return None;
        }
        if matches!(word, "return" | "if" | "local" | "for" | "while") && before == ")" {
            let open = (0..at - 1).rfind(|&earlier| self.word(earlier) == "(")?;
            let name = open.checked_sub(1)?;
            let says = match self.before(name) {
                "=" => format!("`{}` is not a word of Lua; did you mean `function`?", self.word(name)),
                _ => format!("a function is written `{} = function(...) ... end`", self.word(name)),
            };
            let is_half = self.before(name) == "=";
            let broken = self.over(name, name, says);
            return if is_half { broken.map(|broken| broken.meant("function")) } else { broken };
        }
        self.missing_comma(at)
    }

    fn missing_comma(&self, at: usize) -> Option<SyntaxFault> {
        let (word, before) = (self.word(at), self.before(at));
        let begins = match self.shape(at)? {
            TokenKind::Name | TokenKind::Quoted | TokenKind::Number => true,
            TokenKind::Keyword => matches!(word, "function" | "nil" | "true" | "false" | "not"),
            TokenKind::Sign => matches!(word, "{" | "["),
            TokenKind::Foreign => false,
        };
        let ends = match self.shape(at - 1)? {
            TokenKind::Name | TokenKind::Quoted | TokenKind::Number => true,
            TokenKind::Keyword => matches!(before, "end" | "nil" | "true" | "false"),
            TokenKind::Sign => matches!(before, "}" | ")" | "]"),
            TokenKind::Foreign => false,
        };
        if begins && ends && self.said.contains("'}' expected") {
            let comma = self.behind(at - 1, ",");
            let says = format!("a comma is missing before `{word}`");
            return self.over(at, at, says).map(|broken| broken.mended(comma));
        }
        None
    }

    fn comparison(&self, at: usize) -> Option<SyntaxFault> {
        let open = self.open(at);
        let is_condition = self.said.contains("'then' expected") || self.said.contains("'do' expected");
        let in_return = || {
            let start = (0..at).rev().take_while(|&earlier| self.line_of(earlier) == self.line_of(at));
            start.into_iter().any(|earlier| matches!(self.word(earlier), "return" | "and" | "or" | "not"))
                && open.last().is_none_or(|&opener| self.word(opener) != "{")
        };
        (self.word(at) == "=" && (is_condition || in_return()))
            .then(|| self.swap(at, at, "`=` assigns; write `==` to compare", "=="))
            .flatten()
    }

    /// Name before the token that was meant to be a keyword.
    fn half_a_word(&self, at: usize) -> Option<SyntaxFault> {
        let last = at.checked_sub(1)?;
        let is_name = self.said == "syntax error" && self.shape(last) == Some(TokenKind::Name);
        let word = self.word(last);
        let slips = |keyword: &&str| strsim::damerau_levenshtein(&word.to_lowercase(), keyword);
        let near = KEYWORDS.iter().copied().filter(|keyword| slips(keyword) <= (word.len() / 3).clamp(1, 2));
        let near = near.filter(|_| is_name).min_by_key(slips)?;
        self.swap(last, last, format!("`{word}` is not a word of Lua; did you mean `{near}`?"), near)
    }

    fn no_value(&self, at: usize) -> Option<SyntaxFault> {
        let (word, before) = (self.word(at), self.before(at));
        if self.said == "syntax error" {
            let says = format!("unexpected `{word}`: before it stands a value, which is neither called nor assigned");
            return self.over(at, at, says);
        }
        if self.said == "function arguments expected" && at > 1 && self.word(at - 2) == ":" {
            return self.over(
                at - 2,
                at - 1,
                format!("a colon calls: write `:{before}(...)`, or `.{before}` for a value"),
            );
        }
        let is_missing =
            self.said == "unexpected symbol" && matches!(word, "end" | "}" | ")" | "]" | "until" | "," | ";");
        is_missing.then(|| self.over(at, at, format!("a value is missing between `{before}` and `{word}`")))?
    }

    /// Messages of the compiler about a name rather than a token.
    fn named(&self, at: usize) -> Option<SyntaxFault> {
        if !self.near.is_empty() {
            return None;
        }
        let name = self.said.split('\'').nth(1).unwrap_or("break");
        let line = self.line_of(at);
        let found = (0..self.tokens.len()).rfind(|&at| self.line_of(at) == line && self.word(at) == name)?;
        let says = match self.said.split(' ').next() {
            Some("break") => "there is no loop around this `break`".to_owned(),
            Some("no") => format!("there is no label `::{name}::` to go to"),
            _ => quoted_with_ticks(self.said),
        };
        self.over(found, found, says)
    }

    /// The compiler's own message, at the token.
    fn plainly(&self, at: usize, line: u32) -> SyntaxFault {
        let says = match self.near {
            "<eof>" => format!("{}, but the file ends", quoted_with_ticks(self.said)),
            "" => quoted_with_ticks(self.said),
            near if self.said == "syntax error" || self.said == "unexpected symbol" => {
                format!("unexpected `{near}`")
            }
            near => format!("{}, not `{near}`", quoted_with_ticks(self.said)),
        };
        let span = match self.tokens.get(at.min(self.tokens.len().saturating_sub(1))) {
            Some(token) if !self.near.is_empty() => token.span.clone(),
            _ => self.layout.line(line).unwrap_or_default(),
        };
        SyntaxFault { span, message: says, mends: Vec::new(), is_clear: false }
    }
}

/// Lua's quotes replaced by those of all other messages.
fn quoted_with_ticks(said: &str) -> String {
    said.replace('\'', "`").replace("<name>", "a name")
}
