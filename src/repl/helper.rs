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

use super::command::{COMMANDS, Line, Word};
use super::completing::{Menu, Offered};
use super::foretelling::{Foresight, Judged};
use crate::script::{Parsed, Ruleset, parse};
use crate::vocabulary::{counted, one_line};

/// What is known while a line is typed.
#[derive(Default)]
pub struct Helper {
    pub menu: Menu,
    pub rules: Option<Ruleset>,
    pub foresight: RefCell<Option<Foresight>>,
    /// Whether somebody is asked for a move: then nothing tells what one would do.
    pub is_asked: bool,
    /// How many columns there are for what is typed and hinted.
    pub columns: usize,
    /// Whether hints can be told from what was typed by their look.
    pub is_styled: bool,
}

/// What is shown behind the cursor, and what a step to the right would insert.
pub struct Ghost {
    shown: String,
    rest: Option<String>,
}

impl Hint for Ghost {
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

impl RustylineHelper for Helper {}

impl Completer for Helper {
    type Candidate = Pair;

    fn complete(&self, line: &str, pos: usize, _: &Context) -> rustyline::Result<(usize, Vec<Pair>)> {
        let before = line.get(..pos).unwrap_or(line);
        let mut foresight = self.foresight.borrow_mut();
        let (start, found) = self.menu.complete(before, self.rules.as_ref(), foresight.as_mut());
        let plain = |text: String| one_line(&text, usize::MAX);
        let pair =
            |offered: Offered| Pair { display: plain(offered.shown), replacement: plain(offered.typed) };
        Ok((start, found.into_iter().map(pair).collect()))
    }
}

impl Hinter for Helper {
    type Hint = Ghost;

    fn hint(&self, line: &str, pos: usize, _: &Context) -> Option<Ghost> {
        // A hint stands behind the line, and belongs to all of it.
        if pos < line.len() || line.contains('\n') {
            return None;
        }
        let Ghost { shown, rest } = self.hinted(line)?;
        let plain = |text: String| one_line(&text, usize::MAX);
        Some(Ghost { shown: plain(shown), rest: rest.map(plain) })
    }
}

impl Helper {
    fn judge(&self, text: &str) -> Judged {
        self.foresight.borrow_mut().as_mut().map_or(Judged::Nothing, |foresight| foresight.judge(text))
    }

    /// What a line is as a move; none where it is a command. Some moves begin as commands do.
    fn as_move(&self, line: &Line) -> Option<Judged> {
        match line {
            Line::Move(text) | Line::Unknown(_, text) => Some(self.judge(text)),
            Line::Either(word, rest) => {
                let judged = self.judge(&format!("{} {rest}", word.text()));
                Some(judged).filter(|judged| *judged != Judged::Nothing)
            }
            Line::Command(..) | Line::Empty => None,
        }
    }

    fn hinted(&self, line: &str) -> Option<Ghost> {
        let parsed = Line::parse(line);
        if let Some(judged) = self.as_move(&parsed).filter(|judged| *judged != Judged::Nothing) {
            return self.ghost_of(line, judged);
        }
        match parsed {
            Line::Empty | Line::Move(_) => None,
            Line::Command(Word::Why, text) => self.ghost_of(line, self.judge(&text)),
            Line::Command(_, rest) | Line::Either(_, rest) if !rest.is_empty() => None,
            Line::Command(word, _) | Line::Either(word, _) => {
                let (_, argument, says, _) = COMMANDS.iter().find(|(.., known)| *known == word)?;
                self.ghost(line, &format!("{argument} {says}"))
            }
            Line::Unknown(word, text) if word == text.trim() => {
                let mut begun = COMMANDS.iter().filter_map(|(known, ..)| known.strip_prefix(&word));
                let rest = begun.next().filter(|_| begun.next().is_none())?.to_string();
                Some(Ghost { shown: rest.clone(), rest: Some(rest) })
            }
            Line::Unknown(..) => None,
        }
    }

    fn ghost_of(&self, line: &str, judged: Judged) -> Option<Ghost> {
        match judged {
            Judged::Nothing => None,
            Judged::Begun { rest: Some(rest), .. } => Some(Ghost { shown: rest.clone(), rest: Some(rest) }),
            Judged::Begun { moves, .. } => self.ghost(line, &counted(moves, "move")),
            Judged::Legal(_) if self.is_asked => None,
            Judged::Legal(does) => self.ghost(line, &does),
            Judged::Illegal(why) => self.ghost(line, &format!("not legal: {why}")),
        }
    }

    /// Words behind a line, cut to the room there is.
    fn ghost(&self, line: &str, says: &str) -> Option<Ghost> {
        let says = says.trim();
        let taken = line.chars().count() + if self.is_styled { 3 } else { 5 };
        let room = self.columns.checked_sub(taken).filter(|room| *room >= SHORTEST && !says.is_empty())?;
        let says = if says.chars().count() > room { one_line(says, room - 3) } else { says.to_string() };
        let shown = if self.is_styled { format!("  {says}") } else { format!("  ({says})") };
        Some(Ghost { shown, rest: None })
    }
}

impl Highlighter for Helper {
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
        let parsed = Line::parse(line);
        match (self.as_move(&parsed), parsed) {
            (Some(Judged::Legal(_)), _) => styled(LEGAL, begin, line.trim_end().len()),
            (Some(Judged::Illegal(_)), _) => styled(ILLEGAL, begin, line.trim_end().len()),
            (_, Line::Command(..) | Line::Either(..)) => styled(COMMAND, begin, word),
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

impl Validator for Helper {
    fn validate(&self, context: &mut ValidationContext) -> rustyline::Result<ValidationResult> {
        Ok(match is_whole(context.input()) {
            true => ValidationResult::Valid(None),
            false => ValidationResult::Incomplete,
        })
    }
}

/// Whether a line needs no other after it: Lua may. Two empty lines end whatever was begun.
pub fn is_whole(line: &str) -> bool {
    match Line::parse(line) {
        Line::Command(Word::Lua, source) => line.ends_with("\n\n") || parse(&source) != Parsed::Begun,
        _ => true,
    }
}
