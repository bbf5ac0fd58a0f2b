//! Callbacks of the line editor (rustyline): completion, inline hints, highlighting, and validation of multi-line
//! input.

use std::borrow::Cow;
use std::cell::RefCell;
use std::sync::Arc;

use anstyle::{AnsiColor, Effects, Style};
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper as RustylineHelper};

use super::command::InputLine;
use super::commands::COMMANDS;
use super::input::SharedLine;
use super::queries::lua_source;
use crate::completion::{CompletionItem, CompletionMenu};
use crate::preview::{MovePreview, TextStatus};
use houserule_core::text::{one_line, plural, width};
use houserule_script::lua::{ParsedChunk, Ruleset, parse};
use houserule_script::play::SessionSnapshot;

/// What the line editor knows about the position. It has no Lua state, so it can go to another thread.
#[derive(Default)]
pub struct LineSnapshot {
    pub menu: CompletionMenu,
    pub rules: Option<Ruleset>,
    /// The position, if typed moves may be previewed.
    pub session: Option<SessionSnapshot>,
    /// Whether a lesson asks for a move; then the effect of a move is not shown.
    pub is_question: bool,
}

/// Helper of the line editor for one line.
pub struct LineHelper {
    menu: CompletionMenu,
    rules: Option<Ruleset>,
    preview: RefCell<Option<MovePreview>>,
    is_question: bool,
    /// Columns available for the line and its hint.
    columns: usize,
    /// Whether hints are styled; otherwise they are in parentheses.
    is_styled: bool,
    /// Where the loop finds what was typed.
    line: Arc<SharedLine>,
}

/// Inline hint: the text after the cursor, and what the right arrow inserts.
pub struct InlineHint {
    text: String,
    completion: Option<String>,
}

impl Hint for InlineHint {
    fn display(&self) -> &str {
        &self.text
    }

    fn completion(&self) -> Option<&str> {
        self.completion.as_deref()
    }
}

/// Minimum columns for a hint; a shorter one would be useless.
const MIN_HINT_WIDTH: usize = 8;

const LEGAL: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);
const ILLEGAL: Style = AnsiColor::Red.on_default().effects(Effects::UNDERLINE);
const COMMAND: Style = Style::new().effects(Effects::BOLD);
const HINT: Style = Style::new().effects(Effects::DIMMED);

impl RustylineHelper for LineHelper {}

impl Completer for LineHelper {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line.get(..pos).unwrap_or(line);
        let mut preview = self.preview.borrow_mut();
        let (start, found) = self.menu.complete(before, self.rules.as_ref(), preview.as_mut());
        let plain = |text: String| one_line(&text, usize::MAX);
        let pair = |item: CompletionItem| Pair { display: plain(item.label), replacement: plain(item.replacement) };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for LineHelper {
    type Hint = InlineHint;

    fn hint(&self, line: &str, pos: usize, _: &Context) -> Option<InlineHint> {
        // A hint is shown only at the end of the line.
        let hint = Some(line).filter(|line| pos == line.len() && !line.contains('\n'));
        let plain = |text: String| one_line(&text, usize::MAX);
        let hint = hint
            .and_then(|line| self.inline_hint(line))
            .map(|hint| InlineHint { text: plain(hint.text), completion: hint.completion.map(plain) });
        self.line.note(line, pos, Some(hint.as_ref().map_or(0, |hint| width(&hint.text))));
        hint
    }
}

impl LineHelper {
    pub fn new(snapshot: LineSnapshot, line: Arc<SharedLine>, columns: usize, is_styled: bool) -> LineHelper {
        let LineSnapshot { menu, rules, session, is_question } = snapshot;
        let preview = RefCell::new(session.and_then(MovePreview::new));
        LineHelper { menu, rules, preview, is_question, columns, is_styled, line }
    }

    fn judge(&self, text: &str) -> TextStatus {
        self.preview.borrow_mut().as_mut().map_or(TextStatus::Nothing, |preview| preview.judge(text))
    }

    /// Returns the status of a line as a move; `None` if it is a command.
    fn move_status(&self, line: &InputLine) -> Option<TextStatus> {
        match line {
            InputLine::Move(text) | InputLine::Unknown(_, text) => Some(self.judge(text)),
            InputLine::Ambiguous(.., text) => Some(self.judge(text)).filter(|status| {
                // A word that is also a command is a move only where the game offers it.
                matches!(status, TextStatus::Legal(_) | TextStatus::Prefix { .. })
            }),
            InputLine::Command(..) | InputLine::Empty => None,
        }
    }

    fn inline_hint(&self, line: &str) -> Option<InlineHint> {
        let parsed = InputLine::parse(line);
        if let Some(status) = self.move_status(&parsed).filter(|status| *status != TextStatus::Nothing) {
            return self.hint_for(line, status);
        }
        match parsed {
            InputLine::Empty | InputLine::Move(_) => None,
            InputLine::Command(command, text) | InputLine::Ambiguous(command, text, _) => match &*text {
                "" => self.hint_text(line, &format!("{} {}", command.argument.placeholder, command.doc)),
                text if command.takes_move() => self.hint_for(line, self.judge(text)),
                _ => None,
            },
            InputLine::Unknown(word, text) if word == text.trim() => {
                let mut suffixes = COMMANDS.iter().filter_map(|command| command.word.strip_prefix(&word));
                let rest = suffixes.next().filter(|_| suffixes.next().is_none())?.to_string();
                Some(InlineHint { text: rest.clone(), completion: Some(rest) })
            }
            InputLine::Unknown(..) => None,
        }
    }

    fn hint_for(&self, line: &str, status: TextStatus) -> Option<InlineHint> {
        match status {
            TextStatus::Nothing => None,
            TextStatus::Prefix { rest: Some(rest), .. } => {
                Some(InlineHint { text: rest.clone(), completion: Some(rest) })
            }
            TextStatus::Prefix { moves, .. } => self.hint_text(line, &plural(moves, "move")),
            TextStatus::Legal(_) if self.is_question => None,
            TextStatus::Legal(effect) => self.hint_text(line, &effect),
            TextStatus::Illegal(why) => self.hint_text(line, &format!("not legal: {why}")),
        }
    }

    /// Returns a hint with some text, cut to the available columns.
    fn hint_text(&self, line: &str, text: &str) -> Option<InlineHint> {
        let text = text.trim();
        let used = width(line) + if self.is_styled { 3 } else { 5 };
        let room = self.columns.checked_sub(used).filter(|room| *room >= MIN_HINT_WIDTH && !text.is_empty())?;
        let text = if width(text) > room { one_line(text, room - 3) } else { text.to_string() };
        let shown = if self.is_styled { format!("  {text}") } else { format!("  ({text})") };
        Some(InlineHint { text: shown, completion: None })
    }
}

impl Highlighter for LineHelper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if line.contains('\n') || !self.is_styled {
            return Cow::Borrowed(line);
        }
        let styled = |style: Style, from: usize, to: usize| {
            let (before, rest) = line.split_at(from);
            let (part, after) = rest.split_at(to - from);
            Cow::Owned(format!("{before}{style}{part}{style:#}{after}"))
        };
        let start = line.len() - line.trim_start_matches([' ', ':']).len();
        let word_end = line[start..].find(' ').map_or(line.len(), |blank| start + blank);
        let parsed = InputLine::parse(line);
        match (self.move_status(&parsed), parsed) {
            (Some(TextStatus::Legal(_)), _) => styled(LEGAL, start, line.trim_end().len()),
            (Some(TextStatus::Illegal(_)), _) => styled(ILLEGAL, start, line.trim_end().len()),
            (_, InputLine::Command(..) | InputLine::Ambiguous(..)) => styled(COMMAND, start, word_end),
            _ => Cow::Borrowed(line),
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        if self.is_styled { Cow::Owned(format!("{HINT}{hint}{HINT:#}")) } else { Cow::Borrowed(hint) }
    }

    fn highlight_char(&self, line: &str, pos: usize, kind: CmdKind) -> bool {
        self.line.note(line, pos, None);
        kind != CmdKind::MoveCursor
    }
}

impl Validator for LineHelper {
    fn validate(&self, context: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        if !is_complete(context.input()) {
            return Ok(ValidationResult::Incomplete);
        }
        self.line.accept();
        Ok(ValidationResult::Valid(None))
    }
}

/// Returns whether a line is complete. Only Lua can continue on further lines; two newlines end it.
pub fn is_complete(line: &str) -> bool {
    let parsed = InputLine::parse(line);
    line.ends_with("\n\n") || lua_source(&parsed).is_none_or(|source| parse(source) != ParsedChunk::Incomplete)
}
