//! Moves made and taken back, and what scripts change after them.

use super::packed::StoneMove;
use super::spreads::Drops;
use super::stones::{Frame, Judged};
use super::{Stones, Tower};
use crate::geometry::{At, Cell, CellSet, Grid};
use crate::mechanics::{Change, Kind, Move, Reserve, Stone, StoneBoard};

impl<S: CellSet, T: Tower> Stones<S, T> {
    pub(super) fn make(&mut self, mv: Move) {
        let (touched, mover) = (self.touched.len() as u32, self.state.clock.seat);
        self.frames.push(Frame { state: self.state, judged: self.judged.get(), touched, mover });
        match StoneMove::unpack(mv) {
            StoneMove::Place { kind, cell, count } => self.place(kind, cell, count),
            StoneMove::Spread { from, direction, drops } => self.spread(from, direction, drops),
        }
        self.state.clock.advance(self.plan.names.seats.len());
        self.judged.set(Judged::NotYet);
        self.remember_position();
    }

    pub(super) fn take_back(&mut self) {
        let frame = self.frames.pop().expect("undo follows a play");
        while self.touched.len() > frame.touched as usize {
            let (cell, pile) = self.touched.pop().expect("the journal is longer than the mark");
            self.piles[cell as usize] = pile;
        }
        self.state = frame.state;
        self.judged.set(frame.judged);
        if self.plan.counts_positions {
            self.keys.pop();
        }
    }

    /// Notes a pile in the journal before it is changed.
    fn touch(&mut self, cell: Cell) {
        self.touched.push((cell, self.piles[cell as usize]));
    }

    /// Puts one piece on top of a cell.
    pub(super) fn push(&mut self, cell: Cell, stone: Stone) {
        let pile = &mut self.piles[cell as usize];
        pile.tower = pile.tower.up(self.plan.code.bits).or(T::from_word(self.plan.code.write(stone)));
        pile.height += 1;
        self.hide(S::only(cell));
        self.show(cell, stone);
    }

    /// Shows nothing on some cells.
    fn hide(&mut self, cells: S) {
        self.state.tops.clear(cells);
        self.state.tall &= !cells;
    }

    /// Shows a piece on a cell that shows nothing.
    fn show(&mut self, cell: Cell, stone: Stone) {
        let bit = S::only(cell);
        self.state.tops.show(bit, stone);
        if self.piles[cell as usize].height > 1 {
            self.state.tall |= bit;
        }
    }

    /// The same, with whatever lies on top now: a piece that can be covered, if any.
    fn show_uncovered(&mut self, cell: Cell) {
        let pile = self.piles[cell as usize];
        if pile.height > 0 {
            self.show(cell, self.plan.code.read(pile.tower.low(self.plan.code.bits).word()));
        }
    }

    fn place(&mut self, kind: Kind, cell: Cell, count: u32) {
        let owner = self.places_for();
        self.touch(cell);
        for _ in 0..count {
            self.push(cell, Stone { seat: owner, kind });
        }
        self.state.reserve.take(owner, self.plan.pool(kind), count as u16);
        self.state.clock.quiet = 0;
    }

    /// Takes a hand off a stack and drops it along a line. The tops of the whole line are cleared at once, then shown
    /// cell by cell; a standing piece can only be met on the last one, where listing found that it may be crushed.
    fn spread(&mut self, from: Cell, direction: usize, drops: Drops) {
        let bits = self.plan.code.bits;
        let stride = self.kernel.field.stride(direction);
        let top = self.top_of(from).expect("a listed spread starts from a stack");
        let standing = self.standing();
        self.state.clock.quiet += 1;

        let (mut line, mut end) = (S::only(from), from);
        for _ in 0..drops.cells() {
            end = stride.from(end);
            line.insert(end);
        }
        if standing.has(end) {
            self.touch(end);
            self.crush(end);
        }
        self.hide(line);

        self.touch(from);
        let mut left = drops.taken();
        let pile = &mut self.piles[from as usize];
        let hand = pile.tower.low(left * bits);
        pile.tower = pile.tower.down(left * bits);
        pile.height -= left as u16;
        self.show_uncovered(from);

        let mut cell = from;
        for drop in drops {
            cell = stride.from(cell);
            self.touch(cell);
            left -= drop;
            let pile = &mut self.piles[cell as usize];
            pile.tower = pile.tower.up(drop * bits).or(hand.down(left * bits).low(drop * bits));
            pile.height += drop as u16;
            if left > 0 {
                self.show_uncovered(cell);
            }
        }
        self.show(end, top);
    }

    /// Turns a standing top into what it becomes when it is crushed.
    fn crush(&mut self, cell: Cell) {
        let met = self.top_of(cell).expect("a standing piece is a top");
        let crushed = Stone { kind: self.plan.pieces[met.kind as usize].crushed_to, ..met };
        let bits = self.plan.code.bits;
        let tower = &mut self.piles[cell as usize].tower;
        *tower = tower.down(bits).up(bits).or(T::from_word(self.plan.code.write(crushed)));
        self.state.clock.quiet = 0;
    }

    pub(super) fn apply(&mut self, change: &Change) -> Result<(), String> {
        let on_board = |at: At| self.plan.grid.cell(at).ok_or(format!("{} is off the board", Grid::name(at)));
        match *change {
            Change::Place { at, stone } => {
                let cell = on_board(at)?;
                if self.standing().has(cell) {
                    return Err(format!("{} holds a piece that may not be covered", Grid::name(at)));
                }
                self.room_for(1)?;
                self.touch(cell);
                self.push(cell, stone);
            }
            Change::Remove { at } => {
                let cell = on_board(at)?;
                if self.height_of(cell) == 0 {
                    return Err(format!("{} is empty", Grid::name(at)));
                }
                self.touch(cell);
                let pile = &mut self.piles[cell as usize];
                pile.tower = pile.tower.down(self.plan.code.bits);
                pile.height -= 1;
                self.hide(S::only(cell));
                self.show_uncovered(cell);
            }
            Change::Give { seat, kind, count } => {
                let has = self.in_reserve(seat, kind) as i64;
                let now = has + count as i64;
                if !(0..=Reserve::MAX).contains(&now) {
                    let (seat, piece) =
                        (&self.plan.names.seats[seat as usize], &self.plan.names.pieces[kind as usize]);
                    return Err(format!(
                        "{seat} has {has} {piece}s in reserve; giving {count} is not possible"
                    ));
                }
                self.room_for(count)?;
                self.state.reserve.set(seat, self.plan.pool(kind), now as u16);
            }
            Change::Skip => self.state.clock.advance(self.plan.names.seats.len()),
        }
        if !matches!(change, Change::Skip) {
            self.state.clock.quiet = 0;
        }
        if self.plan.counts_positions {
            self.keys.pop();
            self.remember_position();
        }
        self.judged.set(Judged::NotYet);
        Ok(())
    }
}
