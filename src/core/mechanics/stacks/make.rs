//! Making and undoing moves, and changes made by scripts after them.

use super::packed::StoneMove;
use super::position::EndStatus;
use super::spreads::Drops;
use super::{StackPosition, Tower};
use crate::error::BoardError;
use crate::geometry::{Bitboard, Cell, Coord, Grid};
use crate::mechanics::{BoardEffect, Move, PieceKind, Reserve, Seat, Stone, StoneBoard};

impl<S: Bitboard, T: Tower> StackPosition<S, T> {
    pub(super) fn make(&mut self, mv: Move) {
        self.push_frame();
        match StoneMove::unpack(mv) {
            StoneMove::Place { kind, cell, count } => self.place(kind, cell, count),
            StoneMove::Spread { from, direction, drops } => self.spread(from, direction, drops),
        }
        self.state.clock.take_step(self.plan.steps, self.plan.names.seats.len());
        self.judged.set(EndStatus::NotYet);
        self.remember_position();
    }

    /// Null move: ends the turn, so that `next` moves; with `None`, changes nothing.
    pub(super) fn let_pass(&mut self, next: Option<Seat>) {
        self.push_frame();
        if let Some(next) = next {
            self.state.clock.advance(self.plan.names.seats.len());
            self.state.clock.seat = next;
            self.state.clock.plies_since_progress += 1;
            self.judged.set(EndStatus::NotYet);
        }
        self.remember_position();
    }

    /// Saves a pile in the journal before it is changed.
    fn touch(&mut self, cell: Cell) {
        self.touched.push(self.piles[cell].touched(cell));
    }

    /// Puts one piece on top of a cell.
    pub(super) fn push(&mut self, cell: Cell, stone: Stone) {
        let pile = &mut self.piles[cell];
        pile.tower = pile.tower.up(self.plan.code.bits).or(T::from_word(self.plan.code.write(stone)));
        pile.height += 1;
        self.state.tops.clear(S::only(cell));
        self.state.tops.show(cell, stone, pile.height);
    }

    fn place(&mut self, kind: PieceKind, cell: Cell, count: u32) {
        let owner = self.places_for();
        self.touch(cell);
        let stone = Stone { seat: owner, kind };
        (0..count).for_each(|_| self.push(cell, stone));
        self.state.reserve.take(owner, self.plan.pool(kind), count as u16);
        self.state.clock.plies_since_progress = 0;
    }

    /// Takes pieces off a stack and drops them along a line. The tops of the whole line are cleared at once, then set
    /// cell by cell. Only the last cell can hold a standing piece, which move generation found may be flattened.
    fn spread(&mut self, from: Cell, direction: usize, drops: Drops) {
        let stride = self.kernel.field.stride(direction);
        let top = self.top_of(from).expect("a listed spread starts from a stack");
        let (mut line, mut end) = (S::only(from), from);
        for _ in drops {
            end = stride.from(end);
            line.insert(end);
        }
        self.state.clock.plies_since_progress += 1;
        if self.standing().has(end) {
            self.touch(end);
            self.crush(end);
        }

        let StackPosition { plan, state, piles, touched, .. } = self;
        let (code, bits) = (&plan.code, plan.code.bits);
        state.tops.clear(line);
        let mut left = drops.taken();
        let pile = &mut piles[from];
        touched.push(pile.touched(from));
        let hand = pile.tower.low(left * bits);
        pile.tower = pile.tower.down(left * bits);
        pile.height -= left as u16;
        if pile.height > 0 {
            state.tops.show(from, code.read(pile.tower.low(bits).word()), pile.height);
        }
        let mut cell = from;
        for drop in drops {
            cell = stride.from(cell);
            left -= drop;
            let pile = &mut piles[cell];
            touched.push(pile.touched(cell));
            let dropped = hand.down(left * bits).low(drop * bits);
            pile.tower = pile.tower.up(drop * bits).or(dropped);
            pile.height += drop as u16;
            let shown = if left > 0 { code.read(dropped.low(bits).word()) } else { top };
            state.tops.show(cell, shown, pile.height);
        }
    }

    /// Turns a standing top into what it becomes when it is flattened.
    fn crush(&mut self, cell: Cell) {
        let met = self.top_of(cell).expect("a standing piece is a top");
        let crushed = Stone { kind: self.plan.pieces[met.kind].crushed_to, ..met };
        let bits = self.plan.code.bits;
        let tower = &mut self.piles[cell].tower;
        *tower = tower.down(bits).up(bits).or(T::from_word(self.plan.code.write(crushed)));
        self.state.clock.plies_since_progress = 0;
    }

    pub(super) fn apply(&mut self, change: &BoardEffect) -> Result<(), BoardError> {
        let on_board = |at: Coord| self.plan.grid.cell(at).ok_or(format!("{} is off the board", Grid::name(at)));
        match *change {
            BoardEffect::Place { at, stone } => {
                let cell = on_board(at)?;
                if self.standing().has(cell) {
                    bail!("{} holds a piece that may not be covered", Grid::name(at));
                }
                self.room_for(change)?;
                self.touch(cell);
                self.push(cell, stone);
            }
            BoardEffect::Remove { at } => {
                let cell = on_board(at)?;
                if self.height_of(cell) == 0 {
                    bail!("{} is empty", Grid::name(at));
                }
                self.touch(cell);
                let pile = &mut self.piles[cell];
                pile.tower = pile.tower.down(self.plan.code.bits);
                pile.height -= 1;
                self.state.tops.clear(S::only(cell));
                if pile.height > 0 {
                    let code = pile.tower.low(self.plan.code.bits).word();
                    self.state.tops.show(cell, self.plan.code.read(code), pile.height);
                }
            }
            BoardEffect::Give { seat, kind, count } => {
                let has = self.in_reserve(seat, kind) as i64;
                let now = has + count as i64;
                if !(0..=Reserve::MAX).contains(&now) {
                    let (seat, piece) = (&self.plan.names.seats[seat], &self.plan.names.pieces[kind]);
                    bail!("{seat} has {has} {piece}s in reserve; giving {count} is not possible");
                }
                self.room_for(change)?;
                self.state.reserve.set(seat, self.plan.pool(kind), now as u16);
            }
            BoardEffect::Skip => self.state.clock.advance(self.plan.names.seats.len()),
            BoardEffect::Turn { seat } => self.state.clock.seat = seat,
        }
        if !matches!(change, BoardEffect::Skip | BoardEffect::Turn { .. }) {
            self.state.clock.plies_since_progress = 0;
        }
        if self.plan.counts_positions {
            self.keys.pop();
            self.remember_position();
        }
        self.judged.set(EndStatus::NotYet);
        Ok(())
    }
}
