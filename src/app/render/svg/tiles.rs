//! Tiles: every one with its tracks, which bend as little as they can.

use std::f64::consts::PI;
use std::fmt::Write;

use super::super::palette::Palette;
use super::drawing::{SvgDrawing, TextStyle, number, points};
use super::paint::Paint;
use super::transform::{CellTransform, HALF, point};
use houserule_core::text::escaped;
use houserule_core::tiles::{Orientation, TileSet};

/// How wide tracks are, and how much of their dark edge is seen at either side.
pub const TRACK: f64 = 13.0;
const EDGE: f64 = 2.5;

const TILE: &str = "#1f1f22";
const SHEEN: &str = "#34343a";

/// Makes a tile with its name one of the shapes that are drawn more than once, and gives its id.
pub fn define(drawing: &mut SvgDrawing, set: &TileSet, orientation: u16, palette: Palette) -> String {
    let (id, orientation) = (drawing.id(&format!("tile-{orientation}")), &set.orientations[orientation as usize]);
    let blank = define_blank(drawing, set);
    drawing.define(&id, || {
        format!("<g id=\"{id}\">\n{}{}</g>", tile(set, orientation, palette, &blank), name(set, orientation))
    });
    id
}

/// The same without its name.
pub fn define_bare(drawing: &mut SvgDrawing, set: &TileSet, orientation: u16, palette: Palette) -> String {
    let id = drawing.id(&format!("bare-{orientation}"));
    let blank = define_blank(drawing, set);
    drawing.define(&id, || {
        format!("<g id=\"{id}\">\n{}</g>", tile(set, &set.orientations[orientation as usize], palette, &blank))
    });
    id
}

/// What all tiles have below their tracks.
fn define_blank(drawing: &mut SvgDrawing, set: &TileSet) -> String {
    let id = drawing.id("blank");
    let plot = CellTransform { sides: set.sides, upwards: false };
    drawing.define(&id, || {
        format!(
            "<g id=\"{id}\"><polygon points=\"{}\" fill=\"{TILE}\" stroke=\"{TILE}\" stroke-width=\"4\" stroke-linejoin=\"round\"/>\
             <polygon points=\"{}\" fill=\"none\" stroke=\"{SHEEN}\" stroke-width=\"1.2\" stroke-linejoin=\"round\"/></g>",
            points(&plot.corners([0.0, 0.0], HALF - 2.7)),
            points(&plot.corners([0.0, 0.0], HALF - 1.8)),
        )
    });
    id
}

/// A tile around its middle.
fn tile(set: &TileSet, orientation: &Orientation, palette: Palette, blank: &str) -> String {
    let plot = CellTransform { sides: set.sides, upwards: false };
    let mut out = format!("<use href=\"#{blank}\"/>\n");
    // Straight tracks lie lowest, so that what crosses them is seen to bend.
    let mut links = links(orientation);
    links.sort_by_key(|(from, to)| turn(set.sides, *from, *to).abs());
    for (from, to) in links {
        let path = track(plot, from, to);
        let colour = orientation.colours[from];
        let paint = Paint::of_track(palette, &set.colours[colour as usize].name, colour as usize);
        for (stroke, width) in [(TILE, TRACK + 2.0 * EDGE), (&paint.face, TRACK)] {
            let width = number(width);
            let _ = writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{stroke}\" stroke-width=\"{width}\"/>");
        }
    }
    if palette == Palette::Safe {
        for (side, colour) in orientation.colours.iter().enumerate() {
            let colour = &set.colours[*colour as usize];
            let [x, y] = point(HALF - 9.0, plot.direction(side as f64));
            let letter = colour.letter.to_ascii_uppercase().to_string();
            let _ = writeln!(out, "{}", TextStyle::new(10.0, "#16161a").bold().middle().at(x, y, &letter));
        }
    }
    out
}

/// What a tile is called. Where a sign tells how it lies, everybody sees which it is.
fn name(set: &TileSet, orientation: &Orientation) -> String {
    if !orientation.sign.is_empty() {
        return String::new();
    }
    let name = escaped(&set.tiles[orientation.tile as usize].name);
    format!(
        "<text y=\"4\" font-size=\"11\" text-anchor=\"middle\" fill=\"#fff\" stroke=\"#000\" stroke-width=\"2.5\" \
         stroke-linejoin=\"round\" paint-order=\"stroke\">{name}</text>\n"
    )
}

/// Every link of a tile once.
fn links(orientation: &Orientation) -> Vec<(usize, usize)> {
    let mates = orientation.mates.iter().map(|mate| *mate as usize).enumerate();
    mates.filter(|(side, mate)| side < mate).collect()
}

/// By how many sides a track turns to the right.
fn turn(sides: usize, from: usize, to: usize) -> i32 {
    let turn = (to as i32 - from as i32 - sides as i32 / 2).rem_euclid(sides as i32);
    if turn > sides as i32 / 2 { turn - sides as i32 } else { turn }
}

/// A track from the middle of a side to that of another, part of a circle that meets both at right angles.
pub fn track(plot: CellTransform, from: usize, to: usize) -> String {
    let end = |side: usize| point(HALF, plot.direction(side as f64)).map(number);
    let ([x1, y1], [x2, y2]) = (end(from), end(to));
    let turn = turn(plot.sides, from, to);
    if turn == 0 {
        return format!("M{x1} {y1}L{x2} {y2}");
    }
    let radius = number(HALF / (f64::from(turn.abs()) * PI / plot.sides as f64).tan());
    let sweep = (turn > 0) as u8;
    format!("M{x1} {y1}A{radius} {radius} 0 0 {sweep} {x2} {y2}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracks_bend_by_what_they_turn() {
        let track = |sides, from, to| track(CellTransform { sides, upwards: false }, from, to);
        assert_eq!(track(6, 1, 4), "M40 0L-40 0", "straight from the right to the left");
        assert_eq!(track(6, 1, 2), "M40 0A23.09 23.09 0 0 0 20 34.64", "around a corner");
        assert_eq!(track(6, 1, 3), "M40 0A69.28 69.28 0 0 0 -20 34.64", "a wide bend");
        assert_eq!(track(4, 1, 2), "M40 0A40 40 0 0 0 0 40", "squares too");
    }
}
