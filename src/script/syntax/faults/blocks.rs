//! Syntax errors of block structure: brackets, `end`, `then` and `do` that are missing or one too many.

use super::{Edit, FaultSite, SyntaxFault, TokenKind};

impl FaultSite<'_> {
    /// Lists the brackets and blocks that are open before a token, outermost first.
    pub(super) fn open_blocks(&self, to: usize) -> Vec<usize> {
        let mut open = Vec::new();
        for at in 0..to.min(self.tokens.len()) {
            match self.token(at) {
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

    /// Finds the bracket or block that was most likely left open: the first whose line is indented more than the line
    /// that closes it.
    pub(super) fn unclosed_by_indent(&self, to: usize) -> Option<usize> {
        let mut open: Vec<usize> = Vec::new();
        for at in 0..to.min(self.tokens.len()) {
            let word = self.token(at);
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
        let line = self.line_index.line(line).map_or("", |line| &self.text[line]);
        line.len() - line.trim_start().len()
    }

    /// Returns the token that closes a bracket or block.
    pub(super) fn closer(&self, at: usize) -> &'static str {
        match self.token(at) {
            "{" => "}",
            "(" => ")",
            "[" => "]",
            "repeat" => "until",
            _ => "end",
        }
    }

    /// Explains `else if`, which opens a block of its own.
    pub(super) fn else_if(&self, at: usize) -> Option<SyntaxFault> {
        let is_open = self.error.contains("' expected") || self.near == "<eof>" || self.ends_too_early(at);
        let outermost = self.open_blocks(at).iter().copied().find(|&at| self.closer(at) == "end")?;
        let is_pair = |&at: &usize| {
            self.token(at) == "if" && self.previous(at) == "else" && self.line_of(at) == self.line_of(at - 1)
        };
        let at = (outermost + 1..at.min(self.tokens.len())).rfind(is_pair)?;
        let hint = "`else if` opens a second `if`, which needs an `end` of its own; write `elseif`";
        is_open.then(|| self.replace(at - 1, at, hint, "elseif")).flatten()
    }

    /// Explains a statement after `return`, which must be the last of its block.
    pub(super) fn after_return(&self, at: usize) -> Option<SyntaxFault> {
        if self.error != "<eof> expected" {
            return None;
        }
        match self.token(at) {
            "" => None,
            word @ ("end" | "}" | ")" | "]" | "until" | "else" | "elseif") => {
                let message =
                    format!("this `{word}` closes nothing; there is one too many, or its beginning is missing");
                self.fault(at, at, message).map(|fault| self.with_removal(fault))
            }
            "," | "." | ":" | "=" | "+" | "-" => None,
            word => self.fault(at, at, format!("a file ends with its `return`; `{word}` cannot follow it")),
        }
    }

    /// Whether a block is open where only a table or a call can continue, because the `end` before closed another one.
    pub(super) fn ends_too_early(&self, at: usize) -> bool {
        let opener = self.open_blocks(at).last().copied();
        let is_in_block = opener.is_some_and(|at| matches!(self.token(at), "function" | "if" | "do" | "repeat"));
        is_in_block
            && self.error == "unexpected symbol"
            && matches!(self.token(at), "}" | ")" | "]" | ",")
            && matches!(self.previous(at), "end" | "}" | ")" | "]")
    }

    /// Explains a bracket or block that is not closed, or a surplus `end`.
    pub(super) fn unclosed(&self, at: usize) -> Option<SyntaxFault> {
        let expected = self.error.strip_prefix('\'').and_then(|error| error.split('\'').next());
        if !matches!(expected, Some("end" | "}" | ")" | "]" | "until")) && !self.ends_too_early(at) {
            return None;
        }
        let by_indent = self.unclosed_by_indent(at);
        let opener = by_indent.or(self.open_blocks(at).last().copied())?;
        let (word, closer) = (self.token(opener), self.closer(opener));
        if self.token(at) == "end" && word == "{" && by_indent.is_none() {
            let message = "this `end` closes nothing: there is one too many, or a `}` is missing before it";
            return self.fault(at, at, message).map(|fault| self.with_removal(fault));
        }
        if matches!(self.token(at), "else" | "elseif") && self.previous(at) == "end" {
            let word = self.token(at);
            let message = format!("this `end` closes the `if` before its `{word}`; leave it out");
            return self.fault(at - 1, at - 1, message).map(|fault| self.with_removal(fault));
        }
        // A `return` precedes it at the same depth: all blocks are closed, but nothing may follow.
        let last = (0..at.min(self.tokens.len())).rfind(|&earlier| self.token(earlier) == "return");
        if let Some(last) = last.filter(|_| at < self.tokens.len() && expected == Some("end"))
            && self.open_blocks(last).last() == self.open_blocks(at).last()
            && self.indent(self.line_of(last)) == self.indent(self.line_of(at))
            && !matches!(self.token(at), "}" | ")" | "]" | ",")
        {
            let line = self.line_of(last);
            let line_start = (0..last).rev().take_while(|&earlier| self.line_of(earlier) == line).last();
            if let Some(statement) = line_start.filter(|&opens| matches!(self.token(opens), "if" | "for" | "while")) {
                let word = self.token(statement);
                let message = format!("`end` is missing on this line: the `{word}` is still open");
                let end = self.line_span(last).end;
                let close = Edit { span: end..end, text: " end".to_owned() };
                return self.fault(last, last, message).map(|fault| fault.with_possible_fixes(vec![close]));
            }
            let word = self.token(at);
            return self.fault(at, at, format!("`return` ends its block; `{word}` cannot follow it"));
        }
        // A surplus `end` closed the function; what follows cannot be in a table.
        let is_statement =
            matches!(self.token(at), "return" | "if" | "local" | "for" | "while" | "else" | "elseif" | "until");
        if is_statement && word == "{" && self.previous(at) == "end" {
            let message = "this `end` closes more than it should: there is one too many";
            return self.fault(at - 1, at - 1, message).map(|fault| self.with_removal(fault));
        }
        let is_bracket = matches!(closer, ")" | "]");
        // A token that cannot be there at all is more informative than what is still open.
        let is_end = matches!(self.token(at), "" | "}" | ")" | "]" | "," | "end" | "until");
        if !(is_bracket || is_end || closer == "end" && is_statement) {
            return None;
        }
        let location = match self.line_of(at) {
            0 => " at the end of the file".to_owned(),
            line if line > self.line_of(opener) => format!(" before line {line}"),
            _ => String::new(),
        };
        let message = format!("this `{word}` is not closed: `{closer}` is missing{location}");
        self.fault(opener, opener, message).map(|fault| fault.with_possible_fixes(self.closing_edits(opener)))
    }

    /// Adds the possible fix that removes the whole span.
    fn with_removal(&self, fault: SyntaxFault) -> SyntaxFault {
        let span = fault.span.clone();
        fault.with_possible_fixes(vec![Edit { span, text: String::new() }])
    }

    /// Returns the edits that may close a bracket or block: after the last line that is indented more than its own.
    fn closing_edits(&self, opener: usize) -> Vec<Edit> {
        let (closer, indent) = (self.closer(opener), self.indent(self.line_of(opener)));
        let starts_line = |at: &usize| self.line_of(*at) > self.line_of(at - 1);
        let is_dedented = |at: &usize| starts_line(at) && self.indent(self.line_of(*at)) <= indent;
        let end = (opener + 1..self.tokens.len()).find(is_dedented).unwrap_or(self.tokens.len());
        let Some(last) = end.checked_sub(1).filter(|_| closer != "until") else { return Vec::new() };
        vec![self.insert_after(last, format!(" {closer}")), self.insert_after(last, format!(" {closer},"))]
    }

    /// Explains a missing `then`, `do` or `=`.
    pub(super) fn missing_token(&self, at: usize) -> Option<SyntaxFault> {
        let expected = self.error.strip_prefix('\'')?.split('\'').next()?;
        let last = at.checked_sub(1)?;
        match expected {
            "then" | "do" => {
                let fix = self.insert_after(last, format!(" {expected}"));
                let message = format!("`{expected}` is missing after this");
                self.fault(last, last, message).map(|fault| fault.with_fix(fix))
            }
            "=" if self.kind(at) == Some(TokenKind::Name) => {
                let message = format!("`=` is missing after `{}`", self.token(last));
                self.fault(last, last, message).map(|fault| fault.with_fix(self.insert_after(last, " =")))
            }
            _ => None,
        }
    }
}
