//! Legality of one action, explained.

use super::definition::Area;
use super::position::PuzzlePosition;
use super::values::{Givens, Pool, Put, Swap, Take, Turn};
use crate::geometry::Coord;
use crate::mechanics::{Action, TileRef, TilesView, Violation};
use crate::text::series;

impl PuzzlePosition {
    /// Rules that an action violates.
    pub(super) fn explain(&self, action: &Action) -> Vec<Violation> {
        let (plan, moves) = (&self.plan, self.plan.moves);
        let barred = |word: &str| plan.violation::<Put>("no-move", format!("this puzzle has no move `{word}`"));
        match action {
            Action::Lay { .. } if !moves.put => vec![barred("put")],
            Action::Turn { .. } if !moves.turn => vec![barred("turn")],
            Action::Take { .. } if !moves.take => vec![barred("take")],
            Action::Swap { .. } if !moves.swap => vec![barred("swap")],
            Action::Lay { sign, orientation, at, .. } => self.explain_put(sign, *orientation, *at),
            Action::Turn { tile, orientation } => {
                let mut violations = self.explain_lying::<Turn>(tile);
                if let Some(at) = tile.at {
                    if self.is_fixed(at) {
                        let says = format!("tile {} lies as it was given", tile.sign);
                        violations.push(plan.violation::<Givens>("given", says).about([at]));
                    }
                    if self.orientations.get(&at) == Some(orientation) {
                        let says = format!("tile {} lies so already", tile.sign);
                        violations.push(plan.violation::<Turn>("same", says).about([at]));
                    }
                }
                violations
            }
            Action::Take { tile } => {
                let mut violations = self.explain_lying::<Take>(tile);
                violations.extend(self.explain_given(tile));
                violations
            }
            Action::Swap { tiles: [one, other] } => {
                let mut violations = self.explain_lying::<Swap>(one);
                violations.extend(self.explain_given(one));
                if one.at.is_some() && one.at == other.at {
                    let says = format!("tile {} cannot change places with itself", one.sign);
                    violations.push(plan.violation::<Swap>("same", says).about(one.at));
                    return violations;
                }
                violations.extend(self.explain_lying::<Swap>(other));
                violations.extend(self.explain_given(other));
                if let (Some(a), Some(b)) = (one.at, other.at)
                    && self.orientations.get(&a) == self.orientations.get(&b)
                    && self.orientations.contains_key(&a)
                {
                    let says = "the two tiles lie alike already";
                    violations.push(plan.violation::<Swap>("same", says).about([a, b]));
                }
                violations
            }
            _ => {
                vec![plan.violation::<Put>("no-move", "this game has tiles, not pieces")]
            }
        }
    }

    fn explain_put(&self, sign: &str, orientation: Option<u16>, at: Coord) -> Vec<Violation> {
        let (plan, set) = (&self.plan, self.set());
        let mut violations = Vec::new();
        let cell = self.cell_name(at);
        let tile =
            orientation.map(|orientation| set.orientations[orientation as usize].tile).or_else(|| set.tile_named(sign));
        if let Some(tile) = tile.filter(|tile| self.pool[*tile as usize] == 0) {
            let name = plan.tile_name(tile);
            let lying = self
                .orientations
                .iter()
                .filter(|(_, orientation)| set.orientations[**orientation as usize].tile == tile);
            let cells: Vec<Coord> = lying.map(|(at, _)| *at).collect();
            let places: Vec<String> = cells.iter().map(|at| self.cell_name(*at)).collect();
            let says = match places.is_empty() {
                true => format!("tile {name} is not part of the puzzle"),
                false => format!("tile {name} lies at {} already", series(&places, "and")),
            };
            violations.push(plan.violation::<Pool>("not-in-pool", says).about(cells));
        }
        if let Some(lain) = self.orientations.get(&at) {
            let name = plan.tile_name(set.orientations[*lain as usize].tile);
            let says = format!("tile {name} lies at {cell}");
            violations.push(plan.violation::<Put>("occupied", says).about([at]));
        } else if !self.is_inside(at) {
            let says = match plan.puzzle.area {
                Area::Free => format!("{cell} is too far away"),
                Area::Cells(_) => format!("{cell} is not a cell of the board"),
            };
            violations.push(Violation::new("outside", "board", says));
        } else if !self.open_cells().contains(&at) {
            let (says, about) = match self.orientations.is_empty() {
                true => ("the first tile goes to 0,0".to_string(), Coord { x: 0, y: 0 }),
                false => (format!("{cell} touches no tile"), at),
            };
            violations.push(plan.violation::<Put>("touch", says).about([about]));
        }
        violations
    }

    fn explain_lying<V: crate::spec::RuleValue>(&self, tile: &TileRef) -> Vec<Violation> {
        match tile.at {
            Some(_) => Vec::new(),
            None => {
                let says = format!("tile {} does not lie on the board", tile.sign);
                vec![self.plan.violation::<V>("not-laid", says)]
            }
        }
    }

    fn explain_given(&self, tile: &TileRef) -> Option<Violation> {
        let at = tile.at.filter(|at| self.stays(*at))?;
        let says = format!("tile {} stays at {}, where it was given", tile.sign, self.cell_name(at));
        Some(self.plan.violation::<Givens>("given", says).about([at]))
    }
}
