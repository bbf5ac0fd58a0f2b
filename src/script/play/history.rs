//! Move history of a session: moves played, moves undone, notes and variations.

use std::collections::BTreeMap;

use super::agreed::AgreedResult;
use super::variations::Variations;
use super::{PlayError, Session};
use crate::notation::record::Note;
use houserule_core::mechanics::TurnState;

/// Turn in which a move was made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnStamp {
    /// Turn state; a turn may have several moves, and scripts may skip a seat.
    pub clock: TurnState,
    /// Whether players had swapped before the move: a swap is a turn of its own, although the counters do not advance.
    pub has_swapped: bool,
}

impl TurnStamp {
    /// Identity of the turn.
    pub fn turn(&self) -> (u32, bool) {
        (self.clock.turns, self.has_swapped)
    }
}

#[derive(Default)]
pub(super) struct MoveHistory {
    /// Moves played, in notation.
    moves: Vec<String>,
    /// Time of each move.
    stamps: Vec<TurnStamp>,
    /// Moves undone, the next to redo last.
    pub(super) undone: Vec<String>,
    /// Notes in the order of the moves they follow; those after the last move concern undone moves.
    pub(super) notes: Vec<Note>,
    /// Moves that a file spells differently, by their index.
    pub(super) spellings: BTreeMap<usize, String>,
    /// Lines that leave the game.
    pub(super) variations: Variations,
    /// Result by which players ended the game, and the number of its moves, while an earlier turn is shown.
    pub(super) left_result: Option<(usize, AgreedResult)>,
}

impl MoveHistory {
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    pub fn into_moves(self) -> Vec<String> {
        self.moves
    }

    pub fn push(&mut self, text: String, stamp: TurnStamp) {
        self.moves.push(text);
        self.stamps.push(stamp);
    }

    /// Discards the undone moves after `moves` moves, with their notes and the variations that leave them: the game
    /// continued differently there.
    pub fn branch_at(&mut self, moves: usize) {
        self.undone.clear();
        self.notes.retain(|note| note.after <= moves);
        self.spellings.retain(|index, _| *index < moves);
        self.variations.drop_after(moves);
        if self.variations.shows_game() {
            self.left_result = None;
        }
    }
}

impl Session {
    /// Time of each move.
    pub fn stamps(&self) -> &[TurnStamp] {
        &self.history.stamps
    }

    /// Number of a turn as people count, from 1: one turn of every seat; in a race every move has its own.
    pub fn turn_number(&self, stamp: &TurnStamp) -> u32 {
        self.turn_counter()(stamp)
    }

    /// [`Session::turn_number`] as a function that does not borrow the session.
    pub fn turn_counter(&self) -> impl Fn(&TurnStamp) -> u32 + use<> {
        let (is_race, seats) = (self.is_race(), self.plan().names.seats.len());
        move |stamp| if is_race { stamp.clock.ply + 1 } else { stamp.clock.round(seats) }
    }

    /// Undone moves, the next to redo first.
    pub fn undone_moves(&self) -> Vec<String> {
        self.history.undone.iter().rev().cloned().collect()
    }

    /// Adds moves to redo, the next one first.
    pub fn set_redo_moves(&mut self, moves: &[String]) {
        self.history.undone = moves.iter().rev().cloned().collect();
    }

    /// Notes, including those on undone moves.
    pub fn notes(&self) -> &[Note] {
        &self.history.notes
    }

    /// Adds a note to the last move.
    pub fn add_note(&mut self, text: &str) {
        let after = self.moves().len();
        let index = self.history.notes.partition_point(|note| note.after <= after);
        self.history.notes.insert(index, Note::new(text, after));
    }

    /// Replaces the notes by those of a record.
    pub fn set_notes(&mut self, notes: &[Note]) {
        self.history.notes = notes.to_vec();
        self.history.notes.sort_by_key(|note| note.after);
    }

    /// Undoes the last move and returns it. A game that players ended is reopened.
    pub fn undo(&mut self) -> Option<String> {
        self.reopen();
        let text = self.history.moves.pop()?;
        self.history.stamps.pop();
        self.game.undo();
        self.history.undone.push(text.clone());
        Some(text)
    }

    /// Plays the move last undone.
    pub fn redo(&mut self) -> Option<Result<String, PlayError>> {
        let text = self.history.undone.pop()?;
        let index = self.moves().len();
        let result = self.replay_move(&text);
        match &result {
            Err(_) => self.history.undone.push(text),
            Ok(played) if *played != text => {
                self.history.spellings.entry(index).or_insert(text);
            }
            Ok(_) => {}
        }
        Some(result)
    }

    /// Undoes every move of the last turn, in a variation no further than where it begins, and returns them as they were played.
    pub fn undo_turn(&mut self) -> Vec<String> {
        let last_turn = |session: &Session| session.stamps().last().map(TurnStamp::turn);
        let turn = last_turn(self);
        let mut undone = Vec::new();
        let first = self.variation_start();
        while turn.is_some() && last_turn(self) == turn && self.moves().len() > first {
            undone.extend(self.undo());
        }
        undone.reverse();
        undone
    }

    /// Plays the moves last undone again, to the end of a turn; changes nothing if one of them cannot be played.
    pub fn redo_turn(&mut self) -> Result<Vec<String>, PlayError> {
        let turn = self.next_stamp().turn();
        let mut played = Vec::new();
        while self.next_stamp().turn() == turn {
            match self.redo() {
                Some(Ok(text)) => played.push(text),
                Some(Err(error)) => {
                    played.iter().for_each(|_| {
                        self.undo();
                    });
                    return Err(error);
                }
                None => break,
            }
        }
        self.restore_left_result();
        Ok(played)
    }

    /// Goes back or forward to the first turn for which `is_target` holds, in a variation no further back than where it
    /// begins; later moves can be redone. Returns `false`, and changes nothing, if there is none. A game that players
    /// ended is open at an earlier turn, and over again after its last move.
    pub fn go_to(&mut self, is_target: impl Fn(&TurnStamp) -> bool) -> Result<bool, PlayError> {
        let start = self.moves().len();
        if let Some(agreed) = self.reopen() {
            self.history.left_result = Some((start, agreed));
        }
        let first = self.variation_start();
        let past_index = self.stamps().iter().position(&is_target).map(|index| index.max(first));
        let target = match past_index {
            Some(index) => Ok(Some(index)),
            None => loop {
                if is_target(&self.next_stamp()) {
                    break Ok(Some(self.moves().len()));
                }
                match self.redo() {
                    Some(Ok(_)) => {}
                    Some(Err(error)) => break Err(error),
                    None => break Ok(None),
                }
            },
        };
        self.undo_to(target.as_ref().ok().copied().flatten().unwrap_or(start));
        self.restore_left_result();
        target.map(|target| target.is_some())
    }

    /// Goes to the last move of the line that is shown, or to the last one that can be played.
    pub fn go_to_end(&mut self) {
        while let Some(Ok(_)) = self.redo() {}
        self.restore_left_result();
    }

    /// Ends the game again where players ended it, after its earlier turns were shown.
    fn restore_left_result(&mut self) {
        let moves = self.moves().len();
        if self.variation().is_none()
            && let Some((_, agreed)) = self.history.left_result.take_if(|(end, _)| *end == moves)
        {
            // The game was ended here before, so ending it again succeeds.
            let _ = self.end_by_agreement(agreed);
        }
    }

    /// Undoes moves until `moves` are left.
    pub(super) fn undo_to(&mut self, moves: usize) {
        while self.moves().len() > moves && self.undo().is_some() {}
    }
}
