//! Moves that are none on the board: to change sides after the first turn, and what scripts offer. They are packed with
//! a mark that no board uses where there are any.

use std::ops::RangeInclusive;

use super::{Game, HookFault, HookMove};
use crate::rules::{HookDecl, HookKind};
use houserule_core::mechanics::{Action, Move, Pie, Seat, Violation};

/// Marks a packed move as an act; below it stand the letters of its word, five bits each.
const ACT: u64 = 1 << 63;
const BITS: u32 = 5;
const HYPHEN: u64 = 27;

/// How many letters and hyphens the word of an act has.
pub const ACT_LETTERS: RangeInclusive<usize> = 2..=12;

/// Whether a text can be the word of an act: no notation of moves on a board has words without a digit.
pub fn is_act(text: &str) -> bool {
    ACT_LETTERS.contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

fn packed(word: &str) -> Move {
    let letter = |byte: u8| if byte == b'-' { HYPHEN } else { u64::from(byte - b'a') + 1 };
    Move(word.bytes().rev().fold(0, |packed, byte| packed << BITS | letter(byte)) | ACT)
}

fn unpacked(Move(packed): Move) -> String {
    let letters = std::iter::successors(Some(packed & !ACT), |left| Some(left >> BITS));
    let letters = letters.map(|left| left & ((1 << BITS) - 1)).take_while(|letter| *letter != 0);
    letters.map(|letter| if letter == HYPHEN { '-' } else { (b'a' + letter as u8 - 1) as char }).collect()
}

impl Game {
    /// The word of an act; none if the move is one on the board.
    fn act(&self, mv: Move) -> Option<String> {
        self.is_act(mv).then(|| unpacked(mv))
    }

    fn is_act(&self, mv: Move) -> bool {
        self.plan.has_acts() && mv.0 & ACT != 0
    }

    /// A listed move, spelled out.
    pub fn unpack_named(&self, mv: Move) -> Action {
        match self.act(mv) {
            Some(word) => Action::Named { word },
            None => self.board.unpack(mv),
        }
    }

    /// The seat that makes a listed move.
    pub fn mover_of(&self, mv: Move) -> Seat {
        if self.is_act(mv) { self.seat() } else { self.board.mover(mv) }
    }

    /// A listed move as scripts are asked about it.
    pub(super) fn asked(&self, mv: Move) -> HookMove {
        if self.is_act(mv) { HookMove::in_full(self.unpack_named(mv)) } else { HookMove::listed(mv) }
    }

    /// A move that is about to be played, as scripts are asked about it afterwards.
    pub(super) fn asked_after(&self, mv: Move) -> HookMove {
        if self.is_act(mv) {
            HookMove::in_full(self.unpack_named(mv))
        } else {
            HookMove::played(mv, &*self.board)
        }
    }

    /// An action as a packed move, if it is one that could be listed.
    pub fn pack(&self, action: &Action) -> Option<Move> {
        match action {
            Action::Named { word } => is_act(word).then(|| packed(word)),
            action => self.board.pack(action),
        }
    }

    /// Whether the second seat may change sides now: one turn is over, and no more.
    fn may_swap(&self) -> bool {
        let clock = self.board.clock();
        self.plan.has_pie() && (clock.turns, clock.step) == (1, 0) && !self.swapped
    }

    /// Whether there may be acts from here on.
    pub(super) fn expects_acts(&self) -> bool {
        self.has_hook(HookKind::Moves) || self.plan.has_pie() && self.board.clock().turns < 2
    }

    /// Appends the acts that are possible where nothing is owed.
    pub(super) fn list_acts(&mut self, out: &mut Vec<Move>) -> Result<(), HookFault> {
        if self.may_swap() {
            out.push(packed(Pie::WORD));
        }
        if !self.has_hook(HookKind::Moves) {
            return Ok(());
        }
        let offered = self.ask(self.seat(), |hooks, context| hooks.moves(context))?;
        for mv in offered.iter().map(|word| packed(word)) {
            if !out.contains(&mv) {
                out.push(mv);
            }
        }
        Ok(())
    }

    /// Why an act is not possible; nothing if it is.
    pub(super) fn act_refused(&mut self, word: &str) -> Result<Option<Violation>, HookFault> {
        let mut acts = Vec::new();
        self.list_acts(&mut acts)?;
        if self.pack(&Action::Named { word: word.to_string() }).is_some_and(|mv| acts.contains(&mv)) {
            return Ok(None);
        }
        if word == Pie::WORD && self.plan.has_pie() {
            let second = self.plan.names.seats.get(Seat::new(1)).map_or("", String::as_str);
            let says = format!("the sides are changed before the first move of {second} or not at all");
            return Ok(Some(Violation::new(Pie::WORD, "turn.pie", says)));
        }
        let offers = self.plan.hooks.iter().find(|hook| hook.kind == HookKind::Moves);
        let cite = offers.map_or(String::new(), |hook| HookDecl::key_path(hook.kind, &hook.script));
        Ok(Some(Violation::new("moves", cite, format!("`{word}` is not possible now"))))
    }

    /// Lets the turn of the seat to move go by without a move, for those who ask what would come then; scripts are not
    /// asked. It is taken back as any move is. False: nothing was done, for here no turn can go by.
    pub fn null_move(&mut self) -> bool {
        let next = self.seat().next(self.plan.names.seats.len());
        let rested = !self.ended() && self.board.null_move(Some(next)).is_ok();
        if rested {
            if self.plan.keeps_history() {
                self.history.push(Action::Named { word: "pass".to_string() });
            }
            self.played += 1;
        }
        rested
    }

    /// Lets a turn go by with an act; none if the move is one on the board.
    pub(super) fn play_act(&mut self, mv: Move) -> Option<Result<(), HookFault>> {
        let swaps = self.act(mv)? == Pie::WORD && self.plan.has_pie();
        let (mover, seats) = (self.seat(), self.plan.names.seats.len());
        let turns = self.board.clock().turns;
        // Who has changed sides plays the other one; it is still that one's turn, the first it has.
        let next = (!swaps).then_some(mover.next(seats));
        let asked = self.has_hook(HookKind::AfterMove).then(|| HookMove::in_full(self.unpack_named(mv)));
        if let Err(error) = self.board.null_move(next) {
            return Some(Err(self.blamed(HookKind::Moves, error)));
        }
        self.note(mv);
        self.played += 1;
        if swaps {
            self.frame().swaps = true;
            self.swapped = !self.swapped;
        }
        if self.ending.is_some() {
            self.frame().ending = self.ending.take();
        }
        let after = self.follow_up(mover, turns, asked.as_ref());
        if after.is_err() {
            self.undo();
        }
        Some(after)
    }

    /// The seat at which somebody sat when the game began who now plays for `seat`: another after sides were changed.
    pub fn player(&self, seat: Seat) -> Seat {
        if self.swapped { seat.next(2) } else { seat }
    }

    /// Whether the players have changed sides.
    pub fn has_swapped(&self) -> bool {
        self.swapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_of_an_act_is_kept_in_the_move_itself() {
        for word in ["swap", "pass", "take-it-back", "az"] {
            assert!(is_act(word), "{word}");
            assert_eq!(unpacked(packed(word)), word);
        }
        for word in ["a", "a1", "Swap", "-a", "much-too-long-a-word", ""] {
            assert!(!is_act(word), "{word}");
        }
    }
}
