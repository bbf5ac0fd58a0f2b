//! Syntax errors of block structure: brackets, `end`, `then` and `do` that are missing or one too many.

use super::{Edit, FaultSite, SyntaxFault, TokenKind};

impl FaultSite<'_> {
    /// Brackets and blocks that are open before a token, outermost first.
    pub(super) fn open(&self, to: usize) -> Vec<usize> {
        let mut open = Vec::new();
        for at in 0..to.min(self.tokens.len()) {
            match self.word(at) {
                // `while` and `for` end with their `do`.
                "{" | "(" | "[" | "if" | "do" | "repeat" | "function" => open.push(at),
                "}" | ")" | "]" | "until" | "end" => {
                    open.pop();
                }
                _ => {}
            }
        }
        open
    }

    /// Bracket or block that was most likely left open: the first whose line is indented more than the line that closes
    /// it.
    pub(super) fn left_open(&self, to: usize) -> Option<usize> {
        let mut open: Vec<usize> = Vec::new();
        for at in 0..to.min(self.tokens.len()) {
            let word = self.word(at);
            if matches!(word, "{" | "(" | "[" | "if" | "do" | "repeat" | "function") {
                open.push(at);
            } else if matches!(word, "}" | ")" | "]" | "until" | "end") {
                let opener = open.pop()?;
                let is_first = at == 0 || self.line_of(at - 1) < self.line_of(at);
                if is_first && self.indent(self.line_of(at)) < self.indent(self.line_of(opener)) {
                    return Some(opener);
                }
            }
        }
        None
    }

    pub(super) fn indent(&self, line: u32) -> usize {
        let line = self.layout.line(line).map_or("", |line| &self.text[line]);
        line.len() - line.trim_start().len()
    }

    /// Token that closes what a token opens.
    pub(super) fn closer(&self, at: usize) -> &'static str {
        match self.word(at) {
            "{" => "}",
            "(" => ")",
            "[" => "]",
            "repeat" => "until",
            _ => "end",
        }
    }

    /// `else if`, which opens a block of its own.
    pub(super) fn else_if(&self, at: usize) -> Option<SyntaxFault> {
        let is_open = self.said.contains("' expected") || self.near == "<eof>" || self.ends_too_early(at);
        let outermost = self.open(at).iter().copied().find(|&at| self.closer(at) == "end")?;
        let is_pair = |&at: &usize| {
            self.word(at) == "if" && self.before(at) == "else" && self.line_of(at) == self.line_of(at - 1)
        };
        let at = (outermost + 1..at.min(self.tokens.len())).rfind(is_pair)?;
        let hint = "`else if` opens a second `if`, which needs an `end` of its own; write `elseif`";
        is_open.then(|| self.swap(at - 1, at, hint, "elseif")).flatten()
    }

    /// Statement after a `return`, which has to be the last of its block.
    pub(super) fn after_return(&self, at: usize) -> Option<SyntaxFault> {
        if self.said != "<eof> expected" {
            return None;
        }
        match self.word(at) {
            "" => None,
            word @ ("end" | "}" | ")" | "]" | "until" | "else" | "elseif") => {
                let says = format!("this `{word}` closes nothing; there is one too many, or its beginning is missing");
                self.over(at, at, says).map(|broken| self.left_out(broken))
            }
            "," | "." | ":" | "=" | "+" | "-" => None,
            word => self.over(at, at, format!("a file ends with its `return`; `{word}` cannot follow it")),
        }
    }

    /// Whether a block is open where only a table or a call can continue: the `end` before closed another.
    pub(super) fn ends_too_early(&self, at: usize) -> bool {
        let opener = self.open(at).last().copied();
        let in_block = opener.is_some_and(|at| matches!(self.word(at), "function" | "if" | "do" | "repeat"));
        in_block
            && self.said == "unexpected symbol"
            && matches!(self.word(at), "}" | ")" | "]" | ",")
            && matches!(self.before(at), "end" | "}" | ")" | "]")
    }

    /// Bracket or block that is not closed, or a surplus `end`.
    pub(super) fn not_closed(&self, at: usize) -> Option<SyntaxFault> {
        let expected = self.said.strip_prefix('\'').and_then(|said| said.split('\'').next());
        if !matches!(expected, Some("end" | "}" | ")" | "]" | "until")) && !self.ends_too_early(at) {
            return None;
        }
        let by_indent = self.left_open(at);
        let opener = by_indent.or(self.open(at).last().copied())?;
        let (word, closer) = (self.word(opener), self.closer(opener));
        if self.word(at) == "end" && word == "{" && by_indent.is_none() {
            let says = "this `end` closes nothing: there is one too many, or a `}` is missing before it";
            return self.over(at, at, says).map(|broken| self.left_out(broken));
        }
        if matches!(self.word(at), "else" | "elseif") && self.before(at) == "end" {
            let word = self.word(at);
            let says = format!("this `end` closes the `if` before its `{word}`; leave it out");
            return self.over(at - 1, at - 1, says).map(|broken| self.left_out(broken));
        }
        // A `return` before it, at the same depth: all blocks are closed, but nothing may follow.
        let last = (0..at.min(self.tokens.len())).rfind(|&earlier| self.word(earlier) == "return");
        if let Some(last) = last.filter(|_| at < self.tokens.len() && expected == Some("end"))
            && self.open(last).last() == self.open(at).last()
            && self.indent(self.line_of(last)) == self.indent(self.line_of(at))
            && !matches!(self.word(at), "}" | ")" | "]" | ",")
        {
            let line = self.line_of(last);
            let opens = (0..last).rev().take_while(|&earlier| self.line_of(earlier) == line).last();
            if let Some(opens) = opens.filter(|&opens| matches!(self.word(opens), "if" | "for" | "while")) {
                let word = self.word(opens);
                let says = format!("`end` is missing on this line: the `{word}` is still open");
                let end = self.line_span(last).end;
                let close = Edit { span: end..end, text: " end".to_owned() };
                return self.over(last, last, says).map(|broken| broken.perhaps(vec![close]));
            }
            let word = self.word(at);
            return self.over(at, at, format!("`return` ends its block; `{word}` cannot follow it"));
        }
        // A surplus `end` closed the function; what follows cannot be in a table.
        let is_statement =
            matches!(self.word(at), "return" | "if" | "local" | "for" | "while" | "else" | "elseif" | "until");
        if is_statement && word == "{" && self.before(at) == "end" {
            let says = "this `end` closes more than it should: there is one too many";
            return self.over(at - 1, at - 1, says).map(|broken| self.left_out(broken));
        }
        let brackets = matches!(closer, ")" | "]");
        // A token that cannot be there at all is more informative than what is still open.
        let is_end = matches!(self.word(at), "" | "}" | ")" | "]" | "," | "end" | "until");
        if !(brackets || is_end || closer == "end" && is_statement) {
            return None;
        }
        let until = match self.line_of(at) {
            0 => " at the end of the file".to_owned(),
            line if line > self.line_of(opener) => format!(" before line {line}"),
            _ => String::new(),
        };
        let says = format!("this `{word}` is not closed: `{closer}` is missing{until}");
        self.over(opener, opener, says).map(|broken| broken.perhaps(self.closings(opener)))
    }

    /// The same where a word or sign too many is left out.
    fn left_out(&self, broken: SyntaxFault) -> SyntaxFault {
        let span = broken.span.clone();
        broken.perhaps(vec![Edit { span, text: String::new() }])
    }

    /// Where what a token opens may have been meant to close: behind the last line that is indented more than its own.
    fn closings(&self, opener: usize) -> Vec<Edit> {
        let (closer, indent) = (self.closer(opener), self.indent(self.line_of(opener)));
        let begins = |at: &usize| self.line_of(*at) > self.line_of(at - 1);
        let is_out = |at: &usize| begins(at) && self.indent(self.line_of(*at)) <= indent;
        let end = (opener + 1..self.tokens.len()).find(is_out).unwrap_or(self.tokens.len());
        let Some(last) = end.checked_sub(1).filter(|_| closer != "until") else { return Vec::new() };
        vec![self.behind(last, format!(" {closer}")), self.behind(last, format!(" {closer},"))]
    }

    /// A word or sign that was left out.
    pub(super) fn missing(&self, at: usize) -> Option<SyntaxFault> {
        let expected = self.said.strip_prefix('\'')?.split('\'').next()?;
        let last = at.checked_sub(1)?;
        match expected {
            "then" | "do" => {
                let mend = self.behind(last, format!(" {expected}"));
                let says = format!("`{expected}` is missing after this");
                self.over(last, last, says).map(|broken| broken.mended(mend))
            }
            "=" if self.shape(at) == Some(TokenKind::Name) => {
                let says = format!("`=` is missing after `{}`", self.word(last));
                self.over(last, last, says).map(|broken| broken.mended(self.behind(last, " =")))
            }
            _ => None,
        }
    }
}
