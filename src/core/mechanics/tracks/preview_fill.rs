//! Consequences of a tile for its neighbours, computed without placing it or by placing it tentatively.

use super::constraints::{FillState, ForcedThresholds, NONE};
use super::grid::TileGrid;
use crate::mechanics::reaches;

/// Effect of a tile on its neighbours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FillPreview {
    Calm,
    /// The neighbour through one side is filled at once.
    Pulls(usize),
    PullsSeveral,
    Torn,
}

impl<const SIDES: usize> TileGrid<SIDES> {
    /// Effect of `orientation` on the neighbours of an empty cell, without placing anything.
    pub fn preview_fill(&self, cell: u32, orientation: u16, strain: ForcedThresholds) -> FillPreview {
        let asks = &self.plan.tables[orientation as usize].asks;
        let mut foreseen = FillPreview::Calm;
        for (side, (&stride, ask)) in self.strides.iter().zip(asks).enumerate() {
            let next = &self.spots[cell.wrapping_add_signed(stride) as usize];
            // Where tiles are is unpredictable, and few neighbours are affected: one branch for both.
            let is_empty = next.orientation == NONE;
            let most = self.plan.needs.most(next.need + ask.need) & (is_empty as u8).wrapping_neg();
            match (strain.pressure(most), foreseen) {
                (FillState::Impossible, _) => return FillPreview::Torn,
                (FillState::Forced, FillPreview::Calm) => foreseen = FillPreview::Pulls(side),
                (FillState::Forced, _) => foreseen = FillPreview::PullsSeveral,
                (FillState::Free, _) => {}
            }
        }
        foreseen
    }

    /// Whether a tile that forces one neighbour leaves no space impossible, if one more tile decides it: the tile that
    /// fills the neighbour either forces nothing or makes a space impossible. `None` if the chain continues.
    pub fn foresee_fill(&self, cell: u32, orientation: u16, side: usize, strain: ForcedThresholds) -> Option<bool> {
        let pulled = self.next(cell, side);
        if self.window.is_tight(pulled) || !reaches(self.at(pulled)) {
            return None;
        }
        let (plan, asks) = (&self.plan, &self.plan.tables[orientation as usize].asks);
        let Some(fill) = plan.needs.fill(self.spots[pulled as usize].need + asks[side].need) else {
            return Some(true);
        };
        for (beyond, ask) in plan.tables[fill as usize].asks[..SIDES].iter().enumerate() {
            let next = self.next(pulled, beyond);
            let spot = &self.spots[next as usize];
            if spot.orientation != NONE || next == cell {
                continue;
            }
            let from_cell = plan.shortcuts[side][beyond].map_or(0, |side| asks[side as usize].need);
            match plan.needs.pressure(spot.need + ask.need + from_cell, strain) {
                FillState::Impossible => return Some(false),
                FillState::Forced => return None,
                FillState::Free => {}
            }
        }
        Some(true)
    }

    /// Whether no neighbour of an empty cell touches another tile, so that no tile there can force any of them.
    pub fn stands_free(&self, cell: u32) -> bool {
        let mut beside = self.sides().map(|side| &self.spots[self.next(cell, side) as usize]);
        beside.all(|spot| spot.touching == 0 || spot.orientation != NONE)
    }

    /// Whether a tile and its consequences leave no space impossible. They are placed tentatively, only as far as
    /// neighbours are affected and without the frontier and the tracks, which is much cheaper than playing them. `None`
    /// if the chain comes near the rim of the window, so that it must be played.
    pub fn rehearse(&mut self, cell: u32, orientation: u16, strain: ForcedThresholds) -> Option<bool> {
        let (mut holds, mut next) = (Some(true), Some((cell, orientation)));
        self.pulled.clear();
        while let Some((cell, orientation)) = next {
            if self.window.is_tight(cell) {
                holds = None;
                break;
            }
            self.rehearsed.push(cell);
            let TileGrid { plan, spots, strides, pulled, .. } = self;
            spots[cell as usize].orientation = orientation;
            for (&stride, ask) in strides.iter().zip(&plan.tables[orientation as usize].asks) {
                let beside = cell.wrapping_add_signed(stride);
                let spot = &mut spots[beside as usize];
                if spot.orientation != NONE {
                    continue;
                }
                spot.need += ask.need;
                match plan.needs.pressure(spot.need, strain) {
                    FillState::Impossible => holds = Some(false),
                    FillState::Forced => pulled.push(beside),
                    FillState::Free => {}
                }
            }
            next = if holds == Some(true) { self.next_fill() } else { None };
        }
        let TileGrid { plan, spots, strides, rehearsed, .. } = self;
        for cell in rehearsed.drain(..).rev() {
            let orientation = std::mem::replace(&mut spots[cell as usize].orientation, NONE);
            for (&stride, ask) in strides.iter().zip(&plan.tables[orientation as usize].asks) {
                let spot = &mut spots[cell.wrapping_add_signed(stride) as usize];
                if spot.orientation == NONE {
                    spot.need -= ask.need;
                }
            }
        }
        holds
    }
}
