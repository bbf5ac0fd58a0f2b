//! Which cells of a board of tiles are shown, and what its rows and columns are called.

use std::collections::BTreeSet;

use super::annotations::Annotations;
use super::screen::Screen;
use super::window;
use houserule_core::geometry::{CellNaming, Coord, column_name};
use houserule_core::mechanics::TilesView;

/// Returns the empty cells to show: neighbours of tiles and annotated cells; before the first tile, its cell.
pub(super) fn spaces(board: &dyn TilesView, annotations: &Annotations) -> BTreeSet<Coord> {
    let steps = &board.lattice().steps;
    let tiles = board.tiles();
    let around = tiles.iter().flat_map(|at| steps.iter().map(|step| at.plus(*step, 1)));
    let mut cells: BTreeSet<Coord> = around.chain(annotations.cells()).collect();
    if cells.is_empty() {
        cells.insert(Coord { x: 0, y: 0 });
    }
    let (corners, within) = (board.corners(), board.max_extent());
    let fits = |at: &Coord| match (corners, within) {
        (Some((min, max)), Some((width, height))) => {
            let span = |at: i32, min: i32, max: i32| at.max(max) - at.min(min) + 1;
            span(at.x, min.x, max.x) <= width && span(at.y, min.y, max.y) <= height
        }
        _ => true,
    };
    cells.retain(|at| board.orientation_at(*at).is_none() && fits(at));
    cells
}

/// Returns the cells to keep visible when a board is cropped, the most important first; never empty.
pub(super) fn focus_cells(board: &dyn TilesView, annotations: &Annotations) -> Vec<Coord> {
    match annotations.focus_cells() {
        cells if cells.is_empty() => vec![board.tiles().last().copied().unwrap_or(Coord { x: 0, y: 0 })],
        cells => cells,
    }
}

/// Returns the cells that tiles and annotations take.
pub(super) fn all_cells(board: &dyn TilesView, annotations: &Annotations) -> Vec<Coord> {
    let mut cells = board.tiles();
    cells.extend(spaces(board, annotations));
    cells
}

/// Returns the cells that are not among those shown.
pub(super) fn hidden_cells(all: &[Coord], shown: &[Coord]) -> BTreeSet<Coord> {
    let shown: BTreeSet<&Coord> = shown.iter().collect();
    all.iter().filter(|at| !shown.contains(at)).copied().collect()
}

/// Returns the name of a column, as the game counts them.
pub(super) fn column_label(board: &dyn TilesView, x: i32) -> String {
    match board.naming() {
        CellNaming::Counted => column_name(x - board.corner().x + 1),
        CellNaming::Axial => x.to_string(),
    }
}

/// Returns the name of a row, as the game counts them.
pub(super) fn row_label(board: &dyn TilesView, y: i32) -> String {
    match board.naming() {
        CellNaming::Counted => (y - board.corner().y + 1).to_string(),
        CellNaming::Axial => y.to_string(),
    }
}

/// Keeps the rows around the focus that fit on the screen; returns how many are hidden above and below. A row takes
/// `row_lines` lines, and what is below the board `lines_below`.
pub(super) fn crop_rows(
    cells: &mut Vec<Coord>,
    focus: &[Coord],
    row_lines: usize,
    lines_below: usize,
    screen: &Screen,
) -> (usize, usize) {
    let rows = |cells: &[Coord]| Some((cells.iter().map(|at| at.y).min()?, cells.iter().map(|at| at.y).max()?));
    let (Some((first, last)), Some(lines)) = (rows(cells), screen.rows) else { return (0, 0) };
    let count = (last - first + 1) as usize;
    let room = lines.saturating_sub(lines_below);
    let focus: Vec<usize> = focus.iter().map(|at| (at.y - first).max(0) as usize).collect();
    let shown = window::visible_range(&vec![row_lines; count], &focus, room);
    cells.retain(|at| shown.contains(&((at.y - first) as usize)));
    (shown.start, count - shown.end)
}

/// Whether the tile across a side shows another colour there.
pub(super) fn clashes(board: &dyn TilesView, at: Coord, side: usize) -> bool {
    let (set, lattice) = (board.set(), board.lattice());
    let colour = |at: Coord, side: usize| Some(set.orientations[board.orientation_at(at)?].colours[side]);
    let other = colour(at.plus(lattice.steps[side], 1), lattice.opposite(side));
    other.is_some() && other != colour(at, side)
}
