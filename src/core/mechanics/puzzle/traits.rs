//! Implementation of the position traits for puzzles.

use std::collections::BTreeSet;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use super::definition::{PuzzleAim, TrackForm};
use super::judge::longest;
use super::position::{PuzzlePosition, PuzzleUndoFrame};
use super::steps::PuzzleStep;
use crate::error::BoardError;
use crate::geometry::{CellNaming, Coord, Lattice};
use crate::mechanics::{
    Action, Alter, BoardEffect, BoardOutcome, Evaluate, Explain, Move, Position, Seat, TileRef, TilesView, TurnState,
    Violation, is_in_reach,
};
use crate::tiles::{OrientationIndex, TileSet};

impl Position for PuzzlePosition {
    fn fork(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }

    fn turn_state(&self) -> TurnState {
        self.turn_state
    }

    fn outcome(&self) -> Option<BoardOutcome> {
        self.outcome
    }

    fn free_moves(&mut self, out: &mut Vec<Move>) {
        self.for_each_step(|step| out.push(step.pack()));
    }

    fn count_moves(&mut self) -> u64 {
        let mut count = 0;
        self.for_each_step(|_| count += 1);
        count
    }

    fn play(&mut self, mv: Move) {
        let step = PuzzleStep::unpack(mv);
        let inverse = match step {
            PuzzleStep::Turn { at, .. } => PuzzleStep::Turn { at, orientation: self.orientations[&at] },
            step => step,
        };
        self.frames.push(PuzzleUndoFrame { step: inverse, turn_state: self.turn_state, outcome: self.outcome });
        match step {
            PuzzleStep::Put { at, orientation } => self.put_down(at, orientation),
            PuzzleStep::Turn { at, orientation } => {
                self.orientations.insert(at, orientation);
            }
            PuzzleStep::Take { at, .. } => self.pick_up(at),
            PuzzleStep::Swap { at, other } => self.swap_tiles(at, other),
        }
        self.turn_state.advance(self.rules.names.seats.len());
        self.outcome = self.evaluate_ends();
    }

    fn undo(&mut self) {
        let PuzzleUndoFrame { step, turn_state, outcome } = self.frames.pop().expect("undo follows a play");
        match step {
            PuzzleStep::Put { at, .. } => self.pick_up(at),
            PuzzleStep::Turn { at, orientation } => {
                self.orientations.insert(at, orientation);
            }
            PuzzleStep::Take { at, orientation } => self.put_down(at, orientation),
            PuzzleStep::Swap { at, other } => self.swap_tiles(at, other),
        }
        (self.turn_state, self.outcome) = (turn_state, outcome);
    }

    fn hash(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.orientations.hash(&mut hasher);
        hasher.finish()
    }
}

impl Alter for PuzzlePosition {
    fn apply_effect(&mut self, effect: &BoardEffect) -> Result<(), BoardError> {
        match effect {
            BoardEffect::Skip | BoardEffect::Turn { .. } => Ok(()),
            BoardEffect::Place { .. } | BoardEffect::Remove { .. } | BoardEffect::Give { .. } => {
                Err("this game has tiles; use `set`, `win` or `tie`".into())
            }
        }
    }
}

impl Explain for PuzzlePosition {
    fn violations(&mut self, action: &Action) -> Vec<Violation> {
        self.explain(action)
    }

    fn pack(&self, action: &Action) -> Option<Move> {
        let step = match action {
            Action::Lay { orientation: Some(orientation), at, .. } if is_in_reach(*at) => {
                PuzzleStep::Put { at: *at, orientation: *orientation }
            }
            Action::Turn { tile: TileRef { at: Some(at), .. }, orientation } => {
                PuzzleStep::Turn { at: *at, orientation: *orientation }
            }
            Action::Take { tile: TileRef { at: Some(at), .. } } => {
                PuzzleStep::Take { at: *at, orientation: *self.orientations.get(at)? }
            }
            Action::Swap { tiles: [TileRef { at: Some(at), .. }, TileRef { at: Some(other), .. }] } => {
                PuzzleStep::Swap { at: *at.min(other), other: *at.max(other) }
            }
            _ => return None,
        };
        Some(step.pack())
    }

    fn unpack(&self, mv: Move) -> Action {
        match PuzzleStep::unpack(mv) {
            PuzzleStep::Put { at, orientation } => {
                let sign = self.rules.tile_name(self.set().orientations[orientation].tile).to_string();
                Action::Lay { seat: None, sign, orientation: Some(orientation), at, corner: self.corner() }
            }
            PuzzleStep::Turn { at, orientation } => Action::Turn { tile: self.tile_ref(at), orientation },
            PuzzleStep::Take { at, .. } => Action::Take { tile: self.tile_ref(at) },
            PuzzleStep::Swap { at, other } => Action::Swap { tiles: [self.tile_ref(at), self.tile_ref(other)] },
        }
    }

    /// Any tile of the pool, in any rotation, on any open cell.
    fn candidates(&self) -> Vec<Action> {
        let cells = self.open_cells();
        let orientations = self.pool().into_iter().flat_map(|tile| self.set().orientation_indices(tile));
        orientations
            .flat_map(|orientation| cells.iter().map(move |at| self.placement(None, orientation, *at)))
            .collect()
    }
}

impl Evaluate for PuzzlePosition {
    /// Sum of the longest tracks, or the longest tracks of the goals' colours so far.
    fn score_now(&self) -> Option<Vec<(i32, String)>> {
        let map = self.tile_map();
        let (points, explanation) = match &self.rules.puzzle.aim {
            PuzzleAim::Longest(form) => {
                let colours = self.set().colours.indices();
                let sum: u32 = colours.map(|colour| longest(&map.strands(colour), *form)).sum();
                (sum, format!("sum of the longest {}s", form.name()))
            }
            PuzzleAim::Goals(goals) if goals.is_empty() => (self.orientations.len() as u32, "tiles laid".to_string()),
            PuzzleAim::Goals(goals) => {
                let parts = goals.iter().map(|goal| {
                    let strands = map.strands(goal.colour);
                    let best = longest(&strands, TrackForm::Line).max(longest(&strands, TrackForm::Loop));
                    (best, format!("{best} in {}", self.set().colours[goal.colour].name))
                });
                let (counts, words): (Vec<u32>, Vec<String>) = parts.unzip();
                (counts.iter().sum(), words.join(", "))
            }
        };
        Some(vec![(2 * points as i32, explanation)])
    }

    fn reserves_left(&self, _: Seat) -> u32 {
        self.pool.iter().map(|count| *count as u32).sum()
    }
}

impl TilesView for PuzzlePosition {
    fn puzzle(&self) -> Option<&PuzzlePosition> {
        Some(self)
    }

    fn set(&self) -> &TileSet {
        &self.rules.puzzle.set
    }

    fn lattice(&self) -> &Lattice {
        &self.rules.lattice
    }

    fn naming(&self) -> CellNaming {
        self.rules.naming
    }

    fn orientation_at(&self, at: Coord) -> Option<OrientationIndex> {
        self.orientations.get(&at).copied()
    }

    /// Ordered by column and row, since tiles can be removed.
    fn tiles(&self) -> Vec<Coord> {
        self.orientations.keys().copied().collect()
    }

    fn journal(&self) -> Vec<Coord> {
        let mut first: BTreeSet<Coord> = self.orientations.keys().copied().collect();
        let mut changes: Vec<Coord> = Vec::new();
        for frame in self.frames.iter().rev() {
            match frame.step {
                PuzzleStep::Put { at, .. } => changes.extend(first.take(&at)),
                PuzzleStep::Take { at, .. } => changes.extend(first.insert(at).then_some(at)),
                PuzzleStep::Turn { .. } | PuzzleStep::Swap { .. } => {}
            }
        }
        first.into_iter().chain(changes.into_iter().rev()).collect()
    }

    fn tile_count(&self) -> usize {
        self.orientations.len()
    }

    fn last_laid(&self) -> Vec<Coord> {
        match self.frames.last().map(|frame| frame.step) {
            Some(PuzzleStep::Put { at, .. } | PuzzleStep::Turn { at, .. }) => vec![at],
            Some(PuzzleStep::Swap { at, other }) => vec![at, other],
            Some(PuzzleStep::Take { .. }) | None => Vec::new(),
        }
    }

    fn corners(&self) -> Option<(Coord, Coord)> {
        let (x, y) = (|at: &Coord| at.x, |at: &Coord| at.y);
        let min = Coord { x: self.orientations.keys().map(x).min()?, y: self.orientations.keys().map(y).min()? };
        Some((min, Coord { x: self.orientations.keys().map(x).max()?, y: self.orientations.keys().map(y).max()? }))
    }
}
