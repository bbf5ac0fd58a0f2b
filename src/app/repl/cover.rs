//! Hidden hands on a shared screen: the screen is cleared before the next person's turn, and the hand is shown when
//! that person presses Enter.

use std::io::{self, Write};

use super::command::InputLine;
use super::{CommandOutcome, Prompt};
use crate::render;
use crate::terminal;
use houserule_core::mechanics::Seat;

impl Prompt {
    /// Returns the chair of the person to move, if hands are hidden at a terminal. Not in a race, where all move at
    /// once, and not in a lesson, where the learner sees everything.
    fn viewer(&mut self) -> Option<Seat> {
        let session = self.session.as_mut().filter(|_| self.is_interactive && self.lesson_session.is_none())?;
        let is_open = session.is_race() || !render::hides_hands(&session.game);
        if is_open || !matches!(session.game.outcome(), Ok(None)) {
            return None;
        }
        let chair = session.game.player(session.game.seat());
        self.seating.bot_name(chair).is_none().then_some(chair)
    }

    /// Returns whether the hand of the seat to move belongs to a person other than the one at the screen.
    pub(super) fn is_hand_hidden(&mut self) -> bool {
        let Some(chair) = self.viewer() else { return false };
        let chairs = self.session.as_ref().map_or(0, |session| session.plan().names.seats.len());
        self.seating.count_people(chairs) > 1 && self.screen_owner != Some(chair)
    }

    /// Returns whether the hand of the seat to move may be shown.
    pub(super) fn can_see_hand(&mut self) -> bool {
        self.viewer().is_some() && !self.is_hand_hidden()
    }

    /// Clears the screen and calls the next person if it is another person's turn.
    pub(super) fn hide_hand(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let chair = self.viewer();
        if !self.is_hand_hidden() || self.screen_owner.is_none() && self.called_chair == chair {
            return Ok(());
        }
        (self.screen_owner, self.called_chair) = (None, chair);
        // If no hand is on the screen, the greeting and the board stay.
        if self.is_hand_shown {
            self.clear_screen(out)?;
            self.show(out)?;
        }
        writeln!(out, "{}", render::wrap_hanging(&self.turn_message()))
    }

    /// Clears the screen.
    fn clear_screen(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.is_hand_shown = false;
        out.flush()?;
        terminal::clear_screen()
    }

    /// Clears a hand from a shared screen before another game starts.
    pub(super) fn clear_shared_screen(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let chairs = self.session.as_ref().map_or(0, |session| session.plan().names.seats.len());
        match self.is_interactive && self.is_hand_shown && self.seating.count_people(chairs) > 1 {
            true => self.clear_screen(out),
            false => Ok(()),
        }
    }

    /// Returns the message that calls the next person.
    fn turn_message(&self) -> String {
        let Some(session) = &self.session else { return String::new() };
        let seat = session.game.seat();
        let who = session.plan().names.seat_and_team(seat);
        let who = match self.seating.name(session.game.player(seat)) {
            Some(name) => format!("{name} ({who})"),
            None => who,
        };
        format!("It is the turn of {who}. Press Enter when nobody else sees the screen.")
    }

    /// Runs a line while the hand is hidden: Enter shows the hand, and commands that would reveal it are rejected.
    /// `None` means that the line runs as usual.
    pub(super) fn run_hidden(&mut self, line: &InputLine, out: &mut dyn Write) -> io::Result<Option<CommandOutcome>> {
        match line {
            InputLine::Empty => {
                self.screen_owner = self.viewer();
                self.called_chair = None;
                self.show(out)?;
                Ok(Some(CommandOutcome::Done))
            }
            InputLine::Command(command, rest) if !command.reveals_hand(rest) => Ok(None),
            _ => Ok(Some(CommandOutcome::Refused(self.turn_message()))),
        }
    }
}
