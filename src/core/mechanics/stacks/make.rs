//! Making moves, and changes made by scripts after them. `position` undoes them.

use super::packed::StoneMove;
use super::position::EndStatus;
use super::spreads::Drops;
use super::{StackPosition, Tower};
use crate::error::BoardError;
use crate::geometry::{Bitboard, Cell, Coord, Grid};
use crate::mechanics::{BoardEffect, Move, PieceKind, Reserve, Seat, Stone, StoneBoard};
use crate::text::plural;

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    pub(super) fn make(&mut self, mv: Move) {
        self.push_frame();
        match StoneMove::unpack(mv) {
            StoneMove::Place { kind, cell, count } => self.place(kind, cell, count),
            StoneMove::Spread { from, direction, drops } => self.spread(from, direction, drops),
        }
        self.state.turn_state.take_step(self.rules.steps, self.rules.names.seats.len());
        self.end_status.set(EndStatus::Unknown);
        self.push_hash();
    }

    /// Null move: ends the turn, so that `next` moves; with `None`, changes nothing.
    pub(super) fn make_null_move(&mut self, next: Option<Seat>) {
        self.push_frame();
        if let Some(next) = next {
            self.state.turn_state.advance(self.rules.names.seats.len());
            self.state.turn_state.seat = next;
            self.state.turn_state.plies_since_progress += 1;
            self.end_status.set(EndStatus::Unknown);
        }
        self.push_hash();
    }

    /// Records a pile in the journal before it changes.
    fn record(&mut self, cell: Cell) {
        self.journal.push(self.piles[cell].save(cell));
    }

    /// Puts one piece on top of a cell.
    pub(super) fn push_piece(&mut self, cell: Cell, stone: Stone) {
        let pile = &mut self.piles[cell];
        pile.tower = pile.tower.up(self.rules.code.bits).or(T::from_word(self.rules.code.encode(stone)));
        pile.height += 1;
        self.state.tops.clear(S::only(cell));
        self.state.tops.set_top(cell, stone, pile.height);
    }

    fn place(&mut self, kind: PieceKind, cell: Cell, count: u32) {
        let owner = self.placement_owner();
        self.record(cell);
        let stone = Stone { seat: owner, kind };
        (0..count).for_each(|_| self.push_piece(cell, stone));
        self.state.reserve.take(owner, self.rules.pool(kind), count as u16);
        self.state.turn_state.plies_since_progress = 0;
    }

    /// Takes pieces off a stack and drops them along a line. The tops of the whole line are cleared at once, then set
    /// cell by cell. Only the last cell can hold a standing piece; move generation has checked that it may be
    /// flattened.
    fn spread(&mut self, from: Cell, direction: usize, drops: Drops) {
        let stride = self.tables.bitboards.stride(direction);
        let top = self.top_of(from).expect("a listed spread starts from a stack");
        let (mut line, mut end) = (S::only(from), from);
        for _ in drops {
            end = stride.apply(end);
            line.insert(end);
        }
        self.state.turn_state.plies_since_progress += 1;
        if self.standing().has(end) {
            self.record(end);
            self.crush(end);
        }

        let StackPosition { rules, state, piles, journal, .. } = self;
        let (code, bits) = (&rules.code, rules.code.bits);
        state.tops.clear(line);
        let mut left = drops.taken();
        let pile = &mut piles[from];
        journal.push(pile.save(from));
        let hand = pile.tower.low(left * bits);
        pile.tower = pile.tower.down(left * bits);
        pile.height -= left as u16;
        if pile.height > 0 {
            state.tops.set_top(from, code.decode(pile.tower.low(bits).word()), pile.height);
        }
        let mut cell = from;
        for drop in drops {
            cell = stride.apply(cell);
            left -= drop;
            let pile = &mut piles[cell];
            journal.push(pile.save(cell));
            let dropped = hand.down(left * bits).low(drop * bits);
            pile.tower = pile.tower.up(drop * bits).or(dropped);
            pile.height += drop as u16;
            let top_shown = if left > 0 { code.decode(dropped.low(bits).word()) } else { top };
            state.tops.set_top(cell, top_shown, pile.height);
        }
    }

    /// Flattens a standing top: replaces it with the kind that it becomes.
    fn crush(&mut self, cell: Cell) {
        let target = self.top_of(cell).expect("a standing piece is a top");
        let crushed = Stone { kind: self.rules.pieces[target.kind].crushed_to, ..target };
        let bits = self.rules.code.bits;
        let tower = &mut self.piles[cell].tower;
        *tower = tower.down(bits).up(bits).or(T::from_word(self.rules.code.encode(crushed)));
        self.state.turn_state.plies_since_progress = 0;
    }

    pub(super) fn apply_board_effect(&mut self, effect: &BoardEffect) -> Result<(), BoardError> {
        let cell_at = |at: Coord| self.rules.grid.cell(at).ok_or(format!("{} is off the board", Grid::name(at)));
        match *effect {
            BoardEffect::Place { at, stone } => {
                let cell = cell_at(at)?;
                if self.standing().has(cell) {
                    bail!("the piece at {} may not be covered", Grid::name(at));
                }
                self.check_capacity(effect)?;
                self.record(cell);
                self.push_piece(cell, stone);
            }
            BoardEffect::Remove { at } => {
                let cell = cell_at(at)?;
                if self.height_of(cell) == 0 {
                    bail!("{} is empty", Grid::name(at));
                }
                self.record(cell);
                let pile = &mut self.piles[cell];
                pile.tower = pile.tower.down(self.rules.code.bits);
                pile.height -= 1;
                self.state.tops.clear(S::only(cell));
                if pile.height > 0 {
                    let code = pile.tower.low(self.rules.code.bits).word();
                    self.state.tops.set_top(cell, self.rules.code.decode(code), pile.height);
                }
            }
            BoardEffect::Give { seat, kind, count } => {
                let count_before = self.reserve_of(seat, kind) as i64;
                let count_after = count_before + count as i64;
                if !(0..=Reserve::MAX).contains(&count_after) {
                    let (seat, piece) = (&self.rules.names.seats[seat], &self.rules.names.pieces[kind]);
                    bail!(
                        "cannot give {count} to {seat}, who has {} in reserve; a reserve is 0 to {}",
                        plural(count_before, piece),
                        Reserve::MAX
                    );
                }
                self.check_capacity(effect)?;
                self.state.reserve.set(seat, self.rules.pool(kind), count_after as u16);
            }
            BoardEffect::Skip => self.state.turn_state.advance(self.rules.names.seats.len()),
            BoardEffect::Turn { seat } => self.state.turn_state.seat = seat,
        }
        if !matches!(effect, BoardEffect::Skip | BoardEffect::Turn { .. }) {
            self.state.turn_state.plies_since_progress = 0;
        }
        if self.rules.counts_positions {
            self.hashes.pop();
            self.push_hash();
        }
        self.end_status.set(EndStatus::Unknown);
        Ok(())
    }
}
