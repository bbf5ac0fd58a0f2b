//! The course of a game as it is written: the moves played, those taken back, and what people noted beside them.

use super::{PlayError, Session};
use crate::notation::record::{MAX_NOTE_LEN, Note};
use houserule_core::mechanics::TurnState;
use houserule_core::text::one_line;

/// When a move was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnStamp {
    /// A turn may have several moves, and scripts may pass over a seat.
    pub clock: TurnState,
    /// Whether players had changed sides before it: that is a turn of its own, though the clock stands.
    pub swapped: bool,
}

impl TurnStamp {
    /// What tells one turn from another.
    pub fn turn(&self) -> (u32, bool) {
        (self.clock.turns, self.swapped)
    }
}

#[derive(Default)]
pub(super) struct MoveHistory {
    /// The moves played, as written.
    moves: Vec<String>,
    /// When each was played.
    whens: Vec<TurnStamp>,
    /// Moves taken back, the next to be played again last.
    undone: Vec<String>,
    /// In the order of the moves they follow; those behind the last move are about moves taken back.
    notes: Vec<Note>,
}

impl MoveHistory {
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    pub fn into_moves(self) -> Vec<String> {
        self.moves
    }

    pub fn push(&mut self, written: String, when: TurnStamp) {
        self.moves.push(written);
        self.whens.push(when);
    }

    /// Forgets what lay ahead after so many moves: the game took another way there.
    pub fn turn_off_at(&mut self, moves: usize) {
        self.undone.clear();
        self.notes.retain(|note| note.after <= moves);
    }
}

impl Session {
    /// When each of the moves was played.
    pub fn whens(&self) -> &[TurnStamp] {
        &self.course.whens
    }

    /// The moves taken back, the next to be played again first.
    pub fn taken_back(&self) -> Vec<String> {
        self.course.undone.iter().rev().cloned().collect()
    }

    /// Puts moves ahead as if they had been taken back, the next to be played first.
    pub fn put_ahead(&mut self, moves: &[String]) {
        self.course.undone = moves.iter().rev().cloned().collect();
    }

    /// What people noted, with those about moves taken back.
    pub fn notes(&self) -> &[Note] {
        &self.course.notes
    }

    /// Notes something about what was played last.
    pub fn note(&mut self, text: &str) {
        let after = self.moves().len();
        let at = self.course.notes.partition_point(|note| note.after <= after);
        self.course.notes.insert(at, Note { after, text: one_line(text.trim(), MAX_NOTE_LEN) });
    }

    /// Takes over the notes of a record.
    pub fn take_notes(&mut self, notes: &[Note]) {
        self.course.notes = notes.to_vec();
        self.course.notes.sort_by_key(|note| note.after);
    }

    /// Takes back the last move and gives it. A game that people ended is open again.
    pub fn undo(&mut self) -> Option<String> {
        self.reopen();
        let text = self.course.moves.pop()?;
        self.course.whens.pop();
        self.game.undo();
        self.course.undone.push(text.clone());
        Some(text)
    }

    /// Plays the move last taken back.
    pub fn redo(&mut self) -> Option<Result<String, PlayError>> {
        let text = self.course.undone.pop()?;
        let played = self.play_again(&text);
        if played.is_err() {
            self.course.undone.push(text);
        }
        Some(played)
    }

    /// Takes back every move of the last turn and gives them as they were played; none if there is none.
    pub fn undo_turn(&mut self) -> Vec<String> {
        let last = |session: &Session| session.whens().last().map(TurnStamp::turn);
        let turn = last(self);
        let mut taken = Vec::new();
        while turn.is_some() && last(self) == turn {
            taken.extend(self.undo());
        }
        taken.reverse();
        taken
    }

    /// Plays the moves last taken back again, to the end of a turn.
    pub fn redo_turn(&mut self) -> Result<Vec<String>, PlayError> {
        let turn = self.now().turn();
        let mut played = Vec::new();
        while self.now().turn() == turn {
            match self.redo() {
                Some(Ok(text)) => played.push(text),
                Some(Err(error)) => return Err(error),
                None => break,
            }
        }
        Ok(played)
    }

    /// Goes back or forth to where `wanted` first holds of the moment that comes; what was played stays ahead. False if
    /// there is no such moment, and then nothing changes.
    pub fn go_to(&mut self, wanted: impl Fn(&TurnStamp) -> bool) -> Result<bool, PlayError> {
        let (here, closing) = (self.moves().len(), self.reopen());
        let found = self.whens().iter().position(&wanted);
        let there = match found {
            Some(index) => Ok(Some(index)),
            None => loop {
                if wanted(&self.now()) {
                    break Ok(Some(self.moves().len()));
                }
                match self.redo() {
                    Some(Ok(_)) => {}
                    Some(Err(error)) => break Err(error),
                    None => break Ok(None),
                }
            },
        };
        self.back_to(there.as_ref().ok().copied().flatten().unwrap_or(here));
        if let (Some(closing), Ok(None) | Err(_)) = (closing, &there) {
            // It was closed here before, so that it can be again.
            let _ = self.close(closing);
        }
        there.map(|there| there.is_some())
    }

    /// Goes back to where so many moves were played.
    fn back_to(&mut self, moves: usize) {
        while self.moves().len() > moves && self.undo().is_some() {}
    }
}
