//! A board of tiles: squares or hexagons, the spaces around them, coordinates and marks.

use std::collections::BTreeSet;

use super::super::palette::Palette;
use super::super::{Annotations, colours};
use super::drawing::{FAINT, SvgDrawing, SvgLayer, TextStyle, number};
use super::marks::CellMark;
use super::paint::{Paint, WON};
use super::tiles::{self, TRACK};
use super::transform::{CellTransform, HALF, point};
use houserule_core::geometry::{CellNaming, Coord, column_name};
use houserule_core::mechanics::TilesView;

/// Tiles with all around them.
pub fn draw(drawing: &mut SvgDrawing, board: &dyn TilesView, pointed: &Annotations, palette: Palette) {
    let plot = transform(board);
    let spaces = spaces(board, pointed);
    for &at in &spaces {
        let spot = CellMark { plot, at, is_empty: true };
        spot.space(drawing, pointed);
        spot.pointers(drawing, pointed);
    }
    bare(drawing, board, palette);
    for at in board.tiles() {
        let spot = CellMark { plot, at, is_empty: false };
        if let Some(index) = pointed.last.iter().position(|last| *last == at) {
            spot.last(drawing, index == 0);
        }
        spot.pointers(drawing, pointed);
    }
    clashes(drawing, board, plot);
    for &(at, side) in &pointed.deciding.tracks {
        decided(drawing, board, at, side, palette);
    }
    let cells: BTreeSet<Coord> = board.tiles().into_iter().chain(spaces).collect();
    let [right, down] = plot.reach();
    for [x, y] in cells.iter().map(|at| plot.middle(*at)) {
        drawing.bounds.reach([x - right, y - down], [x + right, y + down]);
    }
    match plot.sides {
        6 => diagonals(drawing, plot, &cells),
        _ => rows_and_columns(drawing, plot, board, &cells),
    }
}

fn transform(board: &dyn TilesView) -> CellTransform {
    CellTransform { sides: board.set().sides, upwards: false }
}

/// The tiles that lie, nothing else.
pub fn bare(drawing: &mut SvgDrawing, board: &dyn TilesView, palette: Palette) {
    let plot = transform(board);
    let [right, down] = plot.reach();
    for at in board.tiles() {
        let Some(orientation) = board.orientation_at(at) else { continue };
        let [x, y] = plot.middle(at);
        let id = tiles::define(drawing, board.set(), orientation, palette);
        drawing.bounds.reach([x - right, y - down], [x + right, y + down]);
        drawing.stamp(SvgLayer::Pieces, 0, &id, [x, y]);
    }
}

/// The empty cells that are seen: those that touch tiles, and those that are pointed out. The first tile's, at first.
fn spaces(board: &dyn TilesView, pointed: &Annotations) -> BTreeSet<Coord> {
    let steps = &board.lattice().steps;
    let tiles = board.tiles();
    let around = tiles.iter().flat_map(|at| steps.iter().map(|step| at.plus(*step, 1)));
    let mut cells: BTreeSet<Coord> = around.chain(pointed.cells()).collect();
    if cells.is_empty() {
        cells.insert(Coord { x: 0, y: 0 });
    }
    let (corner, within) = (board.corners(), board.within());
    let fits = |at: &Coord| match (corner, within) {
        (Some((least, most)), Some((width, height))) => {
            let span = |at: i32, least: i32, most: i32| at.max(most) - at.min(least) + 1;
            span(at.x, least.x, most.x) <= width && span(at.y, least.y, most.y) <= height
        }
        _ => true,
    };
    cells.retain(|at| board.orientation_at(*at).is_none() && fits(at));
    cells
}

/// Sides at which two tiles show two colours.
fn clashes(drawing: &mut SvgDrawing, board: &dyn TilesView, plot: CellTransform) {
    let lattice = board.lattice();
    let shown = |at: Coord, side: usize| {
        board.orientation_at(at).map(|orientation| board.set().orientations[orientation as usize].colours[side])
    };
    for at in board.tiles() {
        for side in 0..plot.sides / 2 {
            let other = shown(at.plus(lattice.steps[side], 1), lattice.opposite(side));
            if other.is_none() || other == shown(at, side) {
                continue;
            }
            let [x, y] = plot.middle(at);
            let [dx, dy] = point(HALF, plot.direction(side as f64));
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

/// A track that decided the game, traced again.
fn decided(drawing: &mut SvgDrawing, board: &dyn TilesView, at: Coord, side: u8, palette: Palette) {
    let Some(orientation) = board.orientation_at(at).map(|orientation| &board.set().orientations[orientation as usize])
    else {
        return;
    };
    let plot = transform(board);
    let path = tiles::track(plot, side as usize, orientation.mates[side as usize] as usize);
    let colour = orientation.colours[side as usize];
    let paint = Paint::of_track(palette, colours::name(board, colour), colour as usize);
    let [x, y] = plot.middle(at).map(number);
    let wide = number(TRACK + 8.0);
    // All glow first, so that none covers the track beside it.
    for (depth, stroke, width) in [(0, WON, wide.as_str()), (1, paint.face.as_str(), "13")] {
        drawing.put_at(
            SvgLayer::Over,
            depth,
            format!(
                "<path transform=\"translate({x} {y})\" d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>"
            ),
        );
    }
}

/// Columns above and rows at the left, counted as the game counts them.
fn rows_and_columns(drawing: &mut SvgDrawing, plot: CellTransform, board: &dyn TilesView, cells: &BTreeSet<Coord>) {
    let (naming, corner) = (board.naming(), board.corner());
    let origin = board.corners().map_or(corner, |(least, _)| least);
    let name_x = |x: i32| match naming {
        CellNaming::Counted => column_name(x - origin.x + 1),
        CellNaming::Axial => x.to_string(),
    };
    let name_y = |y: i32| match naming {
        CellNaming::Counted => (y - origin.y + 1).to_string(),
        CellNaming::Axial => y.to_string(),
    };
    let (xs, ys): (BTreeSet<i32>, BTreeSet<i32>) = cells.iter().map(|at| (at.x, at.y)).unzip();
    let (Some(&left), Some(&top)) = (xs.first(), ys.first()) else { return };
    let kind = TextStyle::new(15.0, FAINT);
    for x in xs {
        let [right, down] = plot.middle(Coord { x, y: top });
        drawing.write(SvgLayer::Margin, kind.middle(), [right, down - HALF - 14.0], &name_x(x));
    }
    for y in ys {
        let [x, down] = plot.middle(Coord { x: left, y });
        drawing.write(SvgLayer::Margin, kind.end(), [x - HALF - 8.0, down], &name_y(y));
    }
}

/// Hexagons have coordinates: each row says its second number at its left end, each column its first at its upper one.
fn diagonals(drawing: &mut SvgDrawing, plot: CellTransform, cells: &BTreeSet<Coord>) {
    let kind = TextStyle::new(13.0, FAINT);
    let (xs, ys): (BTreeSet<i32>, BTreeSet<i32>) = cells.iter().map(|at| (at.x, at.y)).unzip();
    for y in ys {
        let Some(first) = cells.iter().filter(|at| at.y == y).min_by_key(|at| at.x) else { continue };
        let [x, down] = plot.middle(*first);
        drawing.write(SvgLayer::Margin, kind.end(), [x - HALF - 6.0, down], &format!("·,{y}"));
    }
    for x in xs {
        let Some(first) = cells.iter().filter(|at| at.x == x).min_by_key(|at| at.y) else { continue };
        let [right, down] = plot.middle(*first);
        let [dx, dy] = point(HALF + 14.0, plot.direction(5.0));
        drawing.write(SvgLayer::Margin, kind.middle(), [right + dx, down + dy], &format!("{x},·"));
    }
}
