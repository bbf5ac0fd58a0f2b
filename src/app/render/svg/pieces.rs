//! Pieces: their shapes follow from what they can do, their colours from whose they are.

use std::fmt::Write;

use super::drawing::{SvgDrawing, TextStyle, number};
use super::paint::Paint;
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{PieceDef, PieceKind, Seat, Stone, StoneGame};

/// What a piece looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceShape {
    /// A round stone, where nothing ever lies on another piece.
    Stone,
    /// Something that others may cover.
    Slab,
    /// It stands in the way and is no road.
    Wall,
    /// It stands, and is a road or crushes others.
    Dome,
}

impl PieceShape {
    pub fn of(plan: &StoneGame, piece: &PieceDef) -> PieceShape {
        match piece.stands {
            _ if plan.carry == 0 && plan.highest <= 1 => PieceShape::Stone,
            false => PieceShape::Slab,
            true if piece.road || !piece.crushes.is_empty() => PieceShape::Dome,
            true => PieceShape::Wall,
        }
    }
}

/// How thick a slab is, and how far a pile may rise.
const THICK: f64 = 7.0;
const RISE: f64 = 38.0;

/// Of taller piles only so many layers are drawn; a number tells the rest.
const MAX_DRAWN_LAYERS: usize = 12;

/// From the middle of a slab to its sides.
const SLAB_HALF_WIDTH: f64 = 25.0;

/// Makes a pile one of the shapes that are drawn more than once, and gives its id.
pub fn define(drawing: &mut SvgDrawing, plan: &StoneGame, stack: &[Stone], paints: &IndexVec<Seat, Paint>) -> String {
    let pieces: Vec<String> = stack.iter().map(|stone| format!("{:?}.{:?}", stone.seat, stone.kind)).collect();
    let id = drawing.id(&format!("pile-{}", pieces.join("-")));
    if !drawing.defs.contains_key(&id) {
        let pile = pile(drawing, plan, stack, paints);
        drawing.define(&id, || format!("<g id=\"{id}\">{pile}</g>"));
    }
    id
}

/// A pile around its middle, its lowest piece first.
fn pile(drawing: &mut SvgDrawing, plan: &StoneGame, stack: &[Stone], paints: &IndexVec<Seat, Paint>) -> String {
    let Some((top, below)) = stack.split_last() else { return String::new() };
    let shown = &below[below.len().saturating_sub(MAX_DRAWN_LAYERS)..];
    let layers = shown.len() as f64;
    let thick = THICK.min(RISE / layers.max(1.0));
    let mut out = String::new();
    // The pile's middle stays in the middle of its cell.
    let mut y = (layers + 1.0) * thick / 2.0;
    let shape = PieceShape::of(plan, &plan.pieces[top.kind]);
    if shape == PieceShape::Slab || !below.is_empty() {
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"9\" fill=\"#000\" fill-opacity=\"0.16\"/>",
            number(-SLAB_HALF_WIDTH - 1.0),
            number(y - SLAB_HALF_WIDTH + 5.0),
            number(2.0 * SLAB_HALF_WIDTH + 2.0),
            number(2.0 * SLAB_HALF_WIDTH + 2.0),
        );
    }
    for stone in shown {
        out += &slab(&paints[stone.seat], y, None);
        y -= thick;
    }
    let paint = &paints[top.seat];
    out += &match shape {
        PieceShape::Stone => round(drawing, paint),
        PieceShape::Slab => slab(paint, y, Some(thick)),
        PieceShape::Wall => wall(paint, y, !below.is_empty()),
        PieceShape::Dome => dome(drawing, paint, y),
    };
    if !is_told(plan, top.kind) {
        let letter = plan.pieces[top.kind].letter.to_string();
        out += &TextStyle::new(19.0, paint.ink).bold().middle().at(0.0, y - thick, &letter);
    }
    if stack.len() > 3 {
        let kind = TextStyle::new(12.0, "#fffefb").bold().middle();
        let (x, y, text) =
            (SLAB_HALF_WIDTH + 3.0, (layers + 1.0) * thick / 2.0 + SLAB_HALF_WIDTH - 5.0, stack.len().to_string());
        let wide = 5.0 + 4.3 * text.len() as f64;
        let _ = write!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"17\" rx=\"8.5\" fill=\"#4b473f\"/>{}",
            number(x - wide),
            number(y - 8.5),
            number(2.0 * wide),
            kind.at(x, y, &text)
        );
    }
    out
}

/// Whether the shape alone tells the kind: no other kind that is placed looks like it, or it is the usual one.
fn is_told(plan: &StoneGame, kind: PieceKind) -> bool {
    let shape = |kind: PieceKind| PieceShape::of(plan, &plan.pieces[kind]);
    let first = plan.pieces.indices().find(|other| shape(*other) == shape(kind));
    plan.place.first() == Some(&kind)
        || first == Some(kind) && plan.place.first().is_none_or(|usual| shape(*usual) != shape(kind))
}

/// The edge of a slab, and if nothing covers it its face, as high above as it is thick.
fn slab(paint: &Paint, y: f64, thick: Option<f64>) -> String {
    let [left, side] = [-SLAB_HALF_WIDTH, 2.0 * SLAB_HALF_WIDTH].map(number);
    let body = |fill: &str, y: f64| {
        let (top, line) = (number(y - SLAB_HALF_WIDTH), &paint.line);
        format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"8\" fill=\"{fill}\" stroke=\"{line}\" \
             stroke-width=\"1.3\"/>"
        )
    };
    body(&paint.edge, y) + &thick.map_or(String::new(), |thick| body(&paint.face, y - thick))
}

/// A slab on its edge, seen from above.
fn wall(paint: &Paint, y: f64, has_ground: bool) -> String {
    let y = if has_ground { y - 1.0 } else { y - 3.0 };
    let bar = |fill: &str, y: f64| {
        format!(
            "<rect transform=\"translate(0 {}) rotate(-45)\" x=\"-31\" y=\"-9\" width=\"62\" height=\"18\" rx=\"5\" fill=\"{fill}\" \
             stroke=\"{}\" stroke-width=\"1.3\"/>",
            number(y),
            paint.line
        )
    };
    bar(&paint.edge, y + 4.0) + &bar(&paint.face, y)
}

/// A gradient that makes something look round.
fn sheen(drawing: &mut SvgDrawing, paint: &Paint) -> String {
    let id = drawing.id(&format!("round-{}", paint.id));
    drawing.define(&id, || {
        format!(
            "<radialGradient id=\"{id}\" cx=\"0.36\" cy=\"0.3\" r=\"0.85\"><stop offset=\"0\" stop-color=\"#fff\" stop-opacity=\"0.75\"/>\
             <stop offset=\"0.28\" stop-color=\"#fff\" stop-opacity=\"0.22\"/><stop offset=\"0.62\" stop-color=\"#fff\" stop-opacity=\"0\"/>\
             <stop offset=\"1\" stop-color=\"#000\" stop-opacity=\"0.22\"/></radialGradient>"
        )
    });
    id
}

fn round(drawing: &mut SvgDrawing, paint: &Paint) -> String {
    ball(drawing, paint, 0.0, 27.0, 2.5)
}

fn dome(drawing: &mut SvgDrawing, paint: &Paint, y: f64) -> String {
    ball(drawing, paint, y - 2.0, 22.0, 4.5)
        + &format!(
            "<circle cy=\"{}\" r=\"9\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\"/>",
            number(y - 2.0),
            paint.line
        )
}

fn ball(drawing: &mut SvgDrawing, paint: &Paint, y: f64, radius: f64, shadow: f64) -> String {
    let id = sheen(drawing, paint);
    let (y, low, radius) = (number(y), number(y + shadow), number(radius));
    format!(
        "<circle cy=\"{low}\" r=\"{radius}\" fill=\"#000\" fill-opacity=\"0.22\"/>\
         <circle cy=\"{y}\" r=\"{radius}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.3\"/>\
         <circle cy=\"{y}\" r=\"{radius}\" fill=\"url(#{id})\"/>",
        paint.face, paint.line
    )
}
