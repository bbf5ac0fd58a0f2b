//! Legality of one deed, explained.

use super::arranged::Layout;
use super::puzzle::Area;
use super::values::{Givens, Pool, Put, Swap, Take, Turn};
use crate::geometry::At;
use crate::mechanics::{Deed, Laid, Lying, Refusal};
use crate::vocabulary::series;

impl Layout {
    /// Everything the rules hold against a deed.
    pub(super) fn explain(&self, deed: &Deed) -> Vec<Refusal> {
        let (plan, moves) = (&self.plan, self.plan.moves);
        let barred = |word: &str| plan.refusal::<Put>("no-move", format!("this puzzle has no move `{word}`"));
        match deed {
            Deed::Lay { .. } if !moves.put => vec![barred("put")],
            Deed::Turn { .. } if !moves.turn => vec![barred("turn")],
            Deed::Take { .. } if !moves.take => vec![barred("take")],
            Deed::Swap { .. } if !moves.swap => vec![barred("swap")],
            Deed::Lay { sign, lie, at, .. } => self.explain_put(sign, *lie, *at),
            Deed::Turn { tile, lie } => {
                let mut refusals = self.explain_lying::<Turn>(tile);
                if let Some(at) = tile.at {
                    if self.is_fixed(at) {
                        let says = format!("tile {} lies as it was given", tile.sign);
                        refusals.push(plan.refusal::<Givens>("given", says).about([at]));
                    }
                    if self.lies.get(&at) == Some(lie) {
                        let says = format!("tile {} lies so already", tile.sign);
                        refusals.push(plan.refusal::<Turn>("same", says).about([at]));
                    }
                }
                refusals
            }
            Deed::Take { tile } => {
                let mut refusals = self.explain_lying::<Take>(tile);
                refusals.extend(self.explain_given(tile));
                refusals
            }
            Deed::Swap { tiles: [one, other] } => {
                let mut refusals = self.explain_lying::<Swap>(one);
                refusals.extend(self.explain_given(one));
                if one.at.is_some() && one.at == other.at {
                    let says = format!("tile {} cannot change places with itself", one.sign);
                    refusals.push(plan.refusal::<Swap>("same", says).about(one.at));
                    return refusals;
                }
                refusals.extend(self.explain_lying::<Swap>(other));
                refusals.extend(self.explain_given(other));
                if let (Some(a), Some(b)) = (one.at, other.at)
                    && self.lies.get(&a) == self.lies.get(&b)
                    && self.lies.contains_key(&a)
                {
                    let says = "the two tiles lie alike already";
                    refusals.push(plan.refusal::<Swap>("same", says).about([a, b]));
                }
                refusals
            }
            _ => {
                vec![plan.refusal::<Put>("no-move", "this game has tiles, not pieces")]
            }
        }
    }

    fn explain_put(&self, sign: &str, lie: Option<u16>, at: At) -> Vec<Refusal> {
        let (plan, set) = (&self.plan, self.set());
        let mut refusals = Vec::new();
        let cell = self.cell_name(at);
        let tile = lie.map(|lie| set.lies[lie as usize].tile).or_else(|| set.tile_named(sign));
        if let Some(tile) = tile.filter(|tile| self.pool[*tile as usize] == 0) {
            let name = plan.tile_name(tile);
            let lying = self.lies.iter().filter(|(_, lie)| set.lies[**lie as usize].tile == tile);
            let cells: Vec<At> = lying.map(|(at, _)| *at).collect();
            let places: Vec<String> = cells.iter().map(|at| self.cell_name(*at)).collect();
            let says = match places.is_empty() {
                true => format!("tile {name} is not part of the puzzle"),
                false => format!("tile {name} lies at {} already", series(&places, "and")),
            };
            refusals.push(plan.refusal::<Pool>("not-in-pool", says).about(cells));
        }
        if let Some(lain) = self.lies.get(&at) {
            let name = plan.tile_name(set.lies[*lain as usize].tile);
            let says = format!("tile {name} lies at {cell}");
            refusals.push(plan.refusal::<Put>("occupied", says).about([at]));
        } else if !self.is_inside(at) {
            let says = match plan.puzzle.area {
                Area::Free => format!("{cell} is too far away"),
                Area::Cells(_) => format!("{cell} is not a cell of the board"),
            };
            refusals.push(Refusal::new("outside", "board", says));
        } else if !self.open_cells().contains(&at) {
            let (says, about) = match self.lies.is_empty() {
                true => ("the first tile goes to 0,0".to_string(), At { x: 0, y: 0 }),
                false => (format!("{cell} touches no tile"), at),
            };
            refusals.push(plan.refusal::<Put>("touch", says).about([about]));
        }
        refusals
    }

    fn explain_lying<V: crate::vocabulary::RuleValue>(&self, tile: &Lying) -> Vec<Refusal> {
        match tile.at {
            Some(_) => Vec::new(),
            None => {
                let says = format!("tile {} does not lie on the board", tile.sign);
                vec![self.plan.refusal::<V>("not-laid", says)]
            }
        }
    }

    fn explain_given(&self, tile: &Lying) -> Option<Refusal> {
        let at = tile.at.filter(|at| self.stays(*at))?;
        let says = format!("tile {} stays at {}, where it was given", tile.sign, self.cell_name(at));
        Some(self.plan.refusal::<Givens>("given", says).about([at]))
    }
}
