//! What would become of the neighbours if a tile were laid: told without laying it, or by laying it for a moment.

use super::constraints::{FillState, ForcedThresholds, NONE};
use super::grid::TileGrid;
use crate::mechanics::reaches;

/// What becomes of the neighbours when a tile is laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FillPreview {
    Calm,
    /// The neighbour through one side is filled at once.
    Pulls(usize),
    PullsSeveral,
    Torn,
}

impl<const SIDES: usize> TileGrid<SIDES> {
    /// What becomes of the neighbours of an empty cell if `lie` is laid there can be told without laying anything.
    pub fn preview_fill(&self, cell: u32, orientation: u16, strain: ForcedThresholds) -> FillPreview {
        let asks = &self.plan.tables[orientation as usize].asks;
        let mut foreseen = FillPreview::Calm;
        for (side, (&stride, ask)) in self.strides.iter().zip(asks).enumerate() {
            let next = &self.spots[cell.wrapping_add_signed(stride) as usize];
            // Where tiles lie is a matter of chance, and few neighbours are pressed: one branch for both.
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

    /// Whether a tile that pulls one neighbour tears nothing, where that can be told by looking one tile further: the
    /// tile that fills the neighbour leaves its own neighbours calm, or tears one. `None`: the chain goes on.
    pub fn foresee_fill(
        &self,
        cell: u32,
        orientation: u16,
        side: usize,
        strain: ForcedThresholds,
    ) -> Option<bool> {
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

    /// Whether no neighbour of an empty cell touches another tile, so that no tile there can press any of them.
    pub fn stands_free(&self, cell: u32) -> bool {
        let mut beside = self.sides().map(|side| &self.spots[self.next(cell, side) as usize]);
        beside.all(|spot| spot.touching == 0 || spot.orientation != NONE)
    }

    /// Whether a tile and all that follow from it tear nothing. They are laid for a moment as far as their neighbours
    /// would notice, without the frontier and the tracks: a good deal less than laying them. `None`: the chain comes
    /// near the rim of the window, so it must be laid to know.
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
