//! What the line editor asks while somebody types: what Tab completes, what is hinted behind the cursor, how the line is
//! coloured, and whether it is whole.

use std::borrow::Cow;
use std::cell::RefCell;

use anstyle::{AnsiColor, Effects, Style};
use rustyline::completion::{Completer, Pair};
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::{Hint, Hinter};
use rustyline::validate::{ValidationContext, ValidationResult, Validator};
use rustyline::{Context, Helper as RustylineHelper};

use super::command::{COMMANDS, InputLine, PromptCommand};
use super::completion::{CompletionItem, CompletionMenu};
use super::preview::{MovePreview, TextStatus};
use houserule_core::text::{counted, one_line, width};
use houserule_script::lua::{ParsedChunk, Ruleset, parse};

/// What is known while a line is typed.
#[derive(Default)]
pub struct LineHelper {
    pub menu: CompletionMenu,
    pub rules: Option<Ruleset>,
    pub preview: RefCell<Option<MovePreview>>,
    /// Whether somebody is asked for a move: then nothing tells what one would do.
    pub is_asked: bool,
    /// How many columns there are for what is typed and hinted.
    pub columns: usize,
    /// Whether hints can be told from what was typed by their look.
    pub is_styled: bool,
}

/// What is shown behind the cursor, and what a step to the right would insert.
pub struct InlineHint {
    shown: String,
    rest: Option<String>,
}

impl Hint for InlineHint {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.rest.as_deref()
    }
}

/// A hint shorter than this says nothing.
const SHORTEST: usize = 8;

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
        let pair = |offered: CompletionItem| Pair { display: plain(offered.shown), replacement: plain(offered.typed) };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for LineHelper {
    type Hint = InlineHint;

    fn hint(&self, line: &str, pos: usize, _: &Context) -> Option<InlineHint> {
        // A hint stands behind the line, and belongs to all of it.
        if pos < line.len() || line.contains('\n') {
            return None;
        }
        let InlineHint { shown, rest } = self.hinted(line)?;
        let plain = |text: String| one_line(&text, usize::MAX);
        Some(InlineHint { shown: plain(shown), rest: rest.map(plain) })
    }
}

impl LineHelper {
    fn judge(&self, text: &str) -> TextStatus {
        self.preview.borrow_mut().as_mut().map_or(TextStatus::Nothing, |preview| preview.judge(text))
    }

    /// What a line is as a move; none where it is a command. Some moves begin as commands do.
    fn as_move(&self, line: &InputLine) -> Option<TextStatus> {
        match line {
            InputLine::Move(text) | InputLine::Unknown(_, text) => Some(self.judge(text)),
            InputLine::Either(word, rest) => {
                let judged = self.judge(&format!("{} {rest}", word.text()));
                Some(judged).filter(|judged| *judged != TextStatus::Nothing)
            }
            InputLine::Command(..) | InputLine::Empty => None,
        }
    }

    fn hinted(&self, line: &str) -> Option<InlineHint> {
        let parsed = InputLine::parse(line);
        if let Some(judged) = self.as_move(&parsed).filter(|judged| *judged != TextStatus::Nothing) {
            return self.ghost_of(line, judged);
        }
        match parsed {
            InputLine::Empty | InputLine::Move(_) => None,
            InputLine::Command(PromptCommand::Why, text) => self.ghost_of(line, self.judge(&text)),
            InputLine::Command(_, rest) | InputLine::Either(_, rest) if !rest.is_empty() => None,
            InputLine::Command(word, _) | InputLine::Either(word, _) => {
                let (_, argument, says, _) = COMMANDS.iter().find(|(.., known)| *known == word)?;
                self.ghost(line, &format!("{argument} {says}"))
            }
            InputLine::Unknown(word, text) if word == text.trim() => {
                let mut begun = COMMANDS.iter().filter_map(|(known, ..)| known.strip_prefix(&word));
                let rest = begun.next().filter(|_| begun.next().is_none())?.to_string();
                Some(InlineHint { shown: rest.clone(), rest: Some(rest) })
            }
            InputLine::Unknown(..) => None,
        }
    }

    fn ghost_of(&self, line: &str, judged: TextStatus) -> Option<InlineHint> {
        match judged {
            TextStatus::Nothing => None,
            TextStatus::Begun { rest: Some(rest), .. } => Some(InlineHint { shown: rest.clone(), rest: Some(rest) }),
            TextStatus::Begun { moves, .. } => self.ghost(line, &counted(moves, "move")),
            TextStatus::Legal(_) if self.is_asked => None,
            TextStatus::Legal(does) => self.ghost(line, &does),
            TextStatus::Illegal(why) => self.ghost(line, &format!("not legal: {why}")),
        }
    }

    /// Words behind a line, cut to the room there is.
    fn ghost(&self, line: &str, says: &str) -> Option<InlineHint> {
        let says = says.trim();
        let taken = width(line) + if self.is_styled { 3 } else { 5 };
        let room = self.columns.checked_sub(taken).filter(|room| *room >= SHORTEST && !says.is_empty())?;
        let says = if width(says) > room { one_line(says, room - 3) } else { says.to_string() };
        let shown = if self.is_styled { format!("  {says}") } else { format!("  ({says})") };
        Some(InlineHint { shown, rest: None })
    }
}

impl Highlighter for LineHelper {
    fn highlight<'l>(&self, line: &'l str, _: usize) -> Cow<'l, str> {
        if line.contains('\n') {
            return Cow::Borrowed(line);
        }
        let styled = |style: Style, from: usize, to: usize| {
            let (before, rest) = line.split_at(from);
            let (part, after) = rest.split_at(to - from);
            Cow::Owned(format!("{before}{style}{part}{style:#}{after}"))
        };
        let begin = line.len() - line.trim_start_matches([' ', ':']).len();
        let word = line[begin..].find(' ').map_or(line.len(), |blank| begin + blank);
        let parsed = InputLine::parse(line);
        match (self.as_move(&parsed), parsed) {
            (Some(TextStatus::Legal(_)), _) => styled(LEGAL, begin, line.trim_end().len()),
            (Some(TextStatus::Illegal(_)), _) => styled(ILLEGAL, begin, line.trim_end().len()),
            (_, InputLine::Command(..) | InputLine::Either(..)) => styled(COMMAND, begin, word),
            _ => Cow::Borrowed(line),
        }
    }

    fn highlight_hint<'h>(&self, hint: &'h str) -> Cow<'h, str> {
        Cow::Owned(format!("{HINT}{hint}{HINT:#}"))
    }

    fn highlight_char(&self, _: &str, _: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
    }
}

impl Validator for LineHelper {
    fn validate(&self, context: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        Ok(match is_whole(context.input()) {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

/// Whether a line needs no other after it: Lua may. Two empty lines end whatever was begun.
pub fn is_whole(line: &str) -> bool {
    match InputLine::parse(line) {
        InputLine::Command(PromptCommand::Lua, source) => {
            line.ends_with("\n\n") || parse(&source) != ParsedChunk::Begun
        }
        _ => true,
    }
}
