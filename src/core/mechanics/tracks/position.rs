//! Position of tiles: play and undo, turns and their steps.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::describe::candidates;
use super::grid::{JournalMark, TileGrid};
use super::movegen::Spaces;
use super::rules::TrackRules;
use crate::error::BoardError;
use crate::geometry::{CellNaming, Coord, Lattice};
use crate::mechanics::supply::{BagAndHands, HandChange};
use crate::mechanics::{
    Action, Alter, BoardEffect, BoardOutcome, Evaluate, Explain, Move, Position, Seat, Survey, Team, TileBoard,
    TileGame, TilesView, TurnState, TurnStep, Violation, reaches,
};
use crate::rng::Rng;
use crate::tiles::TileSet;

/// Position with its undo history.
#[derive(Clone)]
pub struct TrackPosition<const SIDES: usize> {
    pub(super) plan: Arc<TrackRules>,
    pub(super) field: TileGrid<SIDES>,
    /// Bag and hands, in a game that has them.
    pub(super) stock: Option<BagAndHands>,
    pub(super) state: TrackState,
    pub(super) frames: Vec<TrackUndoFrame>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TrackState {
    /// Turn state; its step is an index into the rules' steps.
    pub clock: TurnState,
    /// Whether filling every crowded space would leave no space with too many neighbours; always true while a rule
    /// enforces it.
    pub sound: bool,
    pub verdict: Option<BoardOutcome>,
}

impl TrackState {
    fn start(plan: &TrackRules) -> TrackState {
        let clock = TurnState { step: plan.begins_at, ..TurnState::default() };
        TrackState { clock, sound: true, verdict: None }
    }
}

/// State before a move.
#[derive(Clone, Copy)]
pub(super) struct TrackUndoFrame {
    state: TrackState,
    mark: JournalMark,
    drawn: Option<HandChange>,
}

/// What is known of a position before a tile is placed.
pub(super) struct StartedBoard {
    mark: JournalMark,
    /// Whether the tile goes to a forced cell.
    filled: bool,
    /// Whether a rule is in force that keeps filling from overcrowding a space.
    in_force: bool,
}

/// Packed move: the orientation in the low 16 bits, then the coordinate.
pub(super) fn pack(at: Coord, orientation: u16) -> Move {
    Move(orientation as u64 | (at.x as u16 as u64) << 16 | (at.y as u16 as u64) << 32)
}

pub(super) fn unpack(Move(word): Move) -> (Coord, u16) {
    (Coord { x: (word >> 16) as u16 as i16 as i32, y: (word >> 32) as u16 as i16 as i32 }, word as u16)
}

impl<const SIDES: usize> TrackPosition<SIDES> {
    /// Position with no tiles placed or dealt.
    pub(super) fn bare(plan: Arc<TrackRules>) -> Self {
        let (field, state) = (TileGrid::new(plan.clone()), TrackState::start(&plan));
        TrackPosition { plan, field, stock: None, state, frames: Vec::new() }
    }

    pub(super) fn set(&self) -> &TileSet {
        &self.plan.set
    }

    /// Step of the turn after a move: mandatory moves repeat their step, a free one ends its own.
    pub(super) fn step_after(&self, filled: bool) -> u8 {
        let steps = self.plan.steps.iter().enumerate().skip(self.state.clock.step as usize);
        let taken = steps.map(|(index, step)| (index as u8, *step)).find(|(_, step)| *step == TurnStep::Free || filled);
        match taken {
            Some((index, TurnStep::Fill)) => index,
            Some((index, TurnStep::Free)) => index + 1,
            None => self.plan.steps.len() as u8,
        }
    }

    fn end_turn(&mut self) {
        self.state.clock.pass_on(self.plan.names.seats.len());
    }

    /// Saves the state before a tile is placed on `cell`; the result is passed to [`TrackPosition::finish`].
    pub(super) fn begin(&mut self, cell: u32) -> StartedBoard {
        let (state, mark) = (self.state, self.field.mark());
        self.frames.push(TrackUndoFrame { state, mark, drawn: None });
        StartedBoard {
            mark,
            filled: self.is_forced(cell),
            in_force: self.plan.controlled.is_none_or(|(_, while_)| self.in_force(while_)),
        }
    }

    /// Plays a move; `owes` determines whether the seat to move then has a mandatory move.
    pub(super) fn make(&mut self, mv: Move, owes: impl FnMut(&mut Self) -> bool) {
        let (at, orientation) = unpack(mv);
        let cell = self.field.cell(at).expect("a listed move is near the tiles");
        let begun = self.begin(cell);
        self.field.lay_and_follow(cell, orientation, self.strain()).expect("a listed move tears no space");
        self.finish(begun, orientation, owes);
    }

    /// Completes a move whose tiles are placed: draws tiles, ends the turn and evaluates the end rules.
    pub(super) fn finish(&mut self, begun: StartedBoard, orientation: u16, owes: impl FnMut(&mut Self) -> bool) {
        let StartedBoard { mark, filled, in_force } = begun;
        let mover = self.state.clock.seat;
        self.state.sound = self.stays_sound(mark, in_force);
        self.state.clock.ply += 1;
        self.state.clock.plies_since_progress = 0;
        if self.plan.one_move_turns {
            self.state.clock.pass_on(self.plan.names.seats.len());
        } else {
            self.draw_tiles(orientation);
            self.state.clock.step = self.step_after(filled);
            self.settle_where(owes);
        }
        self.state.verdict = self.judge(mark, mover);
    }

    /// Removes the placed tile from the hand of the seat to move, and draws another if the rules say so.
    fn draw_tiles(&mut self, orientation: u16) {
        let tile = self.plan.tile_of[orientation as usize];
        let refill = self.plan.dealing.as_ref().is_some_and(|dealing| dealing.refill);
        if let (Some(stock), Some(frame)) = (&mut self.stock, self.frames.last_mut()) {
            frame.drawn = Some(stock.spend(self.state.clock.seat, tile, refill));
        }
    }

    /// Ends the turn if nothing is left to do in it; seats without tiles are skipped. If a hand is unknown, its seat is
    /// not skipped.
    pub(super) fn settle(&mut self) {
        self.settle_where(Self::owes);
    }

    /// Like [`settle`](Self::settle), where `owes` determines whether the seat to move has a mandatory move. If its
    /// last call returned `true`, nothing has changed since.
    fn settle_where(&mut self, mut owes: impl FnMut(&mut Self) -> bool) {
        for _ in 0..=self.plan.names.seats.len() {
            let seat = self.state.clock.seat;
            let is_out = self.stock.as_ref().is_some_and(|stock| stock.is_out(seat));
            let is_over = self.state.clock.step as usize >= self.plan.steps.len();
            if self.has_unknown_hand() || !is_out && (self.has_free_step() || !is_over && owes(self)) {
                return;
            }
            self.end_turn();
            if self.all_are_out() {
                return;
            }
        }
    }

    /// Whether filling every crowded space would leave no space with too many neighbours.
    pub(super) fn is_sound(&self) -> bool {
        self.plan.controlled.is_none_or(|(filled, _)| self.field.runs_into(None, filled).is_none())
    }

    /// Whether the position is still sound after a move; `in_force` is whether the rule was in force. The rule covers
    /// the chosen tile, not those that were forced by it.
    pub(super) fn stays_sound(&self, mark: JournalMark, in_force: bool) -> bool {
        match self.field.laid_since(mark).nth(1) {
            Some(_) => self.is_sound(),
            None => self.state.sound && in_force,
        }
    }

    /// Whether every hand is empty.
    pub(super) fn all_are_out(&self) -> bool {
        self.stock.as_ref().is_some_and(BagAndHands::hands_are_empty)
    }
}

impl<const SIDES: usize> Position for TrackPosition<SIDES> {
    fn fork(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn clock(&self) -> TurnState {
        self.state.clock
    }

    fn outcome(&self) -> Option<BoardOutcome> {
        self.state.verdict
    }

    fn mandatory_moves(&mut self, out: &mut Vec<Move>) {
        if self.field.forced() > 0 {
            self.for_each_move(Spaces::Forced, |at, orientation| {
                out.push(pack(at, orientation));
                ControlFlow::Continue(())
            });
        }
    }

    fn free_moves(&mut self, out: &mut Vec<Move>) {
        if self.has_free_step() {
            self.for_each_move(Spaces::All, |at, orientation| {
                out.push(pack(at, orientation));
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

    fn sample_move(&mut self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        self.draw_move(pick)
    }

    fn playout(&mut self, most: usize, pick: &mut dyn FnMut(usize) -> usize) -> usize {
        self.wander_on(most, pick)
    }

    fn reset(&mut self, seed: u64) -> bool {
        self.field.rewind(JournalMark::START);
        (self.stock, self.state) = (None, TrackState::start(&self.plan));
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

    /// In one step: only the state before the first of the moves matters.
    fn take_back(&mut self, moves: usize) {
        let first = self.frames.len() - moves;
        let Some(TrackUndoFrame { state, mark, .. }) = self.frames.get(first).copied() else { return };
        self.field.rewind(mark);
        self.state = state;
        for frame in self.frames.drain(first..).rev() {
            if let (Some(stock), Some(drawn)) = (&mut self.stock, frame.drawn) {
                stock.take_back(drawn);
            }
        }
    }

    fn has_unknown_hand(&self) -> bool {
        self.stock.as_ref().is_some_and(|stock| stock.told(self.state.clock.seat).is_none())
    }

    fn hash(&self) -> u64 {
        let mut tiles: Vec<(i32, i32, u16)> =
            self.field.laid().filter_map(|at| Some((at.x, at.y, self.field.orientation_at(at)?))).collect();
        tiles.sort_unstable();
        let mut hasher = DefaultHasher::new();
        (tiles, self.state.clock.seat, self.state.clock.step).hash(&mut hasher);
        if let Some(stock) = &self.stock {
            stock.hands().chain([Some(stock.bag())]).for_each(|tiles| tiles.hash(&mut hasher));
        }
        hasher.finish()
    }
}

impl<const SIDES: usize> Alter for TrackPosition<SIDES> {
    fn null_move(&mut self, next: Option<Seat>) -> Result<(), BoardError> {
        let (state, mark) = (self.state, self.field.mark());
        self.frames.push(TrackUndoFrame { state, mark, drawn: None });
        if let Some(next) = next {
            self.state.clock.ply += 1;
            self.end_turn();
            self.state.clock.seat = next;
            self.state.verdict = self.judge(mark, state.clock.seat);
        }
        Ok(())
    }

    fn may_pass(&self) -> bool {
        !self.has_free_step() && !self.has_unknown_hand()
    }

    fn pass(&mut self) {
        self.end_turn();
        self.settle();
    }

    fn change(&mut self, change: &BoardEffect) -> Result<(), BoardError> {
        match change {
            BoardEffect::Skip => {
                let before = self.state.clock;
                self.state.clock.ply += 1;
                self.pass();
                match self.frames.last() {
                    Some(frame) => self.state.verdict = self.judge(frame.mark, frame.state.clock.seat),
                    // Before the first move another seat starts, and no turn is counted: a position records whose turn
                    // it is, not how many there were.
                    None => (self.state.clock.ply, self.state.clock.turns) = (before.ply, before.turns),
                }
                Ok(())
            }
            BoardEffect::Turn { seat } => {
                self.state.clock.seat = *seat;
                Ok(())
            }
            BoardEffect::Place { .. } | BoardEffect::Remove { .. } | BoardEffect::Give { .. } => {
                Err("this game has tiles; a script can `skip`, `set`, `win` and `tie` here".into())
            }
        }
    }
}

impl<const SIDES: usize> Explain for TrackPosition<SIDES> {
    fn violations(&mut self, action: &Action) -> Vec<Violation> {
        self.explain(action)
    }

    fn mandatory_violation(&self, witness: Move) -> Violation {
        let (at, orientation) = unpack(witness);
        self.explain_owed(at, orientation)
    }

    fn pack(&self, action: &Action) -> Option<Move> {
        match action {
            Action::Lay { orientation: Some(orientation), at, .. } if reaches(*at) => Some(pack(*at, *orientation)),
            _ => None,
        }
    }

    fn unpack(&self, mv: Move) -> Action {
        let (at, orientation) = unpack(mv);
        Action::Lay {
            seat: None,
            sign: self.set().orientations[orientation as usize].sign.clone(),
            orientation: Some(orientation),
            at,
            corner: self.corner(),
        }
    }

    fn candidates(&self) -> Vec<Action> {
        candidates(self)
    }
}

impl<const SIDES: usize> Evaluate for TrackPosition<SIDES> {
    fn score_now(&self) -> Option<Vec<(i32, String)>> {
        let points = self.points()?;
        Some(points.into_iter().map(|(points, how)| (2 * points as i32, how)).collect())
    }

    fn evaluate(&self, team: Team) -> i32 {
        self.measured(team)
    }

    fn determinise(&mut self, seat: Seat, rng: &mut Rng) {
        let open = self.plan.dealing.as_ref().is_some_and(|dealing| dealing.open);
        if let Some(stock) = &mut self.stock {
            stock.reshuffle(seat, open, rng);
        }
    }

    fn reserves_left(&self, seat: Seat) -> u32 {
        self.stock.as_ref().map_or(0, |stock| stock.hand(seat).len() as u32)
    }
}

impl<const SIDES: usize> TilesView for TrackPosition<SIDES> {
    fn game(&self) -> Option<&dyn TileBoard> {
        Some(self)
    }

    fn set(&self) -> &TileSet {
        &self.plan.set
    }

    fn lattice(&self) -> &Lattice {
        &self.plan.lattice
    }

    fn naming(&self) -> CellNaming {
        self.plan.naming
    }

    fn within(&self) -> Option<(i32, i32)> {
        self.plan.within
    }

    fn orientation_at(&self, at: Coord) -> Option<u16> {
        self.field.orientation_at(at)
    }

    fn tiles(&self) -> Vec<Coord> {
        self.field.laid().collect()
    }

    fn tile_count(&self) -> usize {
        self.field.tiles()
    }

    fn last_laid(&self) -> Vec<Coord> {
        self.frames.last().map(|frame| self.field.laid_since(frame.mark).collect()).unwrap_or_default()
    }

    fn corners(&self) -> Option<(Coord, Coord)> {
        let extent = self.field.reach();
        (self.field.tiles() > 0)
            .then(|| (Coord { x: extent.least[0], y: extent.least[1] }, Coord { x: extent.most[0], y: extent.most[1] }))
    }
}

impl<const SIDES: usize> TileBoard for TrackPosition<SIDES> {
    fn plan(&self) -> &TileGame {
        &self.plan.game
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

    fn stock(&self) -> Option<&BagAndHands> {
        self.stock.as_ref()
    }

    fn fits(&self, at: Coord) -> Vec<u16> {
        match self.field.cell(at) {
            _ if self.field.tiles() == 0 => self.first_orientations().collect(),
            Some(cell) if self.field.orientation_at(at).is_none() => {
                self.plan.needs.fits(self.field.need(cell)).to_vec()
            }
            _ => Vec::new(),
        }
    }
}
