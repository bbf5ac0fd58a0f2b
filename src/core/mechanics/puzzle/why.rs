//! Legality of one action, with the rules that it violates.

use super::definition::Area;
use super::position::PuzzlePosition;
use super::values::{Givens, Pool, Put, Swap, Take, Turn};
use crate::geometry::Coord;
use crate::mechanics::{Action, TileRef, TilesView, Violation};
use crate::text::series;
use crate::tiles::OrientationIndex;

impl PuzzlePosition {
    /// Rules that an action violates.
    pub(super) fn explain(&self, action: &Action) -> Vec<Violation> {
        let (rules, moves) = (&self.rules, self.rules.moves);
        let no_such_move = |word: &str| rules.violation::<Put>("no-move", format!("this puzzle has no move `{word}`"));
        match action {
            Action::Lay { .. } if !moves.put => vec![no_such_move("put")],
            Action::Turn { .. } if !moves.turn => vec![no_such_move("turn")],
            Action::Take { .. } if !moves.take => vec![no_such_move("take")],
            Action::Swap { .. } if !moves.swap => vec![no_such_move("swap")],
            Action::Lay { sign, orientation, at, .. } => self.explain_put(sign, *orientation, *at),
            Action::Turn { tile, orientation } => {
                let mut violations = self.explain_absent::<Turn>(tile);
                if let Some(at) = tile.at {
                    if self.is_fixed(at) {
                        let message = format!("tile {} is fixed in its given rotation", tile.sign);
                        violations.push(rules.violation::<Givens>("given", message).with_cells([at]));
                    }
                    if self.orientations.get(&at) == Some(orientation) {
                        let message = format!("tile {} already has that rotation", tile.sign);
                        violations.push(rules.violation::<Turn>("same", message).with_cells([at]));
                    }
                }
                violations
            }
            Action::Take { tile } => {
                let mut violations = self.explain_absent::<Take>(tile);
                violations.extend(self.explain_given(tile));
                violations
            }
            Action::Swap { tiles: [one, other] } => {
                let mut violations = self.explain_absent::<Swap>(one);
                violations.extend(self.explain_given(one));
                if one.at.is_some() && one.at == other.at {
                    let message = format!("tile {} cannot swap with itself", one.sign);
                    violations.push(rules.violation::<Swap>("same", message).with_cells(one.at));
                    return violations;
                }
                violations.extend(self.explain_absent::<Swap>(other));
                violations.extend(self.explain_given(other));
                if let (Some(a), Some(b)) = (one.at, other.at)
                    && self.orientations.get(&a) == self.orientations.get(&b)
                    && self.orientations.contains_key(&a)
                {
                    let message = "the two tiles are the same, so swapping them changes nothing";
                    violations.push(rules.violation::<Swap>("same", message).with_cells([a, b]));
                }
                violations
            }
            _ => {
                vec![rules.violation::<Put>("no-move", "this game has tiles, not pieces")]
            }
        }
    }

    fn explain_put(&self, sign: &str, orientation: Option<OrientationIndex>, at: Coord) -> Vec<Violation> {
        let (rules, set) = (&self.rules, self.set());
        let mut violations = Vec::new();
        let cell = self.cell_name(at);
        let tile = orientation.map(|orientation| set.orientations[orientation].tile).or_else(|| set.tile_named(sign));
        if let Some(tile) = tile.filter(|tile| self.pool[*tile] == 0) {
            let name = rules.tile_name(tile);
            let copies =
                self.orientations.iter().filter(|(_, orientation)| set.orientations[**orientation].tile == tile);
            let cells: Vec<Coord> = copies.map(|(at, _)| *at).collect();
            let places: Vec<String> = cells.iter().map(|at| self.cell_name(*at)).collect();
            let message = match places.is_empty() {
                true => format!("tile {name} is not part of the puzzle"),
                false => format!("tile {name} is already at {}", series(&places, "and")),
            };
            violations.push(rules.violation::<Pool>("not-in-pool", message).with_cells(cells));
        }
        if let Some(occupant) = self.orientations.get(&at) {
            let name = rules.tile_name(set.orientations[*occupant].tile);
            let message = format!("{cell} is occupied by tile {name}");
            violations.push(rules.violation::<Put>("occupied", message).with_cells([at]));
        } else if !self.is_inside(at) {
            let message = match rules.puzzle.area {
                Area::Free => format!("{cell} is too far away"),
                Area::Cells(_) => format!("{cell} is not a cell of the board"),
            };
            violations.push(Violation::new("outside", "board", message));
        } else if !self.open_cells().contains(&at) {
            let (message, about) = match self.orientations.is_empty() {
                true => ("the first tile must go to 0,0".to_string(), Coord { x: 0, y: 0 }),
                false => (format!("{cell} touches no tile"), at),
            };
            violations.push(rules.violation::<Put>("touch", message).with_cells([about]));
        }
        violations
    }

    fn explain_absent<V: crate::spec::RuleValue>(&self, tile: &TileRef) -> Vec<Violation> {
        match tile.at {
            Some(_) => Vec::new(),
            None => {
                let message = format!("tile {} is not on the board", tile.sign);
                vec![self.rules.violation::<V>("not-laid", message)]
            }
        }
    }

    fn explain_given(&self, tile: &TileRef) -> Option<Violation> {
        let at = tile.at.filter(|at| self.is_given(*at))?;
        let message = format!("tile {} is fixed at {}", tile.sign, self.cell_name(at));
        Some(self.rules.violation::<Givens>("given", message).with_cells([at]))
    }
}
