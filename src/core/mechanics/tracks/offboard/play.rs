//! Play and undo, and the seats that are out.

use super::super::grid::JournalMark;
use super::super::position::{TrackState, unpack};
use super::{OffboardPosition, moves};
use crate::mechanics::supply::Reward;
use crate::mechanics::{BagAndHands, BoardOutcome, Move, OffboardState, Seat, SeatSet, TurnStep};

/// State before a move. Moves change bag, hands and pile in many ways, so the whole supply is saved.
#[derive(Clone)]
pub struct OffboardUndoFrame {
    state: TrackState,
    stock: Option<BagAndHands>,
    offboard: OffboardState,
    pub mark: JournalMark,
    pub mover: Seat,
}

impl<const SIDES: usize> OffboardPosition<SIDES> {
    pub(super) fn make(&mut self, mv: Move) {
        let mover = if self.offboard_rules().is_race { moves::seat(mv) } else { self.tracks.state.turn_state.seat };
        let mark = self.tracks.grid.mark();
        self.frames.push(OffboardUndoFrame {
            state: self.tracks.state,
            stock: self.tracks.stock.clone(),
            offboard: self.offboard,
            mark,
            mover,
        });
        self.tracks.state.turn_state.seat = mover;
        match moves::unpack(mv) {
            moves::OffboardMove::Lay(mv) => self.lay(mover, mv),
            moves::OffboardMove::Give { tile, to } => {
                self.stock_mut().give(mover, tile, to);
                self.offboard.gifts_due[mover] -= 1;
            }
            moves::OffboardMove::Discard(tile) => {
                self.stock_mut().discard(mover, tile);
                self.tracks.state.turn_state.step = self.tracks.step_after(TurnStep::Free);
            }
            moves::OffboardMove::TakeBack => {
                self.offboard.discards_due -= 1;
                let stock = self.stock_mut();
                let top = stock.pop_pile();
                top.into_iter().for_each(|tile| stock.put_back(tile));
            }
        }
        self.end_move(mover, mark);
    }

    pub(super) fn unmake(&mut self) {
        let frame = self.frames.pop().expect("undo follows a play");
        self.tracks.grid.rewind(frame.mark);
        self.tracks.stock = frame.stock;
        self.tracks.state = frame.state;
        self.offboard = frame.offboard;
    }

    /// Places a tile from the hand, or the top discard if one is pending.
    fn lay(&mut self, mover: Seat, mv: Move) {
        let (at, orientation) = unpack(mv);
        let cell = self.tracks.grid.cell(at).expect("a listed move is near the tiles");
        let neighbours = self.tracks.grid.touching(cell);
        let started = self.tracks.started_move(cell);
        let thresholds = self.tracks.thresholds();
        self.tracks.grid.lay_and_follow(cell, orientation, thresholds).expect("a listed move fits");
        self.tracks.state.is_sound = self.tracks.is_sound_after(&started);
        if self.offboard.discards_due > 0 {
            self.stock_mut().pop_pile();
            self.offboard.discards_due -= 1;
        } else {
            let tile = self.rules.tile_of[orientation];
            self.stock_mut().spend(mover, tile);
            self.tracks.state.turn_state.step = self.tracks.step_after(started.step);
            if self.refills() && self.offboard_rules().hand_sizes.is_none() {
                self.stock_mut().draw(mover, 1);
            }
        }
        if let Some(reward) = self.offboard_rules().reward(neighbours).cloned() {
            self.grant_reward(mover, &reward);
        }
    }

    /// Grants a reward. A seat owes at most as many gifts as it then holds tiles, so gifts from others never add to
    /// them.
    fn grant_reward(&mut self, mover: Seat, reward: &Reward) {
        self.stock_mut().draw(mover, reward.draw);
        let (hand_len, pile) = (self.stock().hand(mover).len(), self.stock().pile().len());
        let offboard = &mut self.offboard;
        offboard.discards_due = (u32::from(offboard.discards_due) + reward.take).min(pile as u32) as u8;
        if self.opponents(mover).next().is_some() {
            let gifts_due = &mut self.offboard.gifts_due[mover];
            *gifts_due = (u32::from(*gifts_due) + reward.give).min(hand_len as u32) as u8;
        }
    }

    /// Draws tiles, ends the turn in games with turns, and evaluates the end rules.
    fn end_move(&mut self, mover: Seat, mark: JournalMark) {
        let is_pending = self.is_pending(mover);
        if self.refills()
            && !is_pending
            && let Some(size) = self.offboard_rules().hand_sizes.as_ref().map(|hand_sizes| hand_sizes[mover])
        {
            let hand_len = self.stock().hand(mover).len() as u32;
            self.stock_mut().draw(mover, size.saturating_sub(hand_len));
        }
        self.assign_places();
        let is_race = self.offboard_rules().is_race;
        let turn_state = &mut self.tracks.state.turn_state;
        turn_state.ply += 1;
        turn_state.plies_since_progress = 0;
        if is_race {
            turn_state.turns += 1;
            turn_state.seat = Seat::FIRST;
            turn_state.step = 0;
        } else if !is_pending {
            self.tracks.advance_turn();
        }
        self.tracks.state.outcome = self.judge(mark, mover);
    }

    /// Assigns the next place to every seat that has no tiles left and no pending moves.
    pub(super) fn assign_places(&mut self) {
        if self.offboard_rules().hand_empty.is_none() {
            return;
        }
        let stock = self.stock();
        let is_supply_empty = (!self.refills() || stock.bag().is_empty()) && stock.pile().is_empty();
        let is_finished = |seat: &Seat| is_supply_empty && self.is_playing(*seat) && stock.is_out(*seat);
        let finished: Vec<Seat> = self.seats().filter(is_finished).collect();
        let place = 1 + self.seats().filter(|seat| !self.is_playing(*seat)).count() as u8;
        for seat in finished {
            self.offboard.places[seat] = place;
            self.offboard.gifts_due[seat] = 0;
        }
    }

    /// Outcome of the first end rule that applies after the last move.
    pub(super) fn judge(&self, mark: JournalMark, mover: Seat) -> Option<BoardOutcome> {
        self.earliest_outcome(self.tracks.judge(mark, mover))
    }

    /// Outcome of the tiles or of the race, by the end rule that comes first.
    pub(super) fn earliest_outcome(&self, tile_outcome: Option<BoardOutcome>) -> Option<BoardOutcome> {
        [self.race_outcome(), tile_outcome].into_iter().flatten().min_by_key(|outcome| outcome.end)
    }

    /// Outcome of the race, if it is over: when a seat is out or, with `play_on`, when at most one seat is not.
    fn race_outcome(&self) -> Option<BoardOutcome> {
        let (end, rule) = (self.hand_empty_end()?, self.offboard_rules().hand_empty.as_ref()?);
        let is_first = |seat: &Seat| self.offboard.places[*seat] == 1;
        let winners: SeatSet = self.seats().filter(is_first).collect();
        let playing = self.seats().filter(|seat| self.is_playing(*seat)).count();
        let is_over = !winners.is_empty() && (!rule.play_on || playing <= 1);
        is_over.then_some(BoardOutcome { winners, is_tie: false, end })
    }
}
