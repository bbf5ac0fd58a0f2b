//! Play and undo, and the seats that are out.

use super::super::grid::JournalMark;
use super::super::position::{TrackState, unpack};
use super::{OffboardPosition, moves};
use crate::mechanics::supply::Reward;
use crate::mechanics::{BagAndHands, BoardOutcome, Move, OffboardState, Seat, SeatSet};

/// State before a move. Tiles change hands in so many ways that the whole supply is saved.
#[derive(Clone)]
pub struct OffboardUndoFrame {
    state: TrackState,
    stock: Option<BagAndHands>,
    beside: OffboardState,
    pub mark: JournalMark,
    pub mover: Seat,
}

impl<const SIDES: usize> OffboardPosition<SIDES> {
    pub(super) fn make(&mut self, mv: Move) {
        let mover = match self.rules().race {
            true => moves::seat(mv),
            false => self.tracks.state.clock.seat,
        };
        let mark = self.tracks.field.mark();
        self.past.push(OffboardUndoFrame {
            state: self.tracks.state,
            stock: self.tracks.stock.clone(),
            beside: self.beside,
            mark,
            mover,
        });
        self.tracks.state.clock.seat = mover;
        match moves::kind(mv) {
            moves::OffboardMove::Lay(mv) => self.lay(mover, mv),
            moves::OffboardMove::Give { tile, to } => {
                self.stock_mut().give(mover, tile, to);
                self.beside.owes[mover] -= 1;
            }
            moves::OffboardMove::Discard(tile) => {
                self.stock_mut().discard(mover, tile);
                self.tracks.state.clock.step = self.tracks.step_after(false);
            }
            moves::OffboardMove::TakeBack => {
                self.beside.takes -= 1;
                let stock = self.stock_mut();
                let top = stock.pop_pile();
                top.into_iter().for_each(|tile| stock.put_back(tile));
            }
        }
        self.end_move(mover, mark);
    }

    pub(super) fn unmake(&mut self) {
        let past = self.past.pop().expect("undo follows a play");
        self.tracks.field.rewind(past.mark);
        self.tracks.stock = past.stock;
        self.tracks.state = past.state;
        self.beside = past.beside;
    }

    /// Places a tile from the hand, or the top discard if one is pending.
    fn lay(&mut self, mover: Seat, mv: Move) {
        let (at, orientation) = unpack(mv);
        let cell = self.tracks.field.cell(at).expect("a listed move is near the tiles");
        let neighbours = self.tracks.field.touching(cell);
        let (mark, filled) = (self.tracks.field.mark(), self.tracks.is_forced(cell));
        let in_force = self.plan.controlled.is_none_or(|(_, while_)| self.tracks.in_force(while_));
        let strain = self.tracks.strain();
        self.tracks.field.lay_and_follow(cell, orientation, strain).expect("a listed move tears no space");
        self.tracks.state.sound = self.tracks.stays_sound(mark, in_force);
        if self.beside.takes > 0 {
            self.stock_mut().pop_pile();
            self.beside.takes -= 1;
        } else {
            let tile = self.plan.tile_of[orientation as usize];
            self.stock_mut().spend(mover, tile, false);
            self.tracks.state.clock.step = self.tracks.step_after(filled);
            if self.refills() && self.rules().kept_at.is_none() {
                self.stock_mut().draw(mover, 1);
            }
        }
        if let Some(reward) = self.rules().reward(neighbours).cloned() {
            self.earn(mover, &reward);
        }
    }

    /// Grants a reward. A seat gives at most what it holds at that moment: a debt never grows by what others give it.
    fn earn(&mut self, mover: Seat, reward: &Reward) {
        self.stock_mut().draw(mover, reward.draw);
        let (held, pile) = (self.stock().hand(mover).len(), self.stock().pile().len());
        let beside = &mut self.beside;
        beside.takes = (u32::from(beside.takes) + reward.take).min(pile as u32) as u8;
        if self.opponents(mover).next().is_some() {
            let owes = &mut self.beside.owes[mover];
            *owes = (u32::from(*owes) + reward.give).min(held as u32) as u8;
        }
    }

    /// Draws tiles, ends the turn in games with turns, and evaluates the end rules.
    fn end_move(&mut self, mover: Seat, mark: JournalMark) {
        let is_pending = self.is_pending(mover);
        if self.refills()
            && !is_pending
            && let Some(size) = self.rules().kept_at.as_ref().map(|kept_at| kept_at[mover])
        {
            let held = self.stock().hand(mover).len() as u32;
            self.stock_mut().draw(mover, size.saturating_sub(held));
        }
        self.note_who_is_out();
        let is_race = self.rules().race;
        let clock = &mut self.tracks.state.clock;
        clock.ply += 1;
        clock.plies_since_progress = 0;
        if is_race {
            clock.turns += 1;
            clock.seat = Seat::FIRST;
            clock.step = 0;
        } else if !is_pending {
            self.tracks.settle();
        }
        self.tracks.state.verdict = self.judge(mark, mover);
    }

    /// Assigns a place to every seat that has nothing left and nothing pending.
    pub(super) fn note_who_is_out(&mut self) {
        if self.rules().hand_empty.is_none() {
            return;
        }
        let stock = self.stock();
        let nothing_comes = (!self.refills() || stock.bag().is_empty()) && stock.pile().is_empty();
        let is_done = |seat: &Seat| nothing_comes && self.is_in(*seat) && stock.is_out(*seat);
        let done: Vec<Seat> = self.seats().filter(is_done).collect();
        let place = 1 + self.seats().filter(|seat| !self.is_in(*seat)).count() as u8;
        for seat in done {
            self.beside.places[seat] = place;
            self.beside.owes[seat] = 0;
        }
    }

    /// Outcome of the first end rule that applies after the last move.
    pub(super) fn judge(&self, mark: JournalMark, mover: Seat) -> Option<BoardOutcome> {
        self.first_of(self.tracks.judge(mark, mover))
    }

    /// Outcome of the tiles or of the race, whichever end rule comes first.
    pub(super) fn first_of(&self, of_tiles: Option<BoardOutcome>) -> Option<BoardOutcome> {
        [self.judge_out(), of_tiles].into_iter().flatten().min_by_key(|verdict| verdict.end)
    }

    /// Outcome of the race, if it is over: a seat is out, or only one is not.
    fn judge_out(&self) -> Option<BoardOutcome> {
        let (end, rule) = (self.out_end()?, self.rules().hand_empty.as_ref()?);
        let first = |seat: &Seat| self.beside.places[*seat] == 1;
        let winners: SeatSet = self.seats().filter(first).collect();
        let left = self.seats().filter(|seat| self.is_in(*seat)).count();
        let is_over = !winners.is_empty() && (!rule.play_on || left <= 1);
        is_over.then_some(BoardOutcome { winners, is_tie: false, end })
    }
}
