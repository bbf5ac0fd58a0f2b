//! Tiles as a drawing in SVG: every tile with its tracks, which bend as little as they can.

use std::f64::consts::PI;
use std::fmt::Write;

use crate::geometry::At;
use crate::mechanics::Laid;
use crate::tiles::{Lie, TileSet};

/// From the middle of a tile to the middle of its sides.
const HALF: f64 = 40.0;

/// How wide tracks are, and how much of their dark edge is seen at either side.
const TRACK: f64 = 13.0;
const EDGE: f64 = 2.5;

const TILE: &str = "#1c1c1e";
const SEAM: &str = "#4a4a4d";

/// What is drawn for a colour's name; others are taken in turn.
const NAMED: [(&str, &str); 8] = [
    ("white", "#f5f5f0"),
    ("red", "#e5352b"),
    ("black", "#55555a"),
    ("yellow", "#f7d117"),
    ("blue", "#2f7de1"),
    ("green", "#2fae4e"),
    ("cyan", "#2fc4c9"),
    ("magenta", "#c94fc0"),
];

/// The tiles that lie, nothing else.
pub fn svg(board: &dyn Laid) -> String {
    let set = board.set();
    let tiles: Vec<(f64, f64, &Lie)> = board
        .tiles()
        .into_iter()
        .filter_map(|at| board.lie_at(at).map(|lie| (at, &set.lies[lie as usize])))
        .map(|(at, lie)| {
            let (x, y) = middle(set.sides, at);
            (x, y, lie)
        })
        .collect();
    let margin = 1.3 * HALF;
    let bound = |of: fn(&(f64, f64, &Lie)) -> f64, pick: fn(f64, f64) -> f64| {
        tiles.iter().map(of).reduce(pick).unwrap_or_default()
    };
    let (left, top) = (bound(|tile| tile.0, f64::min) - margin, bound(|tile| tile.1, f64::min) - margin);
    let width = bound(|tile| tile.0, f64::max) + margin - left;
    let height = bound(|tile| tile.1, f64::max) + margin - top;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left:.1} {top:.1} {width:.1} {height:.1}\" \
         width=\"{width:.0}\" height=\"{height:.0}\">\n"
    );
    for (x, y, lie) in &tiles {
        let _ = writeln!(out, "<g transform=\"translate({x:.2} {y:.2})\">");
        out.push_str(&tile(set, lie));
        out.push_str("</g>\n");
    }
    out + "</svg>\n"
}

/// The middle of a cell. Hexagons stand on a corner, each row half a cell to the right of the one above.
fn middle(sides: usize, at: At) -> (f64, f64) {
    let (x, y) = (f64::from(at.x), f64::from(at.y));
    match sides {
        6 => (2.0 * HALF * (x + y / 2.0), HALF * 3f64.sqrt() * y),
        _ => (2.0 * HALF * x, 2.0 * HALF * y),
    }
}

/// The direction in which a side lies, clockwise from the right. Side 1 of either tile lies to the right.
fn direction(sides: usize, side: f64) -> f64 {
    (side - 1.0) * 2.0 * PI / sides as f64
}

fn point(distance: f64, direction: f64) -> (f64, f64) {
    (distance * direction.cos(), distance * direction.sin())
}

fn tile(set: &TileSet, lie: &Lie) -> String {
    let sides = set.sides;
    let corner = HALF / (PI / sides as f64).cos();
    let corners: Vec<String> = (0..sides)
        .map(|side| {
            let (x, y) = point(corner, direction(sides, side as f64 + 0.5));
            format!("{x:.2},{y:.2}")
        })
        .collect();
    let mut out = format!(
        "<polygon points=\"{}\" fill=\"{TILE}\" stroke=\"{SEAM}\" stroke-width=\"1.2\"/>\n",
        corners.join(" ")
    );
    let links = (0..sides).map(|side| (side, lie.mates[side] as usize)).filter(|(side, mate)| side < mate);
    // Straight tracks lie lowest, so that what crosses them is seen to bend.
    let mut links: Vec<(usize, usize)> = links.collect();
    links.sort_by_key(|(from, to)| turn(sides, *from, *to).abs());
    for (from, to) in links {
        let path = track(sides, from, to);
        let colour = colour(set, lie.colours[from]);
        for (paint, width) in [(TILE, TRACK + 2.0 * EDGE), (colour, TRACK)] {
            let _ = writeln!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{paint}\" stroke-width=\"{width}\"/>"
            );
        }
    }
    let name = &set.tiles[lie.tile as usize].name;
    let _ = writeln!(
        out,
        "<text y=\"4\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"middle\" fill=\"#fff\" \
         stroke=\"#000\" stroke-width=\"2.5\" paint-order=\"stroke\">{name}</text>"
    );
    out
}

/// By how many sides a track turns to the right.
fn turn(sides: usize, from: usize, to: usize) -> i32 {
    let turn = (to as i32 - from as i32 - sides as i32 / 2).rem_euclid(sides as i32);
    if turn > sides as i32 / 2 { turn - sides as i32 } else { turn }
}

/// A track from the middle of a side to that of another, part of a circle that meets both at right angles.
fn track(sides: usize, from: usize, to: usize) -> String {
    let end = |side: usize| point(HALF, direction(sides, side as f64));
    let ((x1, y1), (x2, y2)) = (end(from), end(to));
    let turn = turn(sides, from, to);
    if turn == 0 {
        return format!("M{x1:.2} {y1:.2}L{x2:.2} {y2:.2}");
    }
    let radius = HALF / (f64::from(turn.abs()) * PI / sides as f64).tan();
    let sweep = (turn > 0) as u8;
    format!("M{x1:.2} {y1:.2}A{radius:.2} {radius:.2} 0 0 {sweep} {x2:.2} {y2:.2}")
}

fn colour(set: &TileSet, colour: u8) -> &'static str {
    let name = &set.colours[colour as usize].name;
    let known = NAMED.iter().find(|(known, _)| known == name);
    known.unwrap_or(&NAMED[colour as usize % NAMED.len()]).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracks_bend_by_what_they_turn() {
        assert_eq!(track(6, 1, 4), "M40.00 0.00L-40.00 0.00", "straight from the right to the left");
        assert_eq!(track(6, 1, 2), "M40.00 0.00A23.09 23.09 0 0 0 20.00 34.64", "around a corner");
        assert_eq!(track(6, 1, 3), "M40.00 0.00A69.28 69.28 0 0 0 -20.00 34.64", "a wide bend");
        assert_eq!(track(4, 1, 2), "M40.00 0.00A40.00 40.00 0 0 0 0.00 40.00", "squares too");
    }
}
