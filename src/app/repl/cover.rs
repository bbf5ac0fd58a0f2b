//! Hidden hands on a shared screen: the screen is cleared before the next person's turn, and the hand is shown when
//! that person presses Enter.

use std::io::{self, Write};

use super::active_game::ActiveGame;
use super::command::InputLine;
use super::front_end::CoverText;
use super::{CommandOutcome, Context};
use crate::render;
use houserule_core::mechanics::Seat;

/// Whose hands the screen may show, by chair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cover {
    /// Hands are never covered: in lessons, and without a terminal.
    Never,
    /// No person has taken the screen.
    Open,
    /// This person was asked to take it.
    Called(Seat),
    /// This person has it.
    TakenBy(Seat),
}

impl ActiveGame {
    /// Returns the chair that is to move, if its hand is hidden from others. Not in a race, where all move at once.
    fn hidden_chair(&mut self) -> Option<Seat> {
        let session = &mut self.session;
        let is_open = self.cover == Cover::Never || session.is_race() || !render::hides_hands(&session.game);
        let is_over = is_open || !matches!(session.game.outcome(), Ok(None));
        (!is_over).then(|| session.game.player(session.game.seat()))
    }

    /// Returns the chair of the person to move, if hands are hidden.
    fn viewer(&mut self) -> Option<Seat> {
        self.hidden_chair().filter(|chair| self.seating.bot_name(*chair).is_none())
    }

    /// Returns whether the hand of the seat to move belongs to a bot that people play against, or to a person other than
    /// the one at the screen.
    pub fn is_hand_hidden(&mut self) -> bool {
        let Some(chair) = self.hidden_chair() else { return false };
        let people = self.seating.count_people(self.seats());
        match self.seating.bot_name(chair) {
            Some(_) => people > 0,
            None => people > 1 && self.cover != Cover::TakenBy(chair),
        }
    }

    /// Returns whether the hand of the seat to move may be shown.
    pub fn can_see_hand(&mut self) -> bool {
        self.viewer().is_some() && !self.is_hand_hidden()
    }

    /// Returns the seats whose hidden hands a page may show that everyone at this screen sees.
    pub fn hands_on_screen(&mut self) -> Vec<Seat> {
        let chairs = self.seats();
        let (people, is_race) = (self.seating.count_people(chairs), self.session.is_race());
        let (cover, hides_mover) = (self.cover, self.is_hand_hidden());
        let game = &self.session.game;
        let movers = game.board().movers();
        let is_shown = |seat: &Seat| match self.seating.bot_name(game.player(*seat)) {
            Some(_) => people == 0 && movers.has(*seat),
            None if people == 1 => true,
            None if is_race => true,
            None if cover == Cover::Never => movers.has(*seat),
            None => movers.has(*seat) && !hides_mover,
        };
        Seat::all(chairs).filter(is_shown).collect()
    }

    /// Calls the next person if it is another person's turn.
    pub fn call_next_person(&mut self, context: &Context) -> io::Result<Option<CoverText>> {
        let Some(chair) = self.viewer().filter(|chair| self.is_hand_hidden() && self.cover != Cover::Called(*chair))
        else {
            return Ok(None);
        };
        self.cover = Cover::Called(chair);
        // If no hand is on the screen, the greeting and the board stay.
        let clears_screen = std::mem::take(&mut self.is_hand_shown);
        let mut text = Vec::new();
        if clears_screen {
            self.show(context, &mut text)?;
        }
        writeln!(text, "{}", render::wrap_hanging(&self.turn_message()))?;
        Ok(Some(CoverText { text, clears_screen }))
    }

    /// Returns whether several people share a screen and hide their hands from each other.
    pub fn shares_hidden_hands(&self) -> bool {
        let is_shared = self.cover != Cover::Never && self.seating.count_people(self.seats()) > 1;
        is_shared && !self.session.is_race() && render::hides_hands(&self.session.game)
    }

    /// Returns whether a hand is on a screen that several people share.
    pub fn shows_private_hand(&self) -> bool {
        self.is_hand_shown && self.shares_hidden_hands()
    }

    /// Returns the message that calls the next person, or names the bot whose hand is hidden.
    fn turn_message(&self) -> String {
        let session = &self.session;
        let seat = session.game.seat();
        let who = session.plan().names.seat_and_team(seat);
        if let Some(bot) = self.seating.bot_name(session.game.player(seat)) {
            return format!("{bot} plays {who}, and its hand is hidden");
        }
        let who = match self.seating.name(session.game.player(seat)) {
            Some(name) => format!("{name} ({who})"),
            None => who,
        };
        format!("Next: {who}. Press Enter when only you can see the screen.")
    }

    /// Runs a line while the hand is hidden: Enter shows the hand, and commands that would reveal it are rejected.
    /// `None` means that the line runs as usual.
    pub fn run_hidden(
        &mut self,
        context: &Context,
        line: &InputLine,
        out: &mut dyn Write,
    ) -> io::Result<Option<CommandOutcome>> {
        match (self.viewer(), line) {
            (Some(chair), InputLine::Empty) => {
                self.cover = Cover::TakenBy(chair);
                self.show(context, out)?;
                Ok(Some(CommandOutcome::Done))
            }
            // A bot that makes its own move reveals nothing.
            (None, InputLine::Command(command, rest)) if command.changes_game(rest) => Ok(None),
            (_, InputLine::Command(command, rest)) if !command.reveals_hand(rest) => Ok(None),
            (None, InputLine::Empty) => Ok(None),
            _ => Ok(Some(CommandOutcome::Refused(self.turn_message()))),
        }
    }
}
