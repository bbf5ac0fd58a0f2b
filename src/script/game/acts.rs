//! Named actions, which are not made on the board: swapping teams after the first turn, and actions offered by scripts.
//! They are packed with a mark bit that no board uses.

use std::ops::RangeInclusive;

use super::{Game, HookFault, HookMove};
use crate::rules::{HookDecl, HookKind};
use houserule_core::mechanics::{Action, Move, Pie, Seat, Team, Violation};

/// Marks a packed move as a named action; the lower bits hold the letters of its word, five bits each.
const ACT: u64 = 1 << 63;
const BITS: u32 = 5;
const HYPHEN: u64 = 27;

/// Allowed number of letters and hyphens in the word of an action.
pub const ACT_LETTERS: RangeInclusive<usize> = 2..=12;

/// Whether a text can be the word of a named action: no notation has words without a digit.
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
    /// Word of a named action; `None` if the move is made on the board.
    fn act(&self, mv: Move) -> Option<String> {
        self.is_act(mv).then(|| unpacked(mv))
    }

    fn is_act(&self, mv: Move) -> bool {
        self.plan.has_acts() && mv.0 & ACT != 0
    }

    /// Unpacks a listed move.
    pub fn unpack_named(&self, mv: Move) -> Action {
        match self.act(mv) {
            Some(word) => Action::Named { word },
            None => self.board.unpack(mv),
        }
    }

    /// Seat that makes a listed move.
    pub fn mover_of(&self, mv: Move) -> Seat {
        if self.is_act(mv) { self.seat() } else { self.board.mover(mv) }
    }

    /// A listed move as it is passed to scripts.
    pub(super) fn asked(&self, mv: Move) -> HookMove {
        if self.is_act(mv) { HookMove::in_full(self.unpack_named(mv)) } else { HookMove::listed(mv) }
    }

    /// A move that is about to be played, as it is passed to scripts afterwards.
    pub(super) fn asked_after(&self, mv: Move) -> HookMove {
        if self.is_act(mv) { HookMove::in_full(self.unpack_named(mv)) } else { HookMove::played(mv, &*self.board) }
    }

    /// Packs an action, if it is one that could be listed.
    pub fn pack(&self, action: &Action) -> Option<Move> {
        match action {
            Action::Named { word } => is_act(word).then(|| packed(word)),
            action => self.board.pack(action),
        }
    }

    /// Whether the second seat may swap now: exactly one turn is over.
    fn may_swap(&self) -> bool {
        let clock = self.board.clock();
        self.plan.has_pie() && (clock.turns, clock.step) == (1, 0) && !self.swapped
    }

    /// Whether named actions are possible from here on.
    pub(super) fn expects_acts(&self) -> bool {
        self.has_hook(HookKind::Moves) || self.plan.has_pie() && self.board.clock().turns < 2
    }

    /// Appends the named actions that are legal when no move is mandatory.
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

    /// Why a named action is illegal; `None` if it is legal.
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

    /// Null move: passes the turn of the seat to move, to examine what would follow; scripts are not called. It is
    /// undone like any move. Returns `false`, and does nothing, where no turn can be passed.
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

    /// Plays a named action; `None` if the move is made on the board.
    pub(super) fn play_act(&mut self, mv: Move) -> Option<Result<(), HookFault>> {
        let swaps = self.act(mv)? == Pie::WORD && self.plan.has_pie();
        let (mover, seats) = (self.seat(), self.plan.names.seats.len());
        let turns = self.board.clock().turns;
        // After a swap the mover plays the other seat, whose first turn it still is.
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

    /// Seat at which the player of `seat` started: another one after a swap.
    pub fn player(&self, seat: Seat) -> Seat {
        if self.swapped { seat.next(2) } else { seat }
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
        if self.swapped { team.other() } else { team }
    }

    /// Whether the players have swapped.
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
