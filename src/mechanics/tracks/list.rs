//! Which tiles may be laid where.

use std::ops::ControlFlow;

use super::Tracks;
use super::foresee::Foreseen;
use super::needs::Strain;
use super::plan::TrackPlan;
use super::restrictions::While;
use crate::geometry::At;
use crate::mechanics::Step;

/// Where the first tile goes.
pub const ORIGIN: At = At { x: 0, y: 0 };

/// Which empty spaces are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spaces {
    All,
    /// Those that are filled first.
    Forced,
}

impl<const SIDES: usize> Tracks<SIDES> {
    /// Whether a restriction that holds for a while holds now.
    pub(super) fn in_force(&self, while_: While) -> bool {
        match while_ {
            While::Always => true,
            While::BagNotEmpty => self.stock.as_ref().is_some_and(|stock| !stock.bag().is_empty()),
        }
    }

    /// What one colour may do to an empty space at present.
    pub(super) fn strain(&self) -> Strain {
        let torn = self.plan.torn.filter(|(_, while_)| self.in_force(*while_));
        Strain { pulled: self.plan.pulled, torn: torn.map_or(Strain::NEVER, |(sides, _)| sides) }
    }

    /// Whether the seat to move has a tile.
    pub(super) fn holds(&self, tile: u16) -> bool {
        self.stock.as_ref().is_none_or(|stock| stock.holds(self.state.clock.seat, tile))
    }

    fn holds_lie(&self, lie: u16) -> bool {
        self.holds(self.plan.kit[lie as usize].tile)
    }

    /// The lies in which the first tile may be laid, whoever has it.
    pub(super) fn first_lies(&self) -> impl Iterator<Item = u16> + '_ {
        let wanted = self.plan.first_rotation;
        let fits = move |rotation: u8| wanted.is_none_or(|wanted| wanted == rotation);
        (0..).zip(&self.plan.set.lies).filter(move |(_, lie)| fits(lie.rotation)).map(|(index, _)| index)
    }

    /// Whether a tile there stays within the box the rules give and within what we can hold.
    pub(super) fn is_within(&self, at: At) -> bool {
        TrackPlan::reaches(at) && self.is_in_box(at)
    }

    /// Whether a tile there stays within the box the rules give, if they give one.
    pub(super) fn is_in_box(&self, at: At) -> bool {
        let extent = &self.field.extent;
        let span = |axis: usize, along: i32| {
            extent.most[axis].max(along).saturating_sub(extent.least[axis].min(along))
        };
        self.plan.within.is_none_or(|(width, height)| span(0, at.x) < width && span(1, at.y) < height)
    }

    /// How many tiles the next one must touch: no more than there are.
    pub(super) fn to_touch(&self) -> u32 {
        let seat = self.state.clock.seat as usize;
        let touch = self.plan.touch_of.as_ref().map_or(self.plan.touch, |touch_of| touch_of[seat]);
        touch.min(self.field.tiles() as u32)
    }

    /// An empty space beside `cell` that would touch too many tiles if one lay there, were the rule in force.
    pub(super) fn crowds_beside(&self, cell: u32) -> Option<u32> {
        let (sides, _) = self.plan.crowded?;
        let mut beside = self.field.sides().map(|side| self.field.next(cell, side));
        beside.find(|&next| self.field.is_empty(next) && self.field.touching(next) + 1 >= sides)
    }

    /// Whether any tile at all may be laid on an empty cell: what does not depend on colours.
    pub(super) fn is_open(&self, cell: u32) -> bool {
        let in_force = |while_: While| self.in_force(while_);
        self.is_within(self.field.at(cell))
            && (self.plan.touch <= 1 || self.field.touching(cell) >= self.to_touch())
            && !(self.plan.crowded.is_some_and(|(_, while_)| in_force(while_))
                && self.crowds_beside(cell).is_some())
            && !self.plan.controlled.is_some_and(|(filled, while_)| {
                in_force(while_) && self.field.crowds(cell, filled, self.state.sound).is_some()
            })
    }

    /// Whether an empty cell is one that is filled first.
    pub(super) fn is_forced(&self, cell: u32) -> bool {
        self.plan.forced.is_some_and(|sides| self.field.touching(cell) >= sides)
    }

    /// Whether one more move of the seat's choice belongs to this turn.
    pub(super) fn has_free_step(&self) -> bool {
        self.plan.steps[self.state.step as usize..].contains(&Step::Free)
    }

    /// Visits every tile that may be laid, until told to stop. A chain of tiles that follow is laid only where a look at
    /// the neighbours cannot tell how it goes.
    pub(super) fn for_each_move(
        &mut self,
        spaces: Spaces,
        mut visit: impl FnMut(At, u16) -> ControlFlow<()>,
    ) {
        if self.field.tiles() == 0 {
            let lies: Vec<u16> = self.first_lies().filter(|&lie| self.holds_lie(lie)).collect();
            if spaces == Spaces::All {
                let _ = lies.into_iter().try_for_each(|lie| visit(ORIGIN, lie));
            }
            return;
        }
        let (plan, strain) = (self.plan.clone(), self.strain());
        let mut forced = self.field.forced();
        for index in 0..self.field.frontier().len() {
            let cell = self.field.frontier()[index];
            if spaces == Spaces::Forced {
                if forced == 0 {
                    return;
                }
                if !self.is_forced(cell) {
                    continue;
                }
                forced -= 1;
            }
            // What is in the hand is asked first: few spaces that ask for several colours find a tile there.
            let fitting = plan.needs.fits(self.field.need(cell));
            let Some(first) = fitting.iter().position(|&lie| self.holds_lie(lie)) else { continue };
            if !self.is_open(cell) {
                continue;
            }
            let free = self.field.stands_free(cell);
            for &lie in &fitting[first..] {
                // Looked up again: trying a chain out may renumber the cells, but their order stays.
                let cell = self.field.frontier()[index];
                if self.holds_lie(lie)
                    && (free || self.tears_nothing(cell, lie, strain))
                    && visit(self.field.at(self.field.frontier()[index]), lie).is_break()
                {
                    return;
                }
            }
        }
    }

    /// Whether some tile may be laid on a space that is filled first.
    pub(super) fn owes(&mut self) -> bool {
        let mut owes = false;
        if self.field.forced() > 0 {
            self.for_each_move(Spaces::Forced, |_, _| {
                owes = true;
                ControlFlow::Break(())
            });
        }
        owes
    }

    /// Whether no space is torn by a tile and what follows from it. Each question costs more than the one before it and
    /// is asked more seldom.
    pub(super) fn tears_nothing(&mut self, cell: u32, lie: u16, strain: Strain) -> bool {
        let told = match self.field.foresee(cell, lie, strain) {
            Foreseen::Calm => return true,
            Foreseen::Torn => return false,
            Foreseen::Pulls(side) => self.field.foresee_fill(cell, lie, side, strain),
            Foreseen::PullsSeveral => None,
        };
        let told = told.or_else(|| self.field.rehearse(cell, lie, strain));
        told.unwrap_or_else(|| self.chain_holds(cell, lie, strain))
    }

    /// A move by rejection: any space and any of as many numbers as lies could match it, again until they go together. Every
    /// legal move is as likely as any other, and most of the work of listing them all is saved. `accept` has the last
    /// word; false: no move was found in the tries there are.
    pub(super) fn try_moves(
        &mut self,
        pick: &mut dyn FnMut(usize) -> usize,
        mut accept: impl FnMut(&mut Self, u32, u16, Strain) -> bool,
    ) -> bool {
        const TRIES: usize = 200;
        let strain = self.strain();
        let numbers = match &self.stock {
            Some(stock) => stock.hand(self.state.clock.seat).len() * SIDES,
            None => self.plan.needs.most_fits(),
        };
        let spaces = self.field.frontier().len();
        if spaces * numbers == 0 {
            return false;
        }
        for _ in 0..TRIES {
            // Small numbers, because dividing large ones is slow.
            let (number, numbers) = (pick(spaces * numbers) as u32, numbers as u32);
            let cell = self.field.frontier()[(number / numbers) as usize];
            let Some(lie) = self.match_numbered(cell, (number % numbers) as usize) else { continue };
            if self.is_open(cell) && accept(self, cell, lie, strain) {
                return true;
            }
        }
        false
    }

    /// Lays a tile and all that follow, unless a space would be torn: then nothing is changed.
    pub(super) fn lay_unless_torn(&mut self, cell: u32, lie: u16, strain: Strain) -> bool {
        // Where nothing follows from a tile, one look at its neighbours tells all.
        if strain.pulled == Strain::NEVER {
            let calm = self.field.foresee(cell, lie, strain) == Foreseen::Calm;
            if calm {
                self.field.lay(cell, lie, strain);
            }
            return calm;
        }
        let mark = self.field.mark();
        let holds = self.field.lay_and_follow(cell, lie, strain).is_ok();
        if !holds {
            self.field.rewind(mark);
        }
        holds
    }

    /// The lies that match a cell and that the seat to move has, by number; some numbers stand for none, no two for the
    /// same.
    fn match_numbered(&self, cell: u32, number: usize) -> Option<u16> {
        let Some(stock) = &self.stock else {
            return self.plan.needs.fits(self.field.need(cell)).get(number).copied();
        };
        let hand = stock.hand(self.state.clock.seat);
        let (slot, rotation) = (number / SIDES, number % SIDES);
        let tile = &self.plan.set.tiles[hand[slot] as usize];
        let is_first = !self.plan.has_copies || !hand[..slot].contains(&hand[slot]);
        let lie = tile.first_lie + rotation as u16;
        (rotation < tile.rotations as usize && is_first && self.field.matches(cell, lie)).then_some(lie)
    }

    /// Lays a tile and all that follow, and takes them back: whether no space was torn.
    fn chain_holds(&mut self, cell: u32, lie: u16, strain: Strain) -> bool {
        let mark = self.field.mark();
        let held = self.field.lay_and_follow(cell, lie, strain).is_ok();
        self.field.rewind(mark);
        held
    }
}
