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
use crate::geometry::{CellNaming, Coord, Lattice, WindowCell};
use crate::index::IndexVec;
use crate::mechanics::supply::{BagAndHands, HandChange};
use crate::mechanics::{
    Action, Alter, BoardEffect, BoardOutcome, Evaluate, Explain, Move, Position, Seat, Survey, Team, TileBoard,
    TileGame, TilesView, TurnState, TurnStep, Violation, is_in_reach,
};
use crate::rng::Rng;
use crate::tiles::{ColourIndex, OrientationIndex, TileSet};

/// Position with its undo history.
#[derive(Clone)]
pub struct TrackPosition<const SIDES: usize> {
    pub(super) rules: Arc<TrackRules>,
    pub(super) grid: TileGrid<SIDES>,
    /// Bag and hands, in a game that has them.
    pub(super) stock: Option<BagAndHands>,
    pub(super) state: TrackState,
    pub(super) frames: Vec<TrackUndoFrame>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TrackState {
    /// Turn state; its step is an index into the rules' steps.
    pub turn_state: TurnState,
    /// Whether the closure, filling every crowded space, overcrowds no space; always true while a rule enforces it.
    pub is_sound: bool,
    pub outcome: Option<BoardOutcome>,
}

impl TrackState {
    fn start(rules: &TrackRules) -> TrackState {
        let turn_state = TurnState { step: rules.opening_step, ..TurnState::default() };
        TrackState { turn_state, is_sound: true, outcome: None }
    }
}

/// State before a move.
#[derive(Clone, Copy)]
pub(super) struct TrackUndoFrame {
    state: TrackState,
    mark: JournalMark,
    hand_change: Option<HandChange>,
}

/// Facts about the position before a tile is placed, needed to finish the move.
pub(super) struct StartedMove {
    mark: JournalMark,
    /// Step that the move makes: `Fill` on a forced cell.
    pub step: TurnStep,
    /// Whether the rule against overcrowding (`controlled_side`) is in force.
    is_rule_in_force: bool,
}

/// Packed move: the orientation in the low 16 bits, then the coordinate.
pub(super) fn pack(at: Coord, orientation: OrientationIndex) -> Move {
    Move(orientation.index() as u64 | (at.x as u16 as u64) << 16 | (at.y as u16 as u64) << 32)
}

pub(super) fn unpack(Move(word): Move) -> (Coord, OrientationIndex) {
    (
        Coord { x: (word >> 16) as u16 as i16 as i32, y: (word >> 32) as u16 as i16 as i32 },
        OrientationIndex::new(word as usize),
    )
}

impl<const SIDES: usize> TrackPosition<SIDES> {
    /// Position with no tiles placed or dealt.
    pub(super) fn empty(rules: Arc<TrackRules>) -> Self {
        let (grid, state) = (TileGrid::new(rules.clone()), TrackState::start(&rules));
        TrackPosition { rules, grid, stock: None, state, frames: Vec::new() }
    }

    pub(super) fn set(&self) -> &TileSet {
        &self.rules.set
    }

    /// Step of the turn after a move: mandatory moves repeat their step, a free move ends its own.
    pub(super) fn step_after(&self, made: TurnStep) -> u8 {
        let steps = self.rules.steps.iter().enumerate().skip(usize::from(self.state.turn_state.step));
        let mut steps = steps.map(|(index, step)| (index as u8, *step));
        match steps.find(|(_, step)| *step == TurnStep::Free || made == TurnStep::Fill) {
            Some((index, TurnStep::Fill)) => index,
            Some((index, TurnStep::Free)) => index + 1,
            None => self.rules.steps.len() as u8,
        }
    }

    fn end_turn(&mut self) {
        self.state.turn_state.next_turn(self.rules.names.seats.len());
    }

    /// Saves the state before a tile is placed on `cell`; the result is passed to [`TrackPosition::finish_move`].
    pub(super) fn begin_move(&mut self, cell: WindowCell) -> StartedMove {
        let started = self.started_move(cell);
        self.frames.push(TrackUndoFrame { state: self.state, mark: started.mark, hand_change: None });
        started
    }

    /// What a move on `cell` needs to know of the position before it.
    pub(super) fn started_move(&self, cell: WindowCell) -> StartedMove {
        StartedMove {
            mark: self.grid.mark(),
            step: if self.is_forced(cell) { TurnStep::Fill } else { TurnStep::Free },
            is_rule_in_force: self.rules.controlled_sides.is_none_or(|(_, while_)| self.is_in_force(while_)),
        }
    }

    /// Plays a move; `has_mandatory_move` determines whether the seat to move then has a mandatory move.
    pub(super) fn make(&mut self, mv: Move, has_mandatory_move: impl FnMut(&mut Self) -> bool) {
        let (at, orientation) = unpack(mv);
        let cell = self.grid.cell(at).expect("a listed move is near the tiles");
        let started = self.begin_move(cell);
        self.grid.lay_and_follow(cell, orientation, self.thresholds()).expect("a listed move fits");
        self.finish_move(started, orientation, has_mandatory_move);
    }

    /// Completes a move whose tiles are placed: refills the hand, ends the turn and evaluates the end rules.
    pub(super) fn finish_move(
        &mut self,
        started: StartedMove,
        orientation: OrientationIndex,
        has_mandatory_move: impl FnMut(&mut Self) -> bool,
    ) {
        let mover = self.state.turn_state.seat;
        self.state.is_sound = self.is_sound_after(&started);
        self.state.turn_state.ply += 1;
        self.state.turn_state.plies_since_progress = 0;
        if self.rules.one_move_turns {
            self.state.turn_state.next_turn(self.rules.names.seats.len());
        } else {
            self.spend_tile(orientation);
            self.state.turn_state.step = self.step_after(started.step);
            self.advance_turn_with(has_mandatory_move);
        }
        self.state.outcome = self.judge(started.mark, mover);
    }

    /// Removes the placed tile from the hand of the seat to move and, if hands are refilled, draws another.
    fn spend_tile(&mut self, orientation: OrientationIndex) {
        let tile = self.rules.tile_of[orientation];
        let refills = self.rules.dealing.as_ref().is_some_and(|dealing| dealing.refills);
        let seat = self.state.turn_state.seat;
        if let (Some(stock), Some(frame)) = (&mut self.stock, self.frames.last_mut()) {
            let hand_change = if refills { stock.spend_and_refill(seat, tile) } else { stock.spend(seat, tile) };
            frame.hand_change = Some(hand_change);
        }
    }

    /// Ends the turn if no move is left in it, and skips seats without tiles. A seat with an unknown hand is not
    /// skipped.
    pub(super) fn advance_turn(&mut self) {
        self.advance_turn_with(Self::has_mandatory_move);
    }

    /// Like [`advance_turn`](Self::advance_turn), where `has_mandatory_move` determines whether the seat to move has a
    /// mandatory move. If its last call returned `true`, nothing has changed since.
    fn advance_turn_with(&mut self, mut has_mandatory_move: impl FnMut(&mut Self) -> bool) {
        for _ in 0..=self.rules.names.seats.len() {
            let seat = self.state.turn_state.seat;
            let is_out = self.stock.as_ref().is_some_and(|stock| stock.is_out(seat));
            let is_over = usize::from(self.state.turn_state.step) >= self.rules.steps.len();
            if self.has_unknown_hand() || !is_out && (self.has_free_step() || !is_over && has_mandatory_move(self)) {
                return;
            }
            self.end_turn();
            if self.are_hands_empty() {
                return;
            }
        }
    }

    /// Whether the closure overcrowds no space.
    pub(super) fn is_sound(&self) -> bool {
        self.rules.controlled_sides.is_none_or(|(filled, _)| self.grid.find_overcrowded(None, filled).is_none())
    }

    /// Whether the position is still sound after a move. The rule only covers the chosen tile, not those that it
    /// forced.
    pub(super) fn is_sound_after(&self, started: &StartedMove) -> bool {
        match self.grid.laid_since(started.mark).nth(1) {
            Some(_) => self.is_sound(),
            None => self.state.is_sound && started.is_rule_in_force,
        }
    }

    /// Whether every hand is empty.
    pub(super) fn are_hands_empty(&self) -> bool {
        self.stock.as_ref().is_some_and(BagAndHands::hands_are_empty)
    }
}

impl<const SIDES: usize> Position for TrackPosition<SIDES> {
    fn fork(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn turn_state(&self) -> TurnState {
        self.state.turn_state
    }

    fn outcome(&self) -> Option<BoardOutcome> {
        self.state.outcome
    }

    fn mandatory_moves(&mut self, out: &mut Vec<Move>) {
        if self.grid.forced_count() > 0 {
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

    fn count_moves(&mut self) -> u64 {
        let mut count = 0;
        for spaces in [Spaces::Forced, Spaces::All] {
            let applies = if spaces == Spaces::Forced { self.grid.forced_count() > 0 } else { self.has_free_step() };
            if applies && count == 0 {
                self.for_each_move(spaces, |_, _| {
                    count += 1;
                    ControlFlow::Continue(())
                });
            }
        }
        count
    }

    fn sample_move(&mut self, pick: &mut dyn FnMut(usize) -> usize) -> Option<Move> {
        self.sample_legal_move(pick)
    }

    fn playout(&mut self, max_plies: usize, pick: &mut dyn FnMut(usize) -> usize) -> usize {
        self.fast_playout(max_plies, pick)
    }

    fn reset(&mut self, seed: u64) -> bool {
        self.grid.rewind(JournalMark::START);
        (self.stock, self.state) = (None, TrackState::start(&self.rules));
        self.frames.clear();
        self.begin_game(None, seed);
        true
    }

    fn play(&mut self, mv: Move) {
        self.make(mv, Self::has_mandatory_move);
    }

    fn undo(&mut self) {
        let frame = self.frames.pop().expect("undo follows a play");
        self.grid.rewind(frame.mark);
        if let (Some(stock), Some(hand_change)) = (&mut self.stock, frame.hand_change) {
            stock.undo_spend(hand_change);
        }
        self.state = frame.state;
    }

    /// In one step: only the state before the first of the moves matters.
    fn undo_many(&mut self, count: usize) {
        let first = self.frames.len() - count;
        let Some(TrackUndoFrame { state, mark, .. }) = self.frames.get(first).copied() else { return };
        self.grid.rewind(mark);
        self.state = state;
        for frame in self.frames.drain(first..).rev() {
            if let (Some(stock), Some(hand_change)) = (&mut self.stock, frame.hand_change) {
                stock.undo_spend(hand_change);
            }
        }
    }

    fn has_unknown_hand(&self) -> bool {
        self.stock.as_ref().is_some_and(|stock| stock.known_hand(self.state.turn_state.seat).is_none())
    }

    fn hash(&self) -> u64 {
        let mut tiles: Vec<(i32, i32, OrientationIndex)> =
            self.grid.laid().filter_map(|at| Some((at.x, at.y, self.grid.orientation_at(at)?))).collect();
        tiles.sort_unstable();
        let mut hasher = DefaultHasher::new();
        (tiles, self.state.turn_state.seat, self.state.turn_state.step).hash(&mut hasher);
        if let Some(stock) = &self.stock {
            stock.hands().chain([Some(stock.bag())]).for_each(|tiles| tiles.hash(&mut hasher));
        }
        hasher.finish()
    }
}

impl<const SIDES: usize> Alter for TrackPosition<SIDES> {
    fn null_move(&mut self, next: Option<Seat>) -> Result<(), BoardError> {
        let (state, mark) = (self.state, self.grid.mark());
        self.frames.push(TrackUndoFrame { state, mark, hand_change: None });
        if let Some(next) = next {
            self.state.turn_state.ply += 1;
            self.end_turn();
            self.state.turn_state.seat = next;
            self.state.outcome = self.judge(mark, state.turn_state.seat);
        }
        Ok(())
    }

    fn may_pass(&self) -> bool {
        !self.has_free_step() && !self.has_unknown_hand()
    }

    fn pass(&mut self) {
        self.end_turn();
        self.advance_turn();
    }

    fn apply_effect(&mut self, effect: &BoardEffect) -> Result<(), BoardError> {
        match effect {
            BoardEffect::Skip => {
                let before = self.state.turn_state;
                self.state.turn_state.ply += 1;
                self.pass();
                match self.frames.last() {
                    Some(frame) => self.state.outcome = self.judge(frame.mark, frame.state.turn_state.seat),
                    // Before the first move another seat starts, and no turn is counted: a position records the seat to
                    // move, not the number of turns.
                    None => (self.state.turn_state.ply, self.state.turn_state.turns) = (before.ply, before.turns),
                }
                Ok(())
            }
            BoardEffect::Turn { seat } => {
                self.state.turn_state.seat = *seat;
                Ok(())
            }
            BoardEffect::Place { .. } | BoardEffect::Remove { .. } | BoardEffect::Give { .. } => {
                Err("this game has tiles; use `skip`, `set`, `win` or `tie`".into())
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
        self.explain_mandatory(at, orientation)
    }

    fn pack(&self, action: &Action) -> Option<Move> {
        match action {
            Action::Lay { orientation: Some(orientation), at, .. } if is_in_reach(*at) => Some(pack(*at, *orientation)),
            _ => None,
        }
    }

    fn unpack(&self, mv: Move) -> Action {
        let (at, orientation) = unpack(mv);
        Action::Lay {
            seat: None,
            sign: self.set().orientations[orientation].sign.clone(),
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

    fn points_now(&self) -> Option<Vec<i32>> {
        Some(self.team_points()?.into_iter().map(|points| 2 * points as i32).collect())
    }

    fn evaluate(&self, team: Team) -> i32 {
        self.static_eval(team)
    }

    fn determinise(&mut self, seat: Seat, rng: &mut Rng) {
        let open = self.rules.dealing.as_ref().is_some_and(|dealing| dealing.is_open);
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
        &self.rules.set
    }

    fn lattice(&self) -> &Lattice {
        &self.rules.lattice
    }

    fn naming(&self) -> CellNaming {
        self.rules.naming
    }

    fn max_extent(&self) -> Option<(i32, i32)> {
        self.rules.max_extent
    }

    fn orientation_at(&self, at: Coord) -> Option<OrientationIndex> {
        self.grid.orientation_at(at)
    }

    fn tiles(&self) -> Vec<Coord> {
        self.grid.laid().collect()
    }

    fn tile_count(&self) -> usize {
        self.grid.tile_count()
    }

    fn last_laid(&self) -> Vec<Coord> {
        self.frames.last().map(|frame| self.grid.laid_since(frame.mark).collect()).unwrap_or_default()
    }

    fn corners(&self) -> Option<(Coord, Coord)> {
        let extent = self.grid.tile_extent();
        (self.grid.tile_count() > 0)
            .then(|| (Coord { x: extent.min[0], y: extent.min[1] }, Coord { x: extent.max[0], y: extent.max[1] }))
    }
}

impl<const SIDES: usize> TileBoard for TrackPosition<SIDES> {
    fn tile_game(&self) -> &TileGame {
        &self.rules.game
    }

    fn seat(&self) -> Seat {
        self.state.turn_state.seat
    }

    fn forced_cells(&self) -> Vec<Coord> {
        self.forced_spaces().iter().map(|&cell| self.grid.coord(cell)).collect()
    }

    fn longest_tracks(&self) -> IndexVec<ColourIndex, (u32, u32)> {
        self.grid.longest()
    }

    fn survey(&self) -> Survey {
        self.build_survey()
    }

    fn step(&self) -> usize {
        usize::from(self.state.turn_state.step)
    }

    fn stock(&self) -> Option<&BagAndHands> {
        self.stock.as_ref()
    }

    fn fits(&self, at: Coord) -> Vec<OrientationIndex> {
        match self.grid.cell(at) {
            _ if self.grid.tile_count() == 0 => self.first_orientations().collect(),
            Some(cell) if self.grid.orientation_at(at).is_none() => {
                self.rules.constraints.fits(self.grid.constraint(cell)).to_vec()
            }
            _ => Vec::new(),
        }
    }
}
