//! Consequences of a tile for its neighbours, computed without placing it or by placing it tentatively.

use super::constraints::{FillState, ForcedThresholds};
use super::grid::TileGrid;
use crate::geometry::WindowCell;
use crate::mechanics::is_in_reach;
use crate::tiles::OrientationIndex;

/// Effect of a tile on its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FillPreview {
    Free,
    /// The neighbour through one side is filled at once.
    Forces(usize),
    ForcesSeveral,
    Impossible,
}

impl<const SIDES: usize> TileGrid<SIDES> {
    /// Effect of `orientation` on the neighbours of an empty cell, without placing anything.
    pub fn preview_fill(
        &self,
        cell: WindowCell,
        orientation: OrientationIndex,
        thresholds: ForcedThresholds,
    ) -> FillPreview {
        let demands = &self.rules.oriented_tiles[orientation].demands;
        let mut preview = FillPreview::Free;
        for (side, (&stride, demand)) in self.strides.iter().zip(demands).enumerate() {
            let next = &self.cells[cell.step(stride)];
            // Which neighbours are empty is unpredictable, and few are affected: one branch for both.
            let is_empty = next.orientation == OrientationIndex::NONE;
            let same_colour = self.rules.constraints.max_same_colour(next.constraint + demand.constraint)
                & u8::from(is_empty).wrapping_neg();
            match (thresholds.fill_state(same_colour), preview) {
                (FillState::Impossible, _) => return FillPreview::Impossible,
                (FillState::Forced, FillPreview::Free) => preview = FillPreview::Forces(side),
                (FillState::Forced, _) => preview = FillPreview::ForcesSeveral,
                (FillState::Free, _) => {}
            }
        }
        preview
    }

    /// Whether a tile that forces one neighbour leaves no space impossible, looking one tile ahead: the tile that fills
    /// the neighbour must force nothing or make a space impossible. `None` if the chain continues.
    pub fn preview_forced_fill(
        &self,
        cell: WindowCell,
        orientation: OrientationIndex,
        side: usize,
        thresholds: ForcedThresholds,
    ) -> Option<bool> {
        let forced_cell = self.neighbour(cell, side);
        if self.window.is_near_rim(forced_cell) || !is_in_reach(self.coord(forced_cell)) {
            return None;
        }
        let (rules, demands) = (&self.rules, &self.rules.oriented_tiles[orientation].demands);
        let Some(fill) = rules.constraints.fill(self.cells[forced_cell].constraint + demands[side].constraint) else {
            return Some(true);
        };
        for (next_side, demand) in rules.oriented_tiles[fill].demands[..SIDES].iter().enumerate() {
            let next = self.neighbour(forced_cell, next_side);
            let state = &self.cells[next];
            if state.orientation != OrientationIndex::NONE || next == cell {
                continue;
            }
            let from_cell = rules.shortcuts[side][next_side].map_or(0, |side| demands[usize::from(side)].constraint);
            match rules.constraints.fill_state(state.constraint + demand.constraint + from_cell, thresholds) {
                FillState::Impossible => return Some(false),
                FillState::Forced => return None,
                FillState::Free => {}
            }
        }
        Some(true)
    }

    /// Whether no empty neighbour of an empty cell touches another tile, so that no tile on the cell can force any of
    /// them.
    pub fn is_isolated(&self, cell: WindowCell) -> bool {
        let mut neighbours = self.sides().map(|side| &self.cells[self.neighbour(cell, side)]);
        neighbours.all(|state| state.touching == 0 || state.orientation != OrientationIndex::NONE)
    }

    /// Whether a tile and its consequences leave no space impossible. They are placed tentatively: without the frontier
    /// and the tracks, which is much cheaper than playing them. `None` if the chain comes near the rim of the window,
    /// so that it must be played.
    pub fn try_tentatively(
        &mut self,
        cell: WindowCell,
        orientation: OrientationIndex,
        thresholds: ForcedThresholds,
    ) -> Option<bool> {
        let (mut is_legal, mut next) = (Some(true), Some((cell, orientation)));
        self.fill_queue.clear();
        while let Some((cell, orientation)) = next {
            if self.window.is_near_rim(cell) {
                is_legal = None;
                break;
            }
            self.tentative.push(cell);
            let TileGrid { rules, cells, strides, fill_queue, .. } = self;
            cells[cell].orientation = orientation;
            for (&stride, demand) in strides.iter().zip(&rules.oriented_tiles[orientation].demands) {
                let neighbour = cell.step(stride);
                let state = &mut cells[neighbour];
                if state.orientation != OrientationIndex::NONE {
                    continue;
                }
                state.constraint += demand.constraint;
                match rules.constraints.fill_state(state.constraint, thresholds) {
                    FillState::Impossible => is_legal = Some(false),
                    FillState::Forced => fill_queue.push(neighbour),
                    FillState::Free => {}
                }
            }
            next = if is_legal == Some(true) { self.next_fill() } else { None };
        }
        let TileGrid { rules, cells, strides, tentative, .. } = self;
        for cell in tentative.drain(..).rev() {
            let orientation = std::mem::replace(&mut cells[cell].orientation, OrientationIndex::NONE);
            for (&stride, demand) in strides.iter().zip(&rules.oriented_tiles[orientation].demands) {
                let state = &mut cells[cell.step(stride)];
                if state.orientation == OrientationIndex::NONE {
                    state.constraint -= demand.constraint;
                }
            }
        }
        is_legal
    }
}
