//! Tiles with their tracks.

use std::f64::consts::PI;
use std::fmt::Write;

use super::super::palette::Palette;
use super::drawing::{SvgDrawing, SvgLayer, TextStyle, number, points};
use super::paint::Paint;
use super::transform::{CellTransform, HALF, polar};
use houserule_core::text::escaped;
use houserule_core::tiles::{Orientation, OrientationIndex, TileSet};

/// Width of a track, and of its dark edge on either side.
pub const TRACK_WIDTH: f64 = 13.0;
const TRACK_EDGE: f64 = 2.5;

const TILE_COLOUR: &str = "#1f1f22";
const SHEEN_COLOUR: &str = "#34343a";

/// Defines a tile as a shared shape and returns its id.
pub fn define_tile(drawing: &mut SvgDrawing, set: &TileSet, orientation: OrientationIndex, palette: Palette) -> String {
    let id = drawing.id(&format!("tile-{orientation:?}"));
    let blank = define_blank(drawing, set);
    drawing.define(&id, || {
        format!("<g id=\"{id}\">\n{}</g>", draw_tile(set, &set.orientations[orientation], palette, &blank))
    });
    id
}

/// Defines the background of all tiles and returns its id.
fn define_blank(drawing: &mut SvgDrawing, set: &TileSet) -> String {
    let id = drawing.id("blank");
    let transform = CellTransform::of_tiles(set);
    drawing.define(&id, || {
        format!(
            "<g id=\"{id}\"><polygon points=\"{}\" fill=\"{TILE_COLOUR}\" stroke=\"{TILE_COLOUR}\" stroke-width=\"4\" stroke-linejoin=\"round\"/>\
             <polygon points=\"{}\" fill=\"none\" stroke=\"{SHEEN_COLOUR}\" stroke-width=\"1.2\" stroke-linejoin=\"round\"/></g>",
            points(&transform.corners([0.0, 0.0], HALF - 2.7)),
            points(&transform.corners([0.0, 0.0], HALF - 1.8)),
        )
    });
    id
}

/// Draws a tile around its centre.
fn draw_tile(set: &TileSet, orientation: &Orientation, palette: Palette, blank: &str) -> String {
    let transform = CellTransform::of_tiles(set);
    let mut out = format!("<use href=\"#{blank}\"/>\n");
    // Straight tracks are lowest, so that the curve of the tracks across them is visible.
    let mut links = links(orientation);
    links.sort_by_key(|(from, to)| turn(set.sides, *from, *to).abs());
    for (from, to) in links {
        let path = track_path(transform, from, to);
        let colour = orientation.colours[from];
        let paint = Paint::of_track(palette, &set.colours[colour].name, colour.index());
        for (stroke, width) in [(TILE_COLOUR, TRACK_WIDTH + 2.0 * TRACK_EDGE), (&paint.face, TRACK_WIDTH)] {
            let width = number(width);
            let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>");
        }
    }
    if palette == Palette::Safe {
        for (side, colour) in orientation.colours.iter().enumerate() {
            let colour = &set.colours[*colour];
            let [x, y] = polar(HALF - 9.0, transform.direction(side as f64));
            let letter = colour.letter.to_ascii_uppercase().to_string();
            let _ = writeln!(out, "{}", TextStyle::new(10.0, "#16161a").bold().middle().render_at(x, y, &letter));
        }
    }
    out
}

/// Draws the name of a tile, above the tracks that decided the game. A tile with a sign for its orientation is
/// recognized without a name, and text over a picture would cover the tracks.
pub fn draw_name(drawing: &mut SvgDrawing, set: &TileSet, orientation: OrientationIndex, centre: [f64; 2]) {
    let orientation = &set.orientations[orientation];
    if !orientation.sign.is_empty() || drawing.listed_texts.is_some() {
        return;
    }
    let tile = &set.tiles[orientation.tile];
    let (id, name) = (drawing.id(&format!("name-{:?}", orientation.tile)), escaped(&tile.name));
    drawing.define(&id, || {
        format!(
            "<text id=\"{id}\" y=\"4\" font-size=\"11\" text-anchor=\"middle\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"2.5\" \
             stroke-linejoin=\"round\" paint-order=\"stroke\">{name}</text>"
        )
    });
    drawing.stamp(SvgLayer::Labels, -1, &id, centre);
}

/// Lists every link of a tile once.
fn links(orientation: &Orientation) -> Vec<(usize, usize)> {
    let mates = orientation.links.iter().copied().enumerate();
    mates.filter(|(side, mate)| side < mate).collect()
}

/// Returns by how many sides a track turns to the right.
fn turn(sides: usize, from: usize, to: usize) -> i32 {
    let turn = (to as i32 - from as i32 - sides as i32 / 2).rem_euclid(sides as i32);
    if turn > sides as i32 / 2 { turn - sides as i32 } else { turn }
}

/// Draws a track between the centres of two sides, as an arc that meets both at right angles.
pub fn track_path(transform: CellTransform, from: usize, to: usize) -> String {
    let end = |side: usize| polar(HALF, transform.direction(side as f64)).map(number);
    let ([x1, y1], [x2, y2]) = (end(from), end(to));
    let turn = turn(transform.sides, from, to);
    if turn == 0 {
        return format!("M{x1} {y1}L{x2} {y2}");
    }
    let radius = number(HALF / (f64::from(turn.abs()) * PI / transform.sides as f64).tan());
    let sweep = (turn > 0) as u8;
    format!("M{x1} {y1}A{radius} {radius} 0 0 {sweep} {x2} {y2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracks_bend_according_to_their_sides() {
        let track = |sides, from, to| track_path(CellTransform { sides, upwards: false }, from, to);
        assert_eq!(track(6, 1, 4), "M40 0L-40 0", "straight from the right to the left");
        assert_eq!(track(6, 1, 2), "M40 0A23.09 23.09 0 0 0 20 34.64", "around a corner");
        assert_eq!(track(6, 1, 3), "M40 0A69.28 69.28 0 0 0 -20 34.64", "a wide bend");
        assert_eq!(track(4, 1, 2), "M40 0A40 40 0 0 0 0 40", "squares too");
    }
}
