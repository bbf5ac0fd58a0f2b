//! Pieces: their shapes follow from their abilities, their colours from their owners.

use std::fmt::Write;

use super::drawing::{SvgDrawing, SvgLayer, TextStyle, number};
use super::paint::Paint;
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{PieceDef, PieceKind, Seat, Stone, StoneGame};

/// Shape of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceShape {
    /// A round stone, in games without stacks.
    Stone,
    /// A piece that others may cover.
    Slab,
    /// A standing piece that is not part of roads.
    Wall,
    /// A standing piece that is part of roads or crushes others.
    Dome,
}

impl PieceShape {
    pub fn of(plan: &StoneGame, piece: &PieceDef) -> PieceShape {
        match piece.stands {
            _ if plan.carry == 0 && plan.max_height <= 1 => PieceShape::Stone,
            false => PieceShape::Slab,
            true if piece.road || !piece.crushes.is_empty() => PieceShape::Dome,
            true => PieceShape::Wall,
        }
    }
}

/// Thickness of a slab, and maximum height of a pile.
const SLAB_THICKNESS: f64 = 7.0;
const MAX_PILE_HEIGHT: f64 = 38.0;

/// Maximum number of layers drawn.
const MAX_DRAWN_LAYERS: usize = 12;

/// Maximum height of a pile without a number that shows it.
const MAX_UNCOUNTED_LAYERS: usize = 3;

/// Distance from the centre of a slab to its sides.
const SLAB_HALF_WIDTH: f64 = 25.0;

/// Defines a pile as a shared shape and returns its id.
pub fn define_pile(
    drawing: &mut SvgDrawing,
    plan: &StoneGame,
    stack: &[Stone],
    paints: &IndexVec<Seat, Paint>,
) -> String {
    let pieces: Vec<String> = stack.iter().map(|stone| format!("{:?}.{:?}", stone.seat, stone.kind)).collect();
    let id = drawing.id(&format!("pile-{}", pieces.join("-")));
    if !drawing.defs.contains_key(&id) {
        let pile = pile(drawing, plan, stack, paints);
        drawing.define(&id, || format!("<g id=\"{id}\">{pile}</g>"));
    }
    id
}

/// Draws a pile around its centre, the lowest piece first.
fn pile(drawing: &mut SvgDrawing, plan: &StoneGame, stack: &[Stone], paints: &IndexVec<Seat, Paint>) -> String {
    let Some((top, below)) = stack.split_last() else { return String::new() };
    let shown = &below[below.len().saturating_sub(MAX_DRAWN_LAYERS)..];
    let (layers, thickness) = covered_layers(stack.len());
    let mut out = String::new();
    // The centre of the pile stays in the centre of its cell.
    let mut y = (layers + 1.0) * thickness / 2.0;
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
        y -= thickness;
    }
    let paint = &paints[top.seat];
    out += &match shape {
        PieceShape::Stone => round_stone(drawing, paint),
        PieceShape::Slab => slab(paint, y, Some(thickness)),
        PieceShape::Wall => wall(paint, if below.is_empty() { y - 3.0 } else { y - 1.0 }),
        PieceShape::Dome => dome(drawing, paint, y),
    };
    if !is_identified_by_shape(plan, top.kind) {
        let letter = plan.pieces[top.kind].letter.to_string();
        out += &TextStyle::new(19.0, paint.ink).bold().middle().render_at(0.0, y - thickness, &letter);
    }
    out
}

/// Returns how many covered pieces of a pile are drawn, and how thick each is.
fn covered_layers(height: usize) -> (f64, f64) {
    let layers = height.saturating_sub(1).min(MAX_DRAWN_LAYERS) as f64;
    (layers, SLAB_THICKNESS.min(MAX_PILE_HEIGHT / layers.max(1.0)))
}

/// Draws the height of a pile that is too high to count its layers, above whatever reaches over it.
pub fn draw_height(drawing: &mut SvgDrawing, height: usize, [x, y]: [f64; 2]) {
    if height <= MAX_UNCOUNTED_LAYERS {
        return;
    }
    let text = height.to_string();
    let (layers, thickness) = covered_layers(height);
    let [x, y] = [x + SLAB_HALF_WIDTH + 3.0, y + (layers + 1.0) * thickness / 2.0 + SLAB_HALF_WIDTH - 5.0];
    let half_width = 5.0 + 4.3 * text.len() as f64;
    let style = TextStyle::new(12.0, "#fffefb").bold().middle();
    drawing.put(
        SvgLayer::Labels,
        format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"17\" rx=\"8.5\" fill=\"#4b473f\"/>{}",
            number(x - half_width),
            number(y - 8.5),
            number(2.0 * half_width),
            style.render_at(x, y, &text)
        ),
    );
}

/// Draws targets over the pieces of a pile, which a page counts from the lowest; none for a single piece.
pub fn layer_targets(height: usize, [x, y]: [f64; 2]) -> String {
    let (layers, thickness) = covered_layers(height);
    let lowest_drawn = height - (layers as usize + 1).min(height);
    let bottom = y + (layers + 1.0) * thickness / 2.0 + SLAB_HALF_WIDTH;
    let mut out = String::new();
    for layer in (0..=layers as usize).filter(|_| height > 1) {
        let is_top = layer == layers as usize;
        let tall = if is_top { 2.0 * SLAB_HALF_WIDTH } else { thickness };
        let top = bottom - layer as f64 * thickness - if is_top { thickness + tall } else { tall };
        let [left, top, wide, tall] = [x - SLAB_HALF_WIDTH, top, 2.0 * SLAB_HALF_WIDTH, tall].map(number);
        let _ = write!(
            out,
            "<rect data-level=\"{}\" x=\"{left}\" y=\"{top}\" width=\"{wide}\" height=\"{tall}\" fill=\"none\" \
             pointer-events=\"all\"/>",
            lowest_drawn + layer + 1
        );
    }
    out
}

/// Whether the shape alone identifies the kind: no other kind that is placed has it, or it is the usual one.
fn is_identified_by_shape(plan: &StoneGame, kind: PieceKind) -> bool {
    let shape = |kind: PieceKind| PieceShape::of(plan, &plan.pieces[kind]);
    let first = plan.pieces.indices().find(|other| shape(*other) == shape(kind));
    plan.place.first() == Some(&kind)
        || first == Some(kind) && plan.place.first().is_none_or(|usual| shape(*usual) != shape(kind))
}

/// Draws the edge of a slab, and unless it is covered its face, `thickness` above.
fn slab(paint: &Paint, y: f64, thickness: Option<f64>) -> String {
    let [left, side] = [-SLAB_HALF_WIDTH, 2.0 * SLAB_HALF_WIDTH].map(number);
    let body = |fill: &str, y: f64| {
        let (top, line) = (number(y - SLAB_HALF_WIDTH), &paint.line);
        format!(
            "<rect x=\"{left}\" y=\"{top}\" width=\"{side}\" height=\"{side}\" rx=\"8\" fill=\"{fill}\" stroke=\"{line}\" \
             stroke-width=\"1.3\"/>"
        )
    };
    body(&paint.edge, y) + &thickness.map_or(String::new(), |thick| body(&paint.face, y - thick))
}

/// Draws a slab on its edge, seen from above.
fn wall(paint: &Paint, y: f64) -> String {
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

/// Defines a gradient that makes a shape look round.
fn define_sheen(drawing: &mut SvgDrawing, paint: &Paint) -> String {
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

fn round_stone(drawing: &mut SvgDrawing, paint: &Paint) -> String {
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

fn ball(drawing: &mut SvgDrawing, paint: &Paint, y: f64, radius: f64, shadow_offset: f64) -> String {
    let id = define_sheen(drawing, paint);
    let (y, shadow_y, radius) = (number(y), number(y + shadow_offset), number(radius));
    format!(
        "<circle cy=\"{shadow_y}\" r=\"{radius}\" fill=\"#000\" fill-opacity=\"0.22\"/>\
         <circle cy=\"{y}\" r=\"{radius}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.3\"/>\
         <circle cy=\"{y}\" r=\"{radius}\" fill=\"url(#{id})\"/>",
        paint.face, paint.line
    )
}
