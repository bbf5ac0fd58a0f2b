//! Move history of a session: moves played, moves undone, and notes.

use super::{PlayError, Session};
use crate::notation::record::{MAX_NOTE_LEN, Note};
use houserule_core::mechanics::TurnState;
use houserule_core::text::one_line;

/// Time of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnStamp {
    /// Turn state; a turn may have several moves, and scripts may skip a seat.
    pub clock: TurnState,
    /// Whether players had swapped before it: a swap is a turn of its own, although the counters do not advance.
    pub swapped: bool,
}

impl TurnStamp {
    /// Identity of the turn.
    pub fn turn(&self) -> (u32, bool) {
        (self.clock.turns, self.swapped)
    }
}

#[derive(Default)]
pub(super) struct MoveHistory {
    /// Moves played, in notation.
    moves: Vec<String>,
    /// Time of each move.
    whens: Vec<TurnStamp>,
    /// Moves undone, the next to redo last.
    undone: Vec<String>,
    /// Notes in the order of the moves they follow; those after the last move concern undone moves.
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

    /// Discards the undone moves and their notes after `moves` moves: the game continued differently there.
    pub fn turn_off_at(&mut self, moves: usize) {
        self.undone.clear();
        self.notes.retain(|note| note.after <= moves);
    }
}

impl Session {
    /// Time of each move.
    pub fn whens(&self) -> &[TurnStamp] {
        &self.course.whens
    }

    /// Undone moves, the next to redo first.
    pub fn taken_back(&self) -> Vec<String> {
        self.course.undone.iter().rev().cloned().collect()
    }

    /// Adds moves to redo, the next one first.
    pub fn put_ahead(&mut self, moves: &[String]) {
        self.course.undone = moves.iter().rev().cloned().collect();
    }

    /// Notes, including those on undone moves.
    pub fn notes(&self) -> &[Note] {
        &self.course.notes
    }

    /// Adds a note to the last move.
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

    /// Undoes the last move and returns it. A game that players ended is reopened.
    pub fn undo(&mut self) -> Option<String> {
        self.reopen();
        let text = self.course.moves.pop()?;
        self.course.whens.pop();
        self.game.undo();
        self.course.undone.push(text.clone());
        Some(text)
    }

    /// Plays the move last undone.
    pub fn redo(&mut self) -> Option<Result<String, PlayError>> {
        let text = self.course.undone.pop()?;
        let played = self.play_again(&text);
        if played.is_err() {
            self.course.undone.push(text);
        }
        Some(played)
    }

    /// Undoes every move of the last turn and returns them as they were played.
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

    /// Plays the moves last undone again, to the end of a turn.
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

    /// Goes back or forward to the first time that is `wanted`; later moves can be redone. Returns `false`, and changes
    /// nothing, if there is no such time.
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
            // It was closed here before, so closing it again succeeds.
            let _ = self.close(closing);
        }
        there.map(|there| there.is_some())
    }

    /// Goes back to where `moves` moves were played.
    fn back_to(&mut self, moves: usize) {
        while self.moves().len() > moves && self.undo().is_some() {}
    }
}
