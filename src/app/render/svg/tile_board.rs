//! A board of tiles: squares or hexagons, the spaces around them, coordinates and marks.

use std::collections::BTreeSet;

use super::super::cells::{clashes, column_label, row_label, spaces};
use super::super::palette::Palette;
use super::super::{Annotations, colours};
use super::drawing::{FAINT, SvgDrawing, SvgLayer, TextStyle, number};
use super::marks::CellMark;
use super::paint::{DECISIVE, LAST_MOVE, Paint};
use super::tiles::{self, TRACK_WIDTH};
use super::transform::{CellTransform, HALF, polar};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::TilesView;

/// Colour that outlines the tiles of the last move in blocks, where a set has yellow tracks.
const LAST_MOVE_BESIDE_YELLOW: &str = "#f5f5f0";

/// Part of the height of a cell that a letter takes.
const HEIGHT_OF_LETTER: f64 = 0.35;

/// Draws tiles, the spaces around them, annotations and coordinates.
pub fn draw(drawing: &mut SvgDrawing, board: &dyn TilesView, annotations: &Annotations, palette: Palette) {
    let transform = CellTransform::of_tiles(board.set());
    let spaces = spaces(board, annotations);
    for &at in &spaces {
        let mark = CellMark { transform, at, is_empty: true };
        mark.space(drawing, annotations);
        mark.draw_annotations(drawing, annotations);
    }
    draw_tiles(drawing, board, palette);
    let has_yellow = board.set().colours.iter().any(|colour| colour.name == "yellow");
    // In blocks an outline in gold looks like a yellow track.
    let outline = if drawing.listed_texts.is_some() && has_yellow { LAST_MOVE_BESIDE_YELLOW } else { LAST_MOVE };
    for at in board.tiles() {
        let mark = CellMark { transform, at, is_empty: false };
        match annotations.changed(at) {
            Some(0) => mark.last_move(drawing, outline),
            Some(_) => mark.last_consequence(drawing, outline),
            None => {}
        }
        mark.draw_annotations(drawing, annotations);
    }
    mark_clashes(drawing, board, transform);
    for &(at, side) in &annotations.decisive.tracks {
        trace_track(drawing, board, at, side, palette);
    }
    let cells = shown_cells(board, annotations);
    let [right, down] = transform.half_size();
    // Where a space is a letter and no outline, there is nothing above and below it.
    let down = if drawing.listed_texts.is_some() { down * HEIGHT_OF_LETTER } else { down };
    for [x, y] in spaces.iter().map(|at| transform.centre(*at)) {
        drawing.bounds.include([x - right, y - down], [x + right, y + down]);
    }
    match transform.sides {
        6 => write_axial_coordinates(drawing, transform, &cells),
        _ => write_rows_and_columns(drawing, transform, board, &cells),
    }
}

/// Returns the cells of the tiles and the spaces around them.
pub fn shown_cells(board: &dyn TilesView, annotations: &Annotations) -> BTreeSet<Coord> {
    board.tiles().into_iter().chain(spaces(board, annotations)).collect()
}

/// Draws the tiles only.
pub fn draw_tiles(drawing: &mut SvgDrawing, board: &dyn TilesView, palette: Palette) {
    let transform = CellTransform::of_tiles(board.set());
    let [right, down] = transform.half_size();
    for at in board.tiles() {
        let Some(orientation) = board.orientation_at(at) else { continue };
        let [x, y] = transform.centre(at);
        let id = tiles::define_tile(drawing, board.set(), orientation, palette);
        drawing.bounds.include([x - right, y - down], [x + right, y + down]);
        drawing.stamp_on(SvgLayer::Pieces, 0, &id, [x, y], at);
        tiles::draw_name(drawing, board.set(), orientation, [x, y]);
    }
}

/// Marks the sides at which two tiles show different colours.
fn mark_clashes(drawing: &mut SvgDrawing, board: &dyn TilesView, transform: CellTransform) {
    for at in board.tiles() {
        for side in (0..transform.sides / 2).filter(|side| clashes(board, at, *side)) {
            let [x, y] = transform.centre(at);
            let [dx, dy] = polar(HALF, transform.direction(side as f64));
            let [x, y] = [x + dx, y + dy].map(number);
            drawing.put(
                SvgLayer::Marks,
                format!(
                    "<g transform=\"translate({x} {y})\"><circle r=\"8.5\" fill=\"#fff\" stroke=\"#b3261e\" stroke-width=\"2.4\"/>\
                     <path d=\"M-3.6 -3.6L3.6 3.6M3.6 -3.6L-3.6 3.6\" stroke=\"#b3261e\" stroke-width=\"2.4\" stroke-linecap=\"round\"/></g>"
                ),
            );
        }
    }
}

/// Traces a track that decided the game.
fn trace_track(drawing: &mut SvgDrawing, board: &dyn TilesView, at: Coord, side: usize, palette: Palette) {
    let Some(orientation) = board.orientation_at(at).map(|orientation| &board.set().orientations[orientation]) else {
        return;
    };
    let transform = CellTransform::of_tiles(board.set());
    let path = tiles::track_path(transform, side, orientation.links[side]);
    let colour = orientation.colours[side];
    let paint = Paint::of_track(palette, colours::colour_name(board, colour), colour.index());
    let [x, y] = transform.centre(at).map(number);
    let wide = number(TRACK_WIDTH + 8.0);
    // All glows are below all tracks, so that none covers the track next to it.
    for (depth, stroke, width) in [(0, DECISIVE, wide.as_str()), (1, paint.face.as_str(), "13")] {
        drawing.put_at(
            SvgLayer::Traces,
            depth,
            format!(
                "<path transform=\"translate({x} {y})\" d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>"
            ),
        );
    }
}

/// Writes column names above and row names at the left, as the game counts them.
fn write_rows_and_columns(
    drawing: &mut SvgDrawing,
    transform: CellTransform,
    board: &dyn TilesView,
    cells: &BTreeSet<Coord>,
) {
    let (xs, ys): (BTreeSet<i32>, BTreeSet<i32>) = cells.iter().map(|at| (at.x, at.y)).unzip();
    let (Some(&left), Some(&top)) = (xs.first(), ys.first()) else { return };
    let style = TextStyle::new(15.0, FAINT);
    for x in xs {
        let [right, down] = transform.centre(Coord { x, y: top });
        drawing.write(SvgLayer::Margin, style.middle(), [right, down - HALF - 14.0], &column_label(board, x));
    }
    for y in ys {
        let [x, down] = transform.centre(Coord { x: left, y });
        drawing.write(SvgLayer::Margin, style.end(), [x - HALF - 8.0, down], &row_label(board, y));
    }
}

/// Writes axial coordinates: the second number at the left end of each row, the first at the upper end of each column.
fn write_axial_coordinates(drawing: &mut SvgDrawing, transform: CellTransform, cells: &BTreeSet<Coord>) {
    // Where a character is as large as a quarter of a tile, the numbers of the rows have to do.
    let is_drawn = drawing.listed_texts.is_none();
    let style = TextStyle::new(13.0, FAINT);
    let (xs, ys): (BTreeSet<i32>, BTreeSet<i32>) = cells.iter().map(|at| (at.x, at.y)).unzip();
    for y in ys {
        let Some(first) = cells.iter().filter(|at| at.y == y).min_by_key(|at| at.x) else { continue };
        let [x, down] = transform.centre(*first);
        let name = if is_drawn { format!("·,{y}") } else { y.to_string() };
        drawing.write(SvgLayer::Margin, style.end(), [x - HALF - 6.0, down], &name);
    }
    if !is_drawn {
        return;
    }
    for x in xs {
        let Some(first) = cells.iter().filter(|at| at.x == x).min_by_key(|at| at.y) else { continue };
        let [right, down] = transform.centre(*first);
        let [dx, dy] = polar(HALF + 14.0, transform.direction(5.0));
        drawing.write(SvgLayer::Margin, style.middle(), [right + dx, down + dy], &format!("{x},·"));
    }
}
