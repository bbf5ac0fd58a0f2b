//! A position of tiles: legal moves, play and undo, and what the end rules say.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::field::{Field, Mark};
use super::needs::Pressure;
use super::plan::{TrackEnd, TrackPlan};
use super::values::{Claim, TrackResult};
use crate::geometry::At;
use crate::mechanics::{
    Change, Clock, Deed, Look, Mechanic, Move, Refusal, Seat, SeatSet, TileBoard, Verdict,
};
use crate::tiles::TileSet;

/// A position with its past.
#[derive(Clone)]
pub struct Tracks {
    pub(super) plan: Arc<TrackPlan>,
    pub(super) field: Field,
    state: State,
    frames: Vec<Frame>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct State {
    clock: Clock,
    verdict: Option<Verdict>,
}

/// How things stood before a move.
#[derive(Clone, Copy)]
struct Frame {
    state: State,
    mark: Mark,
    mover: Seat,
}

pub(super) const ORIGIN: At = At { x: 0, y: 0 };

/// The packing of moves: the lie in the low half, then the place.
pub(super) fn pack(at: At, lie: u16) -> Move {
    Move(lie as u64 | (at.x as u16 as u64) << 16 | (at.y as u16 as u64) << 32)
}

fn unpack(Move(word): Move) -> (At, u16) {
    (At { x: (word >> 16) as u16 as i16 as i32, y: (word >> 32) as u16 as i16 as i32 }, word as u16)
}

impl Tracks {
    pub fn new(plan: Arc<TrackPlan>) -> Tracks {
        Tracks { field: Field::new(plan.clone()), plan, state: State::default(), frames: Vec::new() }
    }

    pub(super) fn set(&self) -> &TileSet {
        &self.plan.set
    }

    /// The lies in which the first tile may be laid.
    pub(super) fn first_lies(&self) -> impl Iterator<Item = u16> + '_ {
        let wanted = self.plan.first_rotation;
        let fits = move |rotation: u8| wanted.is_none_or(|wanted| wanted == rotation);
        (0..).zip(&self.plan.set.lies).filter(move |(_, lie)| fits(lie.rotation)).map(|(index, _)| index)
    }

    /// Whether a tile there stays within the box the rules give and within what we can hold.
    pub(super) fn is_within(&self, at: At) -> bool {
        let extent = &self.field.extent;
        let span = |axis: usize, along: i32| extent.most[axis].max(along) - extent.least[axis].min(along) + 1;
        TrackPlan::reaches(at)
            && self
                .plan
                .within
                .is_none_or(|(width, height)| span(0, at.x) <= width && span(1, at.y) <= height)
    }

    /// How many tiles the next one must touch: no more than there are.
    pub(super) fn to_touch(&self) -> u32 {
        self.plan.touch.min(self.field.tiles() as u32)
    }

    pub(super) fn touches(&self, at: At) -> u32 {
        let steps = self.plan.lattice.steps.iter();
        steps.filter(|step| self.field.lie_at(at.plus(**step, 1)).is_some()).count() as u32
    }

    /// Visits every legal move. A chain of forced tiles is laid only where a look at the neighbours cannot tell how
    /// it goes.
    fn for_each_move(&mut self, mut visit: impl FnMut(At, u16)) {
        if self.field.tiles() == 0 {
            let lies: Vec<u16> = self.first_lies().collect();
            lies.into_iter().for_each(|lie| visit(ORIGIN, lie));
            return;
        }
        let plan = self.plan.clone();
        let places: Vec<At> = self.field.frontier().iter().map(|&cell| self.field.at(cell)).collect();
        for at in places {
            if !self.is_within(at) || plan.touch > 1 && self.touches(at) < self.to_touch() {
                continue;
            }
            let Some(cell) = self.field.cell(at) else { continue };
            let need = self.field.need(cell);
            for &lie in plan.needs.fits(need) {
                let legal = match self.field.foresee(cell, lie) {
                    Pressure::Calm => true,
                    Pressure::Torn => false,
                    Pressure::Pulled => self.chain_holds(at, lie),
                };
                if legal {
                    visit(at, lie);
                }
            }
        }
    }

    /// Lays a tile and all that follow, and takes them back: whether no space was torn.
    fn chain_holds(&mut self, at: At, lie: u16) -> bool {
        let mark = self.field.mark();
        let Some(cell) = self.field.cell(at) else { return false };
        let held = self.field.lay_and_follow(cell, lie).is_ok();
        self.field.rewind(mark);
        held
    }

    /// The seats that some end gives the game to after the last move. Ends that a track reaches and that follow each
    /// other in the list are one question: the mover's loop comes before another seat's line.
    fn judge(&self, mark: Mark, mover: Seat) -> Option<Verdict> {
        let ends = &self.plan.ends;
        let seats = self.plan.names.seats.len();
        let mut group: Vec<(SeatSet, u8)> = Vec::new();
        for (index, (_, end)) in ends.iter().enumerate() {
            let over = match end {
                TrackEnd::TilesPlayed(count) => self.field.tiles() >= *count as usize,
                TrackEnd::Limit(plies) => self.state.clock.ply >= *plies,
                TrackEnd::Loop(_) | TrackEnd::Line(_) => false,
            };
            if over {
                return Some(Verdict { winners: SeatSet::first(seats), end: index as u8 });
            }
            let Some(claim) = end.claim() else { continue };
            group.push((self.winners_by(claim, self.claimants(end, mark), mover), index as u8));
            if ends.get(index + 1).is_some_and(|(_, next)| next.claim().is_some()) {
                continue;
            }
            let reached = group.iter().fold(SeatSet::default(), |all, (by, _)| all.union(*by));
            if let Some(winners) = claim.tie.winners(reached, mover, seats) {
                let how = group.iter().find(|(by, _)| by.meets(winners));
                return Some(Verdict { winners, end: how.map_or(index as u8, |(_, end)| *end) });
            }
            group.clear();
        }
        None
    }

    /// Who gains by the tracks of `claimants`.
    fn winners_by(&self, claim: Claim, mut claimants: SeatSet, mover: Seat) -> SeatSet {
        let all = SeatSet::first(self.plan.names.seats.len());
        if claim.only_mover {
            claimants = claimants.without(all.without(SeatSet::only(mover)));
        }
        match claim.result {
            TrackResult::Loss if claimants == all => all,
            TrackResult::Loss if !claimants.is_empty() => all.without(claimants),
            _ => claimants,
        }
    }

    /// The seats whose colour has a loop or a line that the last move made. A track it did not touch cannot have
    /// become one: the tiles in play only ever grow.
    fn claimants(&self, end: &TrackEnd, mark: Mark) -> SeatSet {
        let mut seats = SeatSet::default();
        let mut colours = 0u32;
        match end {
            TrackEnd::Loop(rule) => {
                for closed in self.field.closed_since(mark).iter().filter(|closed| closed.length >= rule.min)
                {
                    colours |= 1 << closed.colour;
                }
            }
            TrackEnd::Line(rule) => {
                let extent = &self.field.extent;
                for axis in 0..self.plan.lattice.axes.len() {
                    if extent.span(axis) < rule.across {
                        continue;
                    }
                    let along = |at: At| self.plan.lattice.along(axis, at);
                    for (here, there, colour) in self.field.ends_since(mark) {
                        if along(here) < extent.least[axis] && along(there) > extent.most[axis] {
                            colours |= 1 << colour;
                        }
                    }
                }
            }
            TrackEnd::TilesPlayed(_) | TrackEnd::Limit(_) => {}
        }
        for (colour, seat) in self.plan.seat_of_colour.iter().enumerate() {
            if let Some(seat) = seat.filter(|_| colours >> colour & 1 != 0) {
                seats.insert(seat);
            }
        }
        seats
    }
}

impl Mechanic for Tracks {
    fn fork(&self) -> Box<dyn Mechanic> {
        Box::new(self.clone())
    }

    fn clock(&self) -> Clock {
        self.state.clock
    }

    fn verdict(&self) -> Option<Verdict> {
        self.state.verdict
    }

    fn list(&mut self, out: &mut Vec<Move>) {
        self.for_each_move(|at, lie| out.push(pack(at, lie)));
    }

    fn count(&mut self) -> u64 {
        let mut count = 0;
        self.for_each_move(|_, _| count += 1);
        count
    }

    fn play(&mut self, mv: Move) {
        let (at, lie) = unpack(mv);
        let mover = self.state.clock.seat;
        let mark = self.field.mark();
        self.frames.push(Frame { state: self.state, mark, mover });
        let cell = self.field.cell(at).expect("a listed move is near the tiles");
        self.field.lay_and_follow(cell, lie).expect("a listed move tears no space");
        self.state.clock.advance(self.plan.names.seats.len());
        self.state.clock.quiet = 0;
        self.state.verdict = self.judge(mark, mover);
    }

    fn undo(&mut self) {
        let frame = self.frames.pop().expect("undo follows a play");
        self.field.rewind(frame.mark);
        self.state = frame.state;
    }

    fn change(&mut self, change: &Change) -> Result<(), String> {
        match change {
            Change::Skip => {
                self.state.clock.advance(self.plan.names.seats.len());
                if let Some(frame) = self.frames.last() {
                    self.state.verdict = self.judge(frame.mark, frame.mover);
                }
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

    fn pack(&self, deed: &Deed) -> Option<Move> {
        match deed {
            Deed::Lay { lie: Some(lie), at, .. } if TrackPlan::reaches(*at) => Some(pack(*at, *lie)),
            _ => None,
        }
    }

    fn spell(&self, mv: Move) -> Deed {
        let (at, lie) = unpack(mv);
        Deed::Lay {
            sign: self.set().lies[lie as usize].sign.clone(),
            lie: Some(lie),
            at,
            corner: self.corner(),
        }
    }

    fn look(&self) -> Look<'_> {
        Look::Tiles(self)
    }

    fn tally(&self) -> Option<(Vec<i32>, String)> {
        None
    }

    fn unplayed(&self, _: Seat) -> u32 {
        0
    }

    fn key(&self) -> u64 {
        let mut tiles: Vec<(i32, i32, u16)> =
            self.field.laid().filter_map(|at| Some((at.x, at.y, self.field.lie_at(at)?))).collect();
        tiles.sort_unstable();
        let mut hasher = DefaultHasher::new();
        (tiles, self.state.clock.seat).hash(&mut hasher);
        hasher.finish()
    }
}

impl TileBoard for Tracks {
    fn plan(&self) -> &TrackPlan {
        &self.plan
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
        let extent = &self.field.extent;
        (self.field.tiles() > 0).then(|| {
            (At { x: extent.least[0], y: extent.least[1] }, At { x: extent.most[0], y: extent.most[1] })
        })
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
