//! Hidden hands at a screen that people share: what one of them may see is wiped away before the next sits down, and
//! shown when that one says so.

use std::io::{self, Write};

use super::command::{InputLine, PromptCommand};
use super::{CommandOutcome, Prompt};
use crate::render;
use crate::terminal;
use houserule_core::mechanics::Seat;

impl Prompt {
    /// The chair of the person to move, where hands are hidden and the screen is a person's to look at. In a race all move
    /// at once, so that nobody's turn can be told from another's; on a pipe nobody looks, and a learner sees everything.
    fn looker(&mut self) -> Option<Seat> {
        let session = self.session.as_mut().filter(|_| self.is_timed && self.lesson_session.is_none())?;
        let is_open = session.is_race() || !render::hides_hands(&session.game);
        if is_open || !matches!(session.game.outcome(), Ok(None)) {
            return None;
        }
        let chair = session.game.player(session.game.seat());
        self.seated.bot_name(chair).is_none().then_some(chair)
    }

    /// Whether the hand of the seat to move is covered: it is another person's than the one at the screen.
    pub(super) fn is_hand_hidden(&mut self) -> bool {
        let Some(chair) = self.looker() else { return false };
        let chairs = self.session.as_ref().map_or(0, |session| session.plan().names.seats.len());
        self.seated.people(chairs) > 1 && self.seen_by != Some(chair)
    }

    /// Whether the hand of the seat to move may be shown without asking.
    pub(super) fn may_see_hand(&mut self) -> bool {
        self.looker().is_some() && !self.is_hand_hidden()
    }

    /// Covers the screen where it is another person's turn.
    pub(super) fn cover(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let chair = self.looker();
        if !self.is_hand_hidden() || self.seen_by.is_none() && self.called == chair {
            return Ok(());
        }
        (self.seen_by, self.called) = (None, chair);
        // Where nobody has seen a hand yet, there is nothing to hide: the greeting and the board stay.
        if self.shows_hand {
            self.wipe(out)?;
            self.show(out)?;
        }
        writeln!(out, "{}", render::folded(&self.call()))
    }

    /// Takes everything off the screen.
    fn wipe(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.shows_hand = false;
        out.flush()?;
        terminal::wipe()
    }

    /// Wipes the hand of somebody who shares the screen away, before another game is told of.
    pub(super) fn clear_table(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let chairs = self.session.as_ref().map_or(0, |session| session.plan().names.seats.len());
        match self.is_timed && self.shows_hand && self.seated.people(chairs) > 1 {
            true => self.wipe(out),
            false => Ok(()),
        }
    }

    /// Who is to sit down.
    fn call(&self) -> String {
        let Some(session) = &self.session else { return String::new() };
        let seat = session.game.seat();
        let who = session.plan().names.seat_and_team(seat);
        let who = match self.seated.name(session.game.player(seat)) {
            Some(name) => format!("{name} ({who})"),
            None => who,
        };
        format!("It is the turn of {who}. Press Enter when nobody else sees the screen.")
    }

    /// What a line does while the hand is covered: Enter shows it, and what would tell of it waits. None: it does what it
    /// always does.
    pub(super) fn behind_cover(&mut self, line: &InputLine, out: &mut dyn Write) -> io::Result<Option<CommandOutcome>> {
        match line {
            InputLine::Empty => {
                self.seen_by = self.looker();
                self.called = None;
                self.show(out)?;
                Ok(Some(CommandOutcome::Done))
            }
            // How moves are written is told with legal ones.
            InputLine::Command(word, rest)
                if !tells_hand(*word) && (*word != PromptCommand::Help || rest.is_empty()) =>
            {
                Ok(None)
            }
            _ => Ok(Some(CommandOutcome::Refused(self.call()))),
        }
    }
}

/// Whether a command tells what the seat to move holds.
fn tells_hand(word: PromptCommand) -> bool {
    matches!(
        word,
        PromptCommand::Moves
            | PromptCommand::Why
            | PromptCommand::Hint
            | PromptCommand::Bot
            | PromptCommand::Hand
            | PromptCommand::Look
            | PromptCommand::Lua
            | PromptCommand::Position
    )
}
