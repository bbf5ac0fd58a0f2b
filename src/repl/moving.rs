//! Moves at the prompt: played, picked from a list, taken back, played again.

use std::io::Write;

use super::telling::columns;
use super::{Answer, NO_GAME, Prompt, Told, refused};
use crate::play::PlayError;
use crate::vocabulary::one_line;

impl Prompt {
    pub(super) fn play(&mut self, text: &str, out: &mut dyn Write) -> Told {
        let text = match self.picked(text) {
            Ok(text) => text,
            Err(says) => return refused(says),
        };
        self.offered_moves.clear();
        let text = text.as_str();
        let Some(session) = &mut self.session else {
            return refused(NO_GAME);
        };
        let seat = session.mover(text);
        match session.play(text) {
            Ok(written) => {
                self.moved(seat);
                self.announce(seat, &written, out)?;
                Ok(Answer::Done)
            }
            Err(error @ PlayError::NotAMove(_)) => self.offer(text, &error, out),
            Err(error) => refused(format!("{text} cannot be played: {}", session.tell(&error))),
        }
    }

    /// Lists what a half-typed move may become, with numbers to pick from.
    pub(super) fn offer(&mut self, typed: &str, error: &PlayError, out: &mut dyn Write) -> Told {
        let Some(session) = &mut self.session else {
            return refused(NO_GAME);
        };
        let choices = session.choices(typed);
        if choices.is_empty() {
            return refused(session.no_choice(typed).unwrap_or_else(|| error.to_string()));
        }
        let numbered: Vec<String> =
            choices.iter().enumerate().map(|(index, mv)| format!("#{} {mv}", index + 1)).collect();
        writeln!(out, "{}", columns(&numbered))?;
        writeln!(out, "Type #1 to play the first of them.")?;
        self.offered_moves = choices;
        Ok(Answer::Done)
    }

    /// The move that `#3` means.
    pub(super) fn picked(&self, text: &str) -> Result<String, String> {
        let Some(number) = text.strip_prefix('#') else {
            return Ok(text.to_string());
        };
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let picked = index.and_then(|index| self.offered_moves.get(index));
        picked.cloned().ok_or_else(|| match self.offered_moves.len() {
            0 => format!("`{}` picks from a list, and none was shown", one_line(text, 20)),
            last => format!("the list goes from #1 to #{last}"),
        })
    }

    /// Takes the last turn back, and where a bot has answered it, the turn before: it is a person's turn again.
    pub(super) fn undo(&mut self, out: &mut dyn Write) -> Told {
        let mut taken: Vec<String> = Vec::new();
        while let Some(session) = &mut self.session {
            let turn = session.undo_turn();
            let is_done = turn.is_empty();
            taken.splice(0..0, turn);
            if is_done || !self.is_bots_turn() {
                break;
            }
        }
        if taken.is_empty() {
            return refused("there is no move to take back");
        }
        writeln!(out, "took back {}", taken.join(" "))?;
        self.offered_moves.clear();
        self.show(out)?;
        Ok(Answer::Done)
    }

    /// Plays again what was taken back, up to a person's turn.
    pub(super) fn redo(&mut self, out: &mut dyn Write) -> Told {
        let mut played: Vec<String> = Vec::new();
        while let Some(session) = &mut self.session {
            let turn = match session.redo_turn() {
                Ok(turn) => turn,
                Err(error) => return refused(error.to_string()),
            };
            let is_done = turn.is_empty();
            played.extend(turn);
            if is_done || !self.is_bots_turn() {
                break;
            }
        }
        if played.is_empty() {
            return refused("there is no move to play again");
        }
        writeln!(out, "played {} again", played.join(" "))?;
        self.offered_moves.clear();
        self.show(out)?;
        Ok(Answer::Done)
    }
}
