//! Variations: lines of moves that leave the game or another variation.
//!
//! A session shows one line at a time. Its moves, undone moves and notes are those of the history; where a variation is
//! shown, they begin with the moves before it. What lies beyond the point where a line was left waits in a [`LeftLine`],
//! and variations that are not shown wait as a list. Each has a name, and the name of the line that it leaves.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::agreed::AgreedResult;
use super::{PlayError, Session};
use crate::notation::record::{Note, Place, Variation, spelled};

/// Variations of a session, and the way to the one that is shown.
#[derive(Default)]
pub(super) struct Variations {
    /// All variations, each after its parent. The content of those on the way to the present one is out of date.
    list: Vec<Variation>,
    /// Lines that were left, the game first.
    left: Vec<LeftLine>,
}

/// Line that was left for a variation.
struct LeftLine {
    /// Name of the variation.
    entered: String,
    /// Number of moves before the variation.
    branch: usize,
    /// Number of moves when the line was left.
    shown: usize,
    /// Moves after the branch, the next one last, with their notes and spellings.
    undone: Vec<String>,
    notes: Vec<Note>,
    spellings: BTreeMap<usize, String>,
    agreed: Option<AgreedResult>,
    /// Result and points when it was left.
    result: (Option<String>, Option<f64>),
}

/// The game without its variations.
#[derive(Default)]
pub(super) struct GameLine {
    /// All its moves, undone ones too.
    pub moves: Vec<String>,
    /// Number of moves that are not undone.
    pub shown: usize,
    pub notes: Vec<Note>,
    pub spellings: BTreeMap<usize, String>,
    pub agreed: Option<AgreedResult>,
}

/// Reason why a variation cannot be shown.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum VariationError {
    /// There is none of this name.
    #[error("there is no such variation")]
    Unknown,
    /// The line that it leaves is too short.
    #[error("the line that it leaves ends before it")]
    TooShort,
    /// The move already comes next.
    #[error("that is the next move of this line; `redo` plays it")]
    IsNext,
    /// A move that leads to it cannot be played.
    #[error(transparent)]
    Play(#[from] PlayError),
}

impl Variations {
    /// Name of the line that is shown; empty for the game.
    fn shown(&self) -> &str {
        self.left.last().map_or("", |left| &left.entered)
    }

    /// Whether the game is shown.
    pub fn shows_game(&self) -> bool {
        self.left.is_empty()
    }

    fn named(&self, name: &str) -> Option<&Variation> {
        self.list.iter().find(|variation| variation.name == name)
    }

    /// Discards the variations that leave the line shown after more than some moves, with those that leave them.
    pub fn drop_after(&mut self, moves: usize) {
        let shown = self.shown().to_string();
        let is_dropped = |variation: &Variation| variation.parent == shown && variation.after > moves;
        if !self.list.iter().any(is_dropped) {
            return;
        }
        let mut dropped: HashSet<String> = HashSet::new();
        self.list.retain(|variation| {
            let is_dropped = is_dropped(variation) || dropped.contains(&variation.parent);
            if is_dropped {
                dropped.insert(variation.name.clone());
            }
            !is_dropped
        });
    }
}

/// Takes what concerns the moves after some number of moves.
fn split_notes(notes: &mut Vec<Note>, moves: usize) -> Vec<Note> {
    let at = notes.partition_point(|note| note.after <= moves);
    notes.split_off(at)
}

impl Session {
    /// Name of the variation that is shown.
    pub fn variation(&self) -> Option<&str> {
        Some(self.history.variations.shown()).filter(|name| !name.is_empty())
    }

    /// Number of moves before the variation that is shown; 0 in the game.
    pub fn variation_start(&self) -> usize {
        self.history.variations.left.last().map_or(0, |left| left.branch)
    }

    /// Position in the variation that is shown.
    pub fn place(&self) -> Option<Place> {
        Some(Place { variation: self.variation()?.to_string(), moves: self.moves().len() })
    }

    /// Whether there are any variations.
    pub fn has_variations(&self) -> bool {
        !self.history.variations.list.is_empty()
    }

    /// All variations, each after the line that it leaves.
    pub fn variations(&self) -> Vec<Variation> {
        let mut list = self.history.variations.list.clone();
        let index: HashMap<String, usize> =
            list.iter().enumerate().map(|(index, variation)| (variation.name.clone(), index)).collect();
        for (level, left) in self.history.variations.left.iter().enumerate() {
            if let Some(at) = index.get(&left.entered) {
                self.update(&mut list[*at], level + 1);
            }
        }
        list
    }

    /// Updates a variation on the way to the one that is shown.
    fn update(&self, variation: &mut Variation, level: usize) {
        let line = self.line(level);
        variation.moves = spelled(line.moves.iter(), variation.after, &line.spellings);
        variation.notes.retain(|note| note.after <= variation.after);
        variation.notes.extend(line.notes);
    }

    /// Replaces the variations.
    pub(super) fn set_variations(&mut self, variations: Vec<Variation>) {
        self.history.variations.list = variations;
    }

    /// The game, also while a variation is shown.
    pub(super) fn game_line(&self) -> GameLine {
        let line = self.line(0);
        match self.history.variations.left.first() {
            Some(left) => GameLine { shown: left.shown, agreed: left.agreed, ..line },
            None => GameLine { shown: self.moves().len(), agreed: self.agreed, ..line },
        }
    }

    /// Number of moves of the game that are not undone, also while a variation is shown.
    pub fn game_length(&self) -> usize {
        self.history.variations.left.first().map_or(self.moves().len(), |left| left.shown)
    }

    /// Moves of the game, undone ones too, also while a variation is shown.
    pub fn game_moves(&self) -> Vec<String> {
        self.game_line().moves
    }

    /// Result and points of the game that was left; none if it is shown.
    pub(super) fn result_of_game(&self) -> Option<(Option<String>, Option<f64>)> {
        self.history.variations.left.first().map(|left| left.result.clone())
    }

    /// What belongs to a line on the way to the one that is shown, from its first move; line 0 is the game.
    fn line(&self, level: usize) -> GameLine {
        let (history, left) = (&self.history, &self.history.variations.left);
        let start = level.checked_sub(1).map_or(0, |parent| left[parent].branch);
        let all = self.moves().iter().chain(history.undone.iter().rev());
        let notes = history.notes.iter().filter(|note| level == 0 || note.after > start);
        let spellings = history.spellings.range(start..);
        let is_kept = |branch: usize| move |note: &&Note| note.after <= branch;
        match left.get(level) {
            None => GameLine {
                moves: all.skip(start).cloned().collect(),
                notes: notes.cloned().collect(),
                spellings: spellings.map(|(index, text)| (*index, text.clone())).collect(),
                ..GameLine::default()
            },
            Some(left) => GameLine {
                moves: all.take(left.branch).skip(start).chain(left.undone.iter().rev()).cloned().collect(),
                notes: notes.filter(is_kept(left.branch)).chain(&left.notes).cloned().collect(),
                spellings: spellings
                    .filter(|(index, _)| **index < left.branch)
                    .chain(&left.spellings)
                    .map(|(index, text)| (*index, text.clone()))
                    .collect(),
                ..GameLine::default()
            },
        }
    }

    /// Starts a variation with a move in the present position, or enters the one that begins with it. Returns the move.
    pub fn begin_variation(&mut self, text: &str) -> Result<String, VariationError> {
        let result = self.result_to_leave();
        let agreed = self.reopen();
        let begun = self.legal_move(text).map_err(VariationError::from).and_then(|mv| {
            if self.history.undone.last().cloned().is_some_and(|next| self.legal_move(&next) == Ok(mv)) {
                return Err(VariationError::IsNext);
            }
            let (after, shown) = (self.moves().len(), self.history.variations.shown().to_string());
            let alternatives = self.history.variations.list.iter();
            let alternatives: Vec<(String, String)> = alternatives
                .filter(|variation| variation.after == after && variation.parent == shown)
                .filter_map(|variation| Some((variation.name.clone(), variation.moves.first()?.clone())))
                .collect();
            Ok(alternatives.into_iter().find(|(_, first)| self.legal_move(first) == Ok(mv)).map(|(name, _)| name))
        });
        self.restore_agreed(agreed);
        match begun? {
            Some(name) => {
                self.enter_variation(&name)?;
                Ok(self.redo().transpose().map_err(VariationError::from)?.unwrap_or_default())
            }
            None => {
                let name = self.free_name();
                let parent = self.history.variations.shown().to_string();
                let after = self.moves().len();
                let variation = Variation { name: name.clone(), parent, after, ..Variation::default() };
                self.history.variations.list.push(variation);
                let agreed = self.reopen();
                self.leave_line(name, after, after, agreed, result);
                self.play(text).map_err(|error| {
                    // A script failed although the move is legal.
                    self.leave_variation();
                    error.into()
                })
            }
        }
    }

    /// Result and points of the game, if it is about to be left.
    fn result_to_leave(&mut self) -> (Option<String>, Option<f64>) {
        match self.variation() {
            None => self.result_and_points().unwrap_or_default(),
            Some(_) => (None, None),
        }
    }

    /// Ends the game again as players did, where it was reopened to look at something.
    pub(super) fn restore_agreed(&mut self, agreed: Option<AgreedResult>) {
        if let Some(agreed) = agreed {
            // It ended here before.
            let _ = self.end_by_agreement(agreed);
        }
    }

    /// Name for a variation that begins here, such as `3w1`, or `3w1/4b1` in the variation `3w1`.
    fn free_name(&self) -> String {
        let stamp = self.next_stamp();
        let seat = &self.plan().names.seats[stamp.clock.seat];
        let letter = seat.chars().find(char::is_ascii_alphabetic).map_or('m', |letter| letter.to_ascii_lowercase());
        let prefix = self.variation().map(|parent| format!("{parent}/")).unwrap_or_default();
        let known: HashSet<&str> =
            self.history.variations.list.iter().map(|variation| variation.name.as_str()).collect();
        let turn = self.turn_number(&stamp);
        let names = (1_usize..).map(|number| format!("{prefix}{turn}{letter}{number}"));
        names.into_iter().find(|name| !known.contains(name.as_str())).unwrap_or_default()
    }

    /// Puts the line that is shown aside; its branch is the present position.
    fn leave_line(
        &mut self,
        entered: String,
        branch: usize,
        shown: usize,
        agreed: Option<AgreedResult>,
        result: (Option<String>, Option<f64>),
    ) {
        let history = &mut self.history;
        let undone = std::mem::take(&mut history.undone);
        let notes = split_notes(&mut history.notes, branch);
        let spellings = history.spellings.split_off(&branch);
        history.variations.left.push(LeftLine { entered, branch, shown, undone, notes, spellings, agreed, result });
    }

    /// Shows a variation from the move before its first one, whichever line is shown now. Changes nothing if it cannot.
    pub fn enter_variation(&mut self, name: &str) -> Result<(), VariationError> {
        let mut path = Vec::new();
        let mut next = self.history.variations.named(name).ok_or(VariationError::Unknown)?;
        loop {
            path.push(next.name.clone());
            match self.history.variations.named(&next.parent) {
                Some(parent) => next = parent,
                None => break,
            }
        }
        path.reverse();
        let place = self.place();
        let is_shown = |session: &Session| {
            let left = &session.history.variations.left;
            left.len() < path.len() && left.iter().zip(&path).all(|(left, name)| left.entered == *name)
        };
        while !is_shown(self) && self.leave_variation() {}
        for name in &path[self.history.variations.left.len()..] {
            if let Err(error) = self.enter_from_parent(name) {
                self.return_to_game();
                if let Some(place) = &place {
                    // The place was left just now.
                    let _ = self.go_to_place(place);
                }
                return Err(error);
            }
        }
        Ok(())
    }

    /// Shows a variation of the line that is shown.
    fn enter_from_parent(&mut self, name: &str) -> Result<(), VariationError> {
        let variation = self.history.variations.named(name).ok_or(VariationError::Unknown)?;
        let (branch, moves, notes) = (variation.after, variation.moves.clone(), variation.notes.clone());
        let result = self.result_to_leave();
        let (shown, agreed) = (self.moves().len(), self.reopen());
        self.undo_to(branch);
        if let Err(error) = self.redo_to(branch) {
            self.undo_to(shown);
            self.restore_agreed(agreed);
            return Err(error);
        }
        self.leave_line(name.to_string(), branch, shown, agreed, result);
        self.history.undone = moves.into_iter().rev().collect();
        self.history.notes.extend(notes.into_iter().filter(|note| note.after > branch));
        Ok(())
    }

    /// Plays undone moves until `moves` are played.
    fn redo_to(&mut self, moves: usize) -> Result<(), VariationError> {
        while self.moves().len() < moves {
            self.redo().ok_or(VariationError::TooShort)??;
        }
        Ok(())
    }

    /// Leaves the variation that is shown, and shows its parent where it was left. Returns `false` in the game.
    pub fn leave_variation(&mut self) -> bool {
        let Some(branch) = self.history.variations.left.last().map(|left| left.branch) else { return false };
        // Only pictures of the whole line go further back.
        let _ = self.redo_to(branch);
        let level = self.history.variations.left.len();
        let mut list = std::mem::take(&mut self.history.variations.list);
        let at = list.iter().position(|variation| variation.name == self.history.variations.shown());
        at.into_iter().for_each(|at| self.update(&mut list[at], level));
        self.history.variations.list = list;
        self.undo_to(branch);
        let Some(left) = self.history.variations.left.pop() else { return false };
        let history = &mut self.history;
        history.undone = left.undone;
        split_notes(&mut history.notes, branch);
        history.notes.extend(left.notes);
        history.spellings.split_off(&branch);
        history.spellings.extend(left.spellings);
        let list = &mut history.variations.list;
        if let Some(at) = at {
            let is_parent = list.iter().any(|other| other.parent == left.entered);
            if list[at].moves.is_empty() && list[at].notes.is_empty() && !is_parent {
                list.remove(at);
            }
        }
        self.undo_to(left.shown);
        // These moves were played before.
        let _ = self.redo_to(left.shown);
        self.restore_agreed(left.agreed);
        true
    }

    /// Leaves all variations.
    pub fn return_to_game(&mut self) {
        while self.leave_variation() {}
    }

    /// Shows a position in a variation, or the last one before it that can be reached.
    pub fn go_to_place(&mut self, place: &Place) -> Result<(), VariationError> {
        self.enter_variation(&place.variation)?;
        self.undo_to(place.moves.max(self.variation_start()));
        self.redo_to(place.moves)
    }
}
