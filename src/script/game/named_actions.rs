//! Named actions, which are not made on the board: swapping teams after the first turn, and actions offered by scripts.
//! They are packed with a flag bit that no board uses.

use std::ops::RangeInclusive;

use super::{Game, HookFault, HookMove};
use crate::rules::{HookDecl, HookKind};
use houserule_core::mechanics::{Action, Move, Pie, Seat, Team, Violation};

/// Flag of a packed move that is a named action; the lower bits hold the letters of its word, five bits each.
const NAMED_FLAG: u64 = 1 << 63;
const LETTER_BITS: u32 = 5;
const HYPHEN: u64 = 27;

/// Allowed number of letters and hyphens in the word of an action.
pub const ACTION_WORD_LEN: RangeInclusive<usize> = 2..=12;

/// Whether a text can be the word of a named action: no notation has words without a digit.
pub fn is_action_word(text: &str) -> bool {
    ACTION_WORD_LEN.contains(&text.len())
        && text.starts_with(|first: char| first.is_ascii_lowercase())
        && text.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-')
}

fn pack_word(word: &str) -> Move {
    let letter = |byte: u8| if byte == b'-' { HYPHEN } else { u64::from(byte - b'a') + 1 };
    Move(word.bytes().rev().fold(0, |packed, byte| packed << LETTER_BITS | letter(byte)) | NAMED_FLAG)
}

fn unpack_word(Move(packed): Move) -> String {
    let letters = std::iter::successors(Some(packed & !NAMED_FLAG), |bits| Some(bits >> LETTER_BITS));
    let letters = letters.map(|bits| bits & ((1 << LETTER_BITS) - 1)).take_while(|letter| *letter != 0);
    letters.map(|letter| if letter == HYPHEN { '-' } else { (b'a' + letter as u8 - 1) as char }).collect()
}

impl Game {
    /// Word of a named action; `None` if the move is made on the board.
    fn action_word(&self, mv: Move) -> Option<String> {
        self.is_named(mv).then(|| unpack_word(mv))
    }

    fn is_named(&self, mv: Move) -> bool {
        self.plan.has_named_actions() && mv.0 & NAMED_FLAG != 0
    }

    /// Unpacks a listed move.
    pub fn unpack(&self, mv: Move) -> Action {
        match self.action_word(mv) {
            Some(word) => Action::Named { word },
            None => self.board.unpack(mv),
        }
    }

    /// Seat that makes a listed move.
    pub fn mover_of(&self, mv: Move) -> Seat {
        if self.is_named(mv) { self.seat() } else { self.board.mover(mv) }
    }

    /// Listed move, as it is passed to hooks.
    pub(super) fn hook_move(&self, mv: Move) -> HookMove {
        if self.is_named(mv) { HookMove::unpacked(self.unpack(mv)) } else { HookMove::listed(mv) }
    }

    /// Move about to be played, as it is passed to hooks called after it.
    pub(super) fn hook_move_after(&self, mv: Move) -> HookMove {
        if self.is_named(mv) { HookMove::unpacked(self.unpack(mv)) } else { HookMove::played(mv, &*self.board) }
    }

    /// Packs an action, if it can be listed at all.
    pub fn pack(&self, action: &Action) -> Option<Move> {
        match action {
            Action::Named { word } => is_action_word(word).then(|| pack_word(word)),
            action => self.board.pack(action),
        }
    }

    /// Whether the second seat may swap now: exactly one turn is over.
    fn can_swap(&self) -> bool {
        let clock = self.board.turn_state();
        self.plan.has_pie() && (clock.turns, clock.step) == (1, 0) && !self.has_swapped
    }

    /// Whether named actions are possible from here on.
    pub(super) fn can_have_named_actions(&self) -> bool {
        self.has_hook(HookKind::Moves) || self.plan.has_pie() && self.board.turn_state().turns < 2
    }

    /// Appends the named actions that are legal when no move is mandatory.
    pub(super) fn list_named_actions(&mut self, out: &mut Vec<Move>) -> Result<(), HookFault> {
        if self.can_swap() {
            out.push(pack_word(Pie::WORD));
        }
        if !self.has_hook(HookKind::Moves) {
            return Ok(());
        }
        let words = self.call_hooks(self.seat(), |hooks, context| hooks.moves(context))?;
        for mv in words.iter().map(|word| pack_word(word)) {
            if !out.contains(&mv) {
                out.push(mv);
            }
        }
        Ok(())
    }

    /// Violation by a named action; `None` if it is legal.
    pub(super) fn named_action_violation(&mut self, word: &str) -> Result<Option<Violation>, HookFault> {
        let mut actions = Vec::new();
        self.list_named_actions(&mut actions)?;
        if self.pack(&Action::Named { word: word.to_string() }).is_some_and(|mv| actions.contains(&mv)) {
            return Ok(None);
        }
        if word == Pie::WORD && self.plan.has_pie() {
            let second = self.plan.names.seats.get(Seat::new(1)).map_or("", String::as_str);
            let message = format!("you can swap sides only before the first move of {second}");
            return Ok(Some(Violation::new(Pie::WORD, "turn.pie", message)));
        }
        let moves_hook = self.plan.hooks.iter().find(|hook| hook.kind == HookKind::Moves);
        let key_path = moves_hook.map_or(String::new(), |hook| HookDecl::key_path(hook.kind, &hook.script));
        Ok(Some(Violation::new("moves", key_path, format!("`{word}` is not possible now"))))
    }

    /// Plays a null move: the turn passes to the next seat, and scripts are not called. It is undone like any move.
    /// Returns `false`, and changes nothing, where no turn can be passed.
    pub fn null_move(&mut self) -> bool {
        let next = self.seat().next(self.plan.names.seats.len());
        let is_passed = !self.is_over() && self.board.null_move(Some(next)).is_ok();
        if is_passed {
            if self.plan.keeps_history() {
                self.history.push(Action::Named { word: "pass".to_string() });
            }
            self.move_count += 1;
        }
        is_passed
    }

    /// Plays a named action; `None` if the move is made on the board.
    pub(super) fn play_named(&mut self, mv: Move) -> Option<Result<(), HookFault>> {
        let is_swap = self.action_word(mv)? == Pie::WORD && self.plan.has_pie();
        let (mover, seats) = (self.seat(), self.plan.names.seats.len());
        let turns = self.board.turn_state().turns;
        // After a swap the mover plays the other seat, whose first turn it still is.
        let next = (!is_swap).then_some(mover.next(seats));
        let hook_move = self.has_hook(HookKind::AfterMove).then(|| HookMove::unpacked(self.unpack(mv)));
        if let Err(error) = self.board.null_move(next) {
            return Some(Err(self.hook_fault(HookKind::Moves, error)));
        }
        self.record_history(mv);
        self.move_count += 1;
        if is_swap {
            self.undo_frame().is_swap = true;
            self.has_swapped = !self.has_swapped;
        }
        if self.ending.is_some() {
            self.undo_frame().ending = self.ending.take();
        }
        let result = self.complete_move(mover, turns, hook_move.as_ref());
        if result.is_err() {
            self.undo();
        }
        Some(result)
    }

    /// Seat at which the player of `seat` started; it differs after a swap.
    pub fn player(&self, seat: Seat) -> Seat {
        if self.has_swapped { seat.next(2) } else { seat }
    }

    /// Team of the player who started at `seat`. It differs from the seat's own team once players have swapped.
    pub fn team_of(&self, seat: Seat) -> Team {
        self.plan().names.team_of[self.player(seat)]
    }

    /// Team that makes a listed move.
    pub fn mover_team(&self, mv: Move) -> Team {
        self.team_of(self.mover_of(mv))
    }

    /// Team whose players now play for `team`: the other one after a swap.
    pub fn seated_team(&self, team: Team) -> Team {
        if self.has_swapped { team.other() } else { team }
    }

    /// Whether the players have swapped.
    pub fn has_swapped(&self) -> bool {
        self.has_swapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_action_is_packed_into_its_move() {
        for word in ["swap", "pass", "take-it-back", "az"] {
            assert!(is_action_word(word), "{word}");
            assert_eq!(unpack_word(pack_word(word)), word);
        }
        for word in ["a", "a1", "Swap", "-a", "much-too-long-a-word", ""] {
            assert!(!is_action_word(word), "{word}");
        }
    }
}
