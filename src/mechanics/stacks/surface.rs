//! What the rest of the program sees of a position of stones.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::ends::End;
use super::packed::StoneMove;
use super::spreads::Drops;
use super::stones::State;
use super::{StackPlan, Stones, Tower};
use crate::geometry::{At, CellSet};
use crate::mechanics::{
    Change, Clock, Deed, Kind, Look, Mechanic, Move, Refusal, Seat, Stone, StoneBoard, Verdict,
};

impl<S: CellSet, T: Tower> Mechanic for Stones<S, T> {
    fn fork(&self) -> Box<dyn Mechanic> {
        Box::new(self.clone())
    }

    fn clock(&self) -> Clock {
        self.state.clock
    }

    fn verdict(&self) -> Option<Verdict> {
        self.judge()
    }

    fn list_unowed(&mut self, out: &mut Vec<Move>) {
        self.list_moves(out);
    }

    fn count(&mut self) -> u64 {
        self.count_moves()
    }

    fn draw(&mut self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        self.draw_move(pick)
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn undo(&mut self) {
        self.pop_frame();
    }

    fn rest(&mut self, next: Option<Seat>) -> Result<(), String> {
        self.let_pass(next);
        Ok(())
    }

    fn change(&mut self, change: &Change) -> Result<(), String> {
        self.apply(change)
    }

    fn roomier(&self, change: &Change) -> Option<Box<dyn Mechanic>> {
        self.roomier(change).map(|wider| -> Box<dyn Mechanic> { Box::new(wider) })
    }

    fn refusals(&mut self, deed: &Deed) -> Vec<Refusal> {
        self.explain(deed)
    }

    fn pack(&self, deed: &Deed) -> Option<Move> {
        let packed = match deed {
            Deed::Place { piece, at, count } => {
                StoneMove::Place { kind: *piece, cell: self.plan.grid.cell(*at)?, count: *count }
            }
            Deed::Spread { from, direction, drops, .. } => StoneMove::Spread {
                from: self.plan.grid.cell(*from)?,
                direction: *direction,
                drops: Drops::checked(drops)?,
            },
            _ => return None,
        };
        Some(packed.pack())
    }

    fn spell(&self, mv: Move) -> Deed {
        self.spell_over(mv, &self.state)
    }

    fn remembers(&self) -> bool {
        true
    }

    fn recall(&self, mv: Move) -> Deed {
        self.spell_over(mv, self.before().map_or(&self.state, |frame| &frame.state))
    }

    fn look(&self) -> Look<'_> {
        Look::Stones(self)
    }

    fn tally(&self) -> Option<Vec<(i32, String)>> {
        let (counts, how) = self.plan.ends.iter().find_map(|(id, end)| match end {
            End::Tops(tops) => Some((tops.counts(self), id)),
            _ => None,
        })?;
        let names = &self.plan.names;
        let mut sides = vec![(0, how.clone()); names.sides.len()];
        counts.iter().zip(&names.side_of).for_each(|(count, &side)| sides[side as usize].0 += count);
        Some(sides)
    }

    fn measure(&self, side: u8) -> i32 {
        self.measured(side)
    }

    /// At random roads are hardly ever made on purpose, and seldom prevented. With rows it is otherwise: a measure does not
    /// see which of them come first.
    fn is_telling(&self) -> bool {
        // On a board that is more than twice as long as a row, random games seldom come near one before it is too late.
        let is_wide = |count: u32| self.kernel.field.all.len() > (2 * count).pow(2);
        self.plan.ends.iter().any(|(_, end)| match end {
            End::Road(_) | End::Tops(_) => true,
            End::InARow(row) => is_wide(row.count),
            _ => false,
        })
    }

    fn sift(&self, moves: &mut Vec<Move>) {
        self.keep_pressing(moves);
    }

    fn unplayed(&self, seat: Seat) -> u32 {
        self.state.reserve.total(seat)
    }

    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for cell in self.plan.grid.cells() {
            self.stack(self.plan.grid.at(cell))
                .iter()
                .for_each(|stone| (stone.seat, stone.kind).hash(&mut hasher));
            hasher.write_u8(u8::MAX);
        }
        self.state.reserve.counts().for_each(|count| count.hash(&mut hasher));
        (self.state.clock.seat, self.state.clock.step).hash(&mut hasher);
        hasher.finish()
    }
}

impl<S: CellSet, T: Tower> Stones<S, T> {
    /// A move spelled out where `before` is how things stand before it.
    fn spell_over(&self, mv: Move, before: &State<S>) -> Deed {
        match StoneMove::unpack(mv) {
            StoneMove::Place { kind, cell, count } => {
                Deed::Place { piece: kind, at: self.plan.grid.at(cell), count }
            }
            StoneMove::Spread { from, direction, drops } => {
                let from = self.plan.grid.at(from);
                let end = from.plus(self.plan.grid.steps[direction], drops.cells() as i32);
                let standing = before.tops.of(&self.kernel.standing);
                let crush = self.plan.grid.cell(end).is_some_and(|cell| standing.has(cell));
                Deed::Spread { from, direction, taken: drops.taken(), drops: drops.collect(), crush }
            }
        }
    }
}

impl<S: CellSet, T: Tower> StoneBoard for Stones<S, T> {
    fn plan(&self) -> &StackPlan {
        &self.plan
    }

    fn clock(&self) -> Clock {
        self.state.clock
    }

    fn stack(&self, at: At) -> Vec<Stone> {
        let Some(cell) = self.plan.grid.cell(at) else {
            return Vec::new();
        };
        let (bits, height) = (self.plan.code.bits, self.height_of(cell));
        let tower = self.piles[cell as usize].tower;
        let code = |level: u32| tower.down((height - 1 - level) * bits).low(bits).word();
        let mut stack: Vec<Stone> = (0..height).map(|level| self.plan.code.read(code(level))).collect();
        if let (Some(last), Some(top)) = (stack.last_mut(), self.top_of(cell)) {
            *last = top;
        }
        stack
    }

    fn top(&self, at: At) -> Option<Stone> {
        self.top_of(self.plan.grid.cell(at)?)
    }

    fn height(&self, at: At) -> u32 {
        self.plan.grid.cell(at).map_or(0, |cell| self.height_of(cell))
    }

    fn in_reserve(&self, seat: Seat, kind: Kind) -> u32 {
        self.state.reserve.get(seat, self.plan.pool(kind)) as u32
    }

    fn places_for(&self) -> Seat {
        let seat = self.state.clock.seat;
        self.opening().map_or(seat, |opening| self.plan.owner_of(seat, opening.owner))
    }

    fn last_changed(&self) -> Vec<At> {
        let touched: Vec<At> = self.touched_last().map(|cell| self.plan.grid.at(cell)).collect();
        // A cell that is crushed on is touched before the others and again in its place.
        let is_last = |index: usize| !touched[index + 1..].contains(&touched[index]);
        (0..touched.len()).filter(|index| is_last(*index)).map(|index| touched[index]).collect()
    }

    fn deciding(&self) -> Vec<At> {
        self.deciding_cells()
    }
}
