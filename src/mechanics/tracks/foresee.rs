//! What would become of the neighbours if a tile were laid: told without laying it, or by laying it for a moment.

use super::field::Field;
use super::needs::{NONE, Pressure, Strain};
use crate::mechanics::reaches;

/// What becomes of the neighbours when a tile is laid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foreseen {
    Calm,
    /// The neighbour through one side is filled at once.
    Pulls(usize),
    PullsSeveral,
    Torn,
}

impl<const SIDES: usize> Field<SIDES> {
    /// What becomes of the neighbours of an empty cell if `lie` is laid there can be told without laying anything.
    pub fn foresee(&self, cell: u32, lie: u16, strain: Strain) -> Foreseen {
        let asks = &self.plan.kit[lie as usize].asks;
        let mut foreseen = Foreseen::Calm;
        for (side, (&stride, ask)) in self.strides.iter().zip(asks).enumerate() {
            let next = &self.spots[cell.wrapping_add_signed(stride) as usize];
            // Where tiles lie is a matter of chance, and few neighbours are pressed: one branch for both.
            let is_empty = next.lie == NONE;
            let most = self.plan.needs.most(next.need + ask.need) & (is_empty as u8).wrapping_neg();
            match (strain.pressure(most), foreseen) {
                (Pressure::Torn, _) => return Foreseen::Torn,
                (Pressure::Pulled, Foreseen::Calm) => foreseen = Foreseen::Pulls(side),
                (Pressure::Pulled, _) => foreseen = Foreseen::PullsSeveral,
                (Pressure::Calm, _) => {}
            }
        }
        foreseen
    }

    /// Whether a tile that pulls one neighbour tears nothing, where that can be told by looking one tile further: the
    /// tile that fills the neighbour leaves its own neighbours calm, or tears one. `None`: the chain goes on.
    pub fn foresee_fill(&self, cell: u32, lie: u16, side: usize, strain: Strain) -> Option<bool> {
        let pulled = self.next(cell, side);
        if self.window.is_tight(pulled) || !reaches(self.at(pulled)) {
            return None;
        }
        let (plan, asks) = (&self.plan, &self.plan.kit[lie as usize].asks);
        let Some(fill) = plan.needs.fill(self.spots[pulled as usize].need + asks[side].need) else {
            return Some(true);
        };
        for (beyond, ask) in plan.kit[fill as usize].asks[..SIDES].iter().enumerate() {
            let next = self.next(pulled, beyond);
            let spot = &self.spots[next as usize];
            if spot.lie != NONE || next == cell {
                continue;
            }
            let from_cell = plan.shortcuts[side][beyond].map_or(0, |side| asks[side as usize].need);
            match plan.needs.pressure(spot.need + ask.need + from_cell, strain) {
                Pressure::Torn => return Some(false),
                Pressure::Pulled => return None,
                Pressure::Calm => {}
            }
        }
        Some(true)
    }

    /// Whether no neighbour of an empty cell touches another tile, so that no tile there can press any of them.
    pub fn stands_free(&self, cell: u32) -> bool {
        let mut beside = self.sides().map(|side| &self.spots[self.next(cell, side) as usize]);
        beside.all(|spot| spot.touching == 0 || spot.lie != NONE)
    }

    /// Whether a tile and all that follow from it tear nothing. They are laid for a moment as far as their neighbours
    /// would notice, without the frontier and the tracks: a good deal less than laying them. `None`: the chain comes
    /// near the rim of the window, so it must be laid to know.
    pub fn rehearse(&mut self, cell: u32, lie: u16, strain: Strain) -> Option<bool> {
        let (mut holds, mut next) = (Some(true), Some((cell, lie)));
        self.pulled.clear();
        while let Some((cell, lie)) = next {
            if self.window.is_tight(cell) {
                holds = None;
                break;
            }
            self.rehearsed.push(cell);
            let Field { plan, spots, strides, pulled, .. } = self;
            spots[cell as usize].lie = lie;
            for (&stride, ask) in strides.iter().zip(&plan.kit[lie as usize].asks) {
                let beside = cell.wrapping_add_signed(stride);
                let spot = &mut spots[beside as usize];
                if spot.lie != NONE {
                    continue;
                }
                spot.need += ask.need;
                match plan.needs.pressure(spot.need, strain) {
                    Pressure::Torn => holds = Some(false),
                    Pressure::Pulled => pulled.push(beside),
                    Pressure::Calm => {}
                }
            }
            next = if holds == Some(true) { self.next_fill() } else { None };
        }
        let Field { plan, spots, strides, rehearsed, .. } = self;
        for cell in rehearsed.drain(..).rev() {
            let lie = std::mem::replace(&mut spots[cell as usize].lie, NONE);
            for (&stride, ask) in strides.iter().zip(&plan.kit[lie as usize].asks) {
                let spot = &mut spots[cell.wrapping_add_signed(stride) as usize];
                if spot.lie == NONE {
                    spot.need -= ask.need;
                }
            }
        }
        holds
    }
}
