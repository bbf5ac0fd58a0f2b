//! What a move would change: the cells that differ between two positions, as a drawing to be laid over the first.

use super::super::Annotations;
use super::drawing::{SvgDrawing, SvgLayer};
use super::marks::CellMark;
use super::paint::LAST_MOVE;
use super::transform::CellTransform;
use super::{SvgStyle, pieces, seat_paints, stone_board, tiles};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::{BoardView, TilesView};
use houserule_script::game::Game;
use std::collections::BTreeSet;

/// Renders the cells that differ after a move, in the coordinates of the board before it.
pub fn svg_of_changes(before: &Game, after: &Game, style: &SvgStyle) -> String {
    // The page hides what is under these.
    let mut drawing = SvgDrawing { has_targets: true, ..SvgDrawing::new() };
    match (before.board().view(), after.board().view()) {
        (BoardView::Stones(old), BoardView::Stones(new)) => {
            let grid = &new.game().grid;
            let transform = CellTransform::of_grid(grid);
            let paints = seat_paints(after, style);
            stone_board::define_cells(&mut drawing, transform);
            for at in grid.cells().map(|cell| grid.coord(cell)).filter(|at| old.stack(*at) != new.stack(*at)) {
                let (stack, centre) = (new.stack(at), transform.centre(at));
                stone_board::draw_cell(&mut drawing, transform, at);
                if !stack.is_empty() {
                    let id = pieces::define_pile(&mut drawing, new.game(), &stack, &paints);
                    drawing.stamp_on(SvgLayer::Pieces, -at.y, &id, centre, at);
                    pieces::draw_height(&mut drawing, stack.len(), centre);
                }
            }
        }
        (BoardView::Tiles(old), BoardView::Tiles(new)) => {
            let transform = CellTransform::of_tiles(new.set());
            for at in changed_tiles(old, new) {
                let mark = CellMark { transform, at, is_empty: true };
                let Some(orientation) = new.orientation_at(at) else {
                    mark.background(&mut drawing, super::drawing::BACKGROUND, "1");
                    mark.space(&mut drawing, &Annotations::default());
                    continue;
                };
                let id = tiles::define_tile(&mut drawing, new.set(), orientation, style.palette);
                drawing.stamp_on(SvgLayer::Pieces, 0, &id, transform.centre(at), at);
                tiles::draw_name(&mut drawing, new.set(), orientation, transform.centre(at));
                if new.last_laid().iter().skip(1).any(|forced| *forced == at) {
                    mark.last_consequence(&mut drawing, LAST_MOVE);
                }
            }
        }
        _ => {}
    }
    drawing.interactive_document()
}

/// Returns the cells whose tiles differ.
fn changed_tiles(old: &dyn TilesView, new: &dyn TilesView) -> BTreeSet<Coord> {
    let cells = old.tiles().into_iter().chain(new.tiles());
    cells.filter(|at| old.orientation_at(*at) != new.orientation_at(*at)).collect()
}
