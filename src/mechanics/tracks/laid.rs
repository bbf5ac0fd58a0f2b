//! A position of tiles: play and undo, whose turn it is and at which step.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::field::{Field, Mark};
use super::list::Spaces;
use super::plan::TrackPlan;
use crate::chance::Dice;
use crate::geometry::{At, Lattice, Naming};
use crate::mechanics::supply::{Drawn, Stock};
use crate::mechanics::{
    Change, Clock, Deed, Laid, Look, Mechanic, Move, Refusal, Seat, Step, Survey, TileBoard, Verdict, reaches,
};
use crate::tiles::TileSet;

/// A position with its past.
#[derive(Clone)]
pub struct Tracks<const SIDES: usize> {
    pub(super) plan: Arc<TrackPlan>,
    pub(super) field: Field<SIDES>,
    /// The bag and the hands, in a game that has them.
    pub(super) stock: Option<Stock>,
    pub(super) state: State,
    pub(super) frames: Vec<Frame>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct State {
    /// Its step is an index into the plan's.
    pub clock: Clock,
    /// Whether filling every crowded space would lead to no space too crowded: always so where a rule sees to it.
    pub sound: bool,
    pub verdict: Option<Verdict>,
}

impl State {
    fn start(plan: &TrackPlan) -> State {
        let clock = Clock { step: plan.begins_at, ..Clock::default() };
        State { clock, sound: true, verdict: None }
    }
}

/// How things stood before a move.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    state: State,
    mark: Mark,
    drawn: Option<Drawn>,
}

/// What must be known of a position once a tile is laid.
pub(super) struct Begun {
    mark: Mark,
    /// Whether the tile goes to a space that is filled first.
    filled: bool,
    /// Whether a rule sees to it that filling leads to no space too crowded.
    in_force: bool,
}

/// The packing of moves: the lie in the low half, then the place.
pub(super) fn pack(at: At, lie: u16) -> Move {
    Move(lie as u64 | (at.x as u16 as u64) << 16 | (at.y as u16 as u64) << 32)
}

pub(super) fn unpack(Move(word): Move) -> (At, u16) {
    (At { x: (word >> 16) as u16 as i16 as i32, y: (word >> 32) as u16 as i16 as i32 }, word as u16)
}

impl<const SIDES: usize> Tracks<SIDES> {
    /// A game of which nothing lies and nothing is dealt yet.
    pub(super) fn bare(plan: Arc<TrackPlan>) -> Self {
        let (field, state) = (Field::new(plan.clone()), State::start(&plan));
        Tracks { plan, field, stock: None, state, frames: Vec::new() }
    }

    pub(super) fn set(&self) -> &TileSet {
        &self.plan.set
    }

    /// The step that a turn is at after a move: moves that are owed repeat their step, a free one ends its own.
    pub(super) fn step_after(&self, filled: bool) -> u8 {
        let steps = self.plan.steps.iter().enumerate().skip(self.state.clock.step as usize);
        let taken =
            steps.map(|(index, step)| (index as u8, *step)).find(|(_, step)| *step == Step::Free || filled);
        match taken {
            Some((index, Step::Fill)) => index,
            Some((index, Step::Free)) => index + 1,
            None => self.plan.steps.len() as u8,
        }
    }

    fn end_turn(&mut self) {
        self.state.clock.pass_on(self.plan.names.seats.len());
    }

    /// Keeps how things stand before a tile is laid on `cell`; [`Tracks::finish`] is told what this gives.
    pub(super) fn begin(&mut self, cell: u32) -> Begun {
        let (state, mark) = (self.state, self.field.mark());
        self.frames.push(Frame { state, mark, drawn: None });
        Begun {
            mark,
            filled: self.is_forced(cell),
            in_force: self.plan.controlled.is_none_or(|(_, while_)| self.in_force(while_)),
        }
    }

    /// Plays a move; `owes` tells whether the seat to move then owes one.
    pub(super) fn make(&mut self, mv: Move, owes: impl FnMut(&mut Self) -> bool) {
        let (at, lie) = unpack(mv);
        let cell = self.field.cell(at).expect("a listed move is near the tiles");
        let begun = self.begin(cell);
        self.field.lay_and_follow(cell, lie, self.strain()).expect("a listed move tears no space");
        self.finish(begun, lie, owes);
    }

    /// Ends a move whose tiles are laid: draws, passes the turn on and judges.
    pub(super) fn finish(&mut self, begun: Begun, lie: u16, owes: impl FnMut(&mut Self) -> bool) {
        let Begun { mark, filled, in_force } = begun;
        let mover = self.state.clock.seat;
        self.state.sound = self.stays_sound(mark, in_force);
        self.state.clock.ply += 1;
        self.state.clock.quiet = 0;
        if self.plan.one_move_turns {
            self.state.clock.pass_on(self.plan.names.seats.len());
        } else {
            self.draw_tiles(lie);
            self.state.clock.step = self.step_after(filled);
            self.settle_where(owes);
        }
        self.state.verdict = self.judge(mark, mover);
    }

    /// Spends the tile that the seat to move has laid, and draws another where the rules say so.
    fn draw_tiles(&mut self, lie: u16) {
        let tile = self.plan.tile_of[lie as usize];
        let refill = self.plan.dealing.as_ref().is_some_and(|dealing| dealing.refill);
        if let (Some(stock), Some(frame)) = (&mut self.stock, self.frames.last_mut()) {
            frame.drawn = Some(stock.spend(self.state.clock.seat, tile, refill));
        }
    }

    /// Ends the turn if there is nothing left to do in it; seats without tiles are passed over. Of a seat whose hand is
    /// not told nobody knows that, so its turn stays as it is.
    pub(super) fn settle(&mut self) {
        self.settle_where(Self::owes);
    }

    /// The same, where `owes` tells whether the seat to move owes a move. If it was asked last and said so, nothing has
    /// changed since.
    fn settle_where(&mut self, mut owes: impl FnMut(&mut Self) -> bool) {
        for _ in 0..=self.plan.names.seats.len() {
            let seat = self.state.clock.seat;
            let is_out = self.stock.as_ref().is_some_and(|stock| stock.is_out(seat));
            let is_over = self.state.clock.step as usize >= self.plan.steps.len();
            if self.is_idle() || !is_out && (self.has_free_step() || !is_over && owes(self)) {
                return;
            }
            self.end_turn();
            if self.all_are_out() {
                return;
            }
        }
    }

    /// Whether no space would come to have too many neighbours if every crowded one were filled.
    pub(super) fn is_sound(&self) -> bool {
        self.plan.controlled.is_none_or(|(filled, _)| self.field.runs_into(None, filled).is_none())
    }

    /// Whether the position is still sound after a move that was made while the rule was in force or not. The rule saw
    /// to the tile that was chosen, not to those that followed from it.
    pub(super) fn stays_sound(&self, mark: Mark, in_force: bool) -> bool {
        match self.field.laid_since(mark).nth(1) {
            Some(_) => self.is_sound(),
            None => self.state.sound && in_force,
        }
    }

    /// Whether no seat has anything to lay.
    pub(super) fn all_are_out(&self) -> bool {
        self.stock.as_ref().is_some_and(Stock::hands_are_empty)
    }
}

impl<const SIDES: usize> Mechanic for Tracks<SIDES> {
    fn fork(&self) -> Box<dyn Mechanic> {
        Box::new(self.clone())
    }

    fn clock(&self) -> Clock {
        self.state.clock
    }

    fn verdict(&self) -> Option<Verdict> {
        self.state.verdict
    }

    fn owed(&mut self, out: &mut Vec<Move>) {
        if self.field.forced() > 0 {
            self.for_each_move(Spaces::Forced, |at, lie| {
                out.push(pack(at, lie));
                ControlFlow::Continue(())
            });
        }
    }

    fn list_unowed(&mut self, out: &mut Vec<Move>) {
        if self.has_free_step() {
            self.for_each_move(Spaces::All, |at, lie| {
                out.push(pack(at, lie));
                ControlFlow::Continue(())
            });
        }
    }

    fn count(&mut self) -> u64 {
        let mut count = 0;
        for spaces in [Spaces::Forced, Spaces::All] {
            let asked = if spaces == Spaces::Forced { self.field.forced() > 0 } else { self.has_free_step() };
            if asked && count == 0 {
                self.for_each_move(spaces, |_, _| {
                    count += 1;
                    ControlFlow::Continue(())
                });
            }
        }
        count
    }

    fn draw(&mut self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        self.draw_move(pick)
    }

    fn wander(&mut self, most: usize, pick: &mut dyn FnMut(usize) -> usize) -> usize {
        self.wander_on(most, pick)
    }

    fn deal_anew(&mut self, seed: u64) -> bool {
        self.field.rewind(Mark::START);
        (self.stock, self.state) = (None, State::start(&self.plan));
        self.frames.clear();
        self.begin_game(None, seed);
        true
    }

    fn play(&mut self, mv: Move) {
        self.make(mv, Self::owes);
    }

    fn undo(&mut self) {
        let frame = self.frames.pop().expect("undo follows a play");
        self.field.rewind(frame.mark);
        if let (Some(stock), Some(drawn)) = (&mut self.stock, frame.drawn) {
            stock.take_back(drawn);
        }
        self.state = frame.state;
    }

    /// At one stroke: only what the first of the moves found matters.
    fn take_back(&mut self, moves: usize) {
        let first = self.frames.len() - moves;
        let Some(Frame { state, mark, .. }) = self.frames.get(first).copied() else { return };
        self.field.rewind(mark);
        self.state = state;
        for frame in self.frames.drain(first..).rev() {
            if let (Some(stock), Some(drawn)) = (&mut self.stock, frame.drawn) {
                stock.take_back(drawn);
            }
        }
    }

    fn rest(&mut self, next: Option<Seat>) -> Result<(), String> {
        let (state, mark) = (self.state, self.field.mark());
        self.frames.push(Frame { state, mark, drawn: None });
        if let Some(next) = next {
            self.state.clock.ply += 1;
            self.end_turn();
            self.state.clock.seat = next;
            self.state.verdict = self.judge(mark, state.clock.seat);
        }
        Ok(())
    }

    fn may_pass(&self) -> bool {
        !self.has_free_step() && !self.is_idle()
    }

    fn pass(&mut self) {
        self.end_turn();
        self.settle();
    }

    fn is_idle(&self) -> bool {
        self.stock.as_ref().is_some_and(|stock| stock.told(self.state.clock.seat).is_none())
    }

    fn change(&mut self, change: &Change) -> Result<(), String> {
        match change {
            Change::Skip => {
                let before = self.state.clock;
                self.state.clock.ply += 1;
                self.pass();
                match self.frames.last() {
                    Some(frame) => self.state.verdict = self.judge(frame.mark, frame.state.clock.seat),
                    // Before the first move another seat begins, and no turn has gone by: a position tells whose turn it
                    // is, not how many there were.
                    None => (self.state.clock.ply, self.state.clock.turns) = (before.ply, before.turns),
                }
                Ok(())
            }
            Change::Turn { seat } => {
                self.state.clock.seat = *seat;
                Ok(())
            }
            Change::Place { .. } | Change::Remove { .. } | Change::Give { .. } => {
                Err("this game has tiles; a script can `skip`, `set`, `win` and `tie` here".into())
            }
        }
    }

    fn refusals(&mut self, deed: &Deed) -> Vec<Refusal> {
        self.explain(deed)
    }

    fn owes_instead(&self, witness: Move) -> Refusal {
        let (at, lie) = unpack(witness);
        self.explain_owed(at, lie)
    }

    fn pack(&self, deed: &Deed) -> Option<Move> {
        match deed {
            Deed::Lay { lie: Some(lie), at, .. } if reaches(*at) => Some(pack(*at, *lie)),
            _ => None,
        }
    }

    fn spell(&self, mv: Move) -> Deed {
        let (at, lie) = unpack(mv);
        Deed::Lay {
            seat: None,
            sign: self.set().lies[lie as usize].sign.clone(),
            lie: Some(lie),
            at,
            corner: self.corner(),
        }
    }

    fn look(&self) -> Look<'_> {
        Look::Tiles(self)
    }

    fn tally(&self) -> Option<Vec<(i32, String)>> {
        let points = self.points()?;
        Some(points.into_iter().map(|(points, how)| (2 * points as i32, how)).collect())
    }

    fn measure(&self, side: u8) -> i32 {
        self.measured(side)
    }

    fn determinise(&mut self, seat: Seat, dice: &mut Dice) {
        let open = self.plan.dealing.as_ref().is_some_and(|dealing| dealing.open);
        if let Some(stock) = &mut self.stock {
            stock.reshuffle(seat, open, dice);
        }
    }

    fn unplayed(&self, seat: Seat) -> u32 {
        self.stock.as_ref().map_or(0, |stock| stock.hand(seat).len() as u32)
    }

    fn key(&self) -> u64 {
        let mut tiles: Vec<(i32, i32, u16)> =
            self.field.laid().filter_map(|at| Some((at.x, at.y, self.field.lie_at(at)?))).collect();
        tiles.sort_unstable();
        let mut hasher = DefaultHasher::new();
        (tiles, self.state.clock.seat, self.state.clock.step).hash(&mut hasher);
        if let Some(stock) = &self.stock {
            stock.hands().chain([Some(stock.bag())]).for_each(|tiles| tiles.hash(&mut hasher));
        }
        hasher.finish()
    }
}

impl<const SIDES: usize> Laid for Tracks<SIDES> {
    fn set(&self) -> &TileSet {
        &self.plan.set
    }

    fn lattice(&self) -> &Lattice {
        &self.plan.lattice
    }

    fn naming(&self) -> Naming {
        self.plan.naming
    }

    fn within(&self) -> Option<(i32, i32)> {
        self.plan.within
    }

    fn lie_at(&self, at: At) -> Option<u16> {
        self.field.lie_at(at)
    }

    fn tiles(&self) -> Vec<At> {
        self.field.laid().collect()
    }

    fn tile_count(&self) -> usize {
        self.field.tiles()
    }

    fn last_laid(&self) -> Vec<At> {
        self.frames.last().map(|frame| self.field.laid_since(frame.mark).collect()).unwrap_or_default()
    }

    fn corners(&self) -> Option<(At, At)> {
        let extent = self.field.reach();
        (self.field.tiles() > 0).then(|| {
            (At { x: extent.least[0], y: extent.least[1] }, At { x: extent.most[0], y: extent.most[1] })
        })
    }
}

impl<const SIDES: usize> TileBoard for Tracks<SIDES> {
    fn plan(&self) -> &TrackPlan {
        &self.plan
    }

    fn seat(&self) -> Seat {
        self.state.clock.seat
    }

    fn survey(&self) -> Survey {
        self.take_survey()
    }

    fn step(&self) -> usize {
        self.state.clock.step as usize
    }

    fn stock(&self) -> Option<&Stock> {
        self.stock.as_ref()
    }

    fn fits(&self, at: At) -> Vec<u16> {
        match self.field.cell(at) {
            _ if self.field.tiles() == 0 => self.first_lies().collect(),
            Some(cell) if self.field.lie_at(at).is_none() => {
                self.plan.needs.fits(self.field.need(cell)).to_vec()
            }
            _ => Vec::new(),
        }
    }
}
