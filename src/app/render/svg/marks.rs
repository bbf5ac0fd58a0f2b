//! Marks on cells of any shape: what is pointed out, drawn.

use super::super::Annotations;
use super::drawing::{FAINT, GROUND, INK, SvgDrawing, SvgLayer, TextStyle, number, points};
use super::paint::{FORCED, LAST, SEEN, THREAT, WON};
use super::transform::{CellTransform, HALF};
use houserule_core::geometry::Coord;

/// A cell to be marked.
#[derive(Clone, Copy)]
pub struct CellMark {
    pub plot: CellTransform,
    pub at: Coord,
    pub is_empty: bool,
}

impl CellMark {
    fn middle(&self) -> [f64; 2] {
        self.plot.middle(self.at)
    }

    fn outline(&self, half: f64) -> String {
        points(&self.plot.corners(self.middle(), half))
    }

    /// A label in the middle of an empty cell, else on a badge at its upper right.
    pub fn label(&self, drawing: &mut SvgDrawing, text: &str, paint: &str) {
        let [x, y] = self.middle();
        let ([x, y], size): ([f64; 2], f64) = match self.is_empty {
            true => ([x, y], 17.0),
            false => ([x + 0.62 * HALF, y - 0.62 * HALF], 14.0),
        };
        let letters = text.chars().count().max(1) as f64;
        let (high, wide) = (0.82 * size, (0.82 * size).max(0.34 * size * letters + 0.35 * size));
        let (fill, ink) = if self.is_empty { (GROUND, paint) } else { (INK, GROUND) };
        let [left, top, width, height, round] = [x - wide, y - high, 2.0 * wide, 2.0 * high, high].map(number);
        drawing.put(
            SvgLayer::Labels,
            format!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" fill=\"{fill}\" \
                 stroke=\"{ink}\" stroke-width=\"1.6\"/>{}",
                TextStyle::new(size, ink_on(ink)).bold().middle().at(x, y, text)
            ),
        );
    }

    /// An outline that says: look here. What lies there keeps its colours.
    pub fn highlight(&self, drawing: &mut SvgDrawing) {
        let outline = self.outline(HALF - 4.5);
        drawing.put_at(
            SvgLayer::Tint,
            1,
            format!("<polygon points=\"{outline}\" fill=\"{SEEN}\" fill-opacity=\"0.16\"/>"),
        );
        drawing.put(
            SvgLayer::Marks,
            format!(
                "<polygon points=\"{outline}\" fill=\"none\" stroke=\"{SEEN}\" stroke-width=\"4.5\" stroke-linejoin=\"round\"/>"
            ),
        );
    }

    /// The corners of a cell where a win threatens.
    pub fn threat(&self, drawing: &mut SvgDrawing) {
        let corners = self.plot.corners(self.middle(), HALF - 6.0);
        let count = corners.len();
        let part = |from: [f64; 2], to: [f64; 2]| {
            [0, 1].map(|axis| number(from[axis] + (to[axis] - from[axis]) * 0.28)).join(" ")
        };
        let angle = |index: usize| {
            let [before, here, after] = [index + count - 1, index, index + 1].map(|index| corners[index % count]);
            format!("M{}L{} {}L{}", part(here, before), number(here[0]), number(here[1]), part(here, after))
        };
        let path: String = (0..count).map(angle).collect();
        drawing.put(
            SvgLayer::Marks,
            format!(
                "<path d=\"{path}\" fill=\"none\" stroke=\"{THREAT}\" stroke-width=\"4.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>"
            ),
        );
    }

    /// An outline around a tile of the last move; those that followed from it have a broken one.
    pub fn last(&self, drawing: &mut SvgDrawing, is_first: bool) {
        let dashes = if is_first { "" } else { " stroke-dasharray=\"7 5\"" };
        drawing.put(
            SvgLayer::Marks,
            format!(
                "<polygon points=\"{}\" fill=\"none\" stroke=\"{LAST}\" stroke-width=\"3.6\" stroke-linejoin=\"round\"{dashes}/>",
                self.outline(HALF - 2.0)
            ),
        );
    }

    /// The ground of a cell of the last move, under its pieces.
    pub fn last_ground(&self, drawing: &mut SvgDrawing, is_source: bool) {
        let opacity = if is_source { "0.35" } else { "0.75" };
        self.ground(drawing, LAST, opacity);
    }

    /// The ground of a cell that decided the game.
    pub fn won_ground(&self, drawing: &mut SvgDrawing) {
        self.ground(drawing, WON, "0.9");
    }

    fn ground(&self, drawing: &mut SvgDrawing, paint: &str, opacity: &str) {
        drawing.put(
            SvgLayer::Tint,
            format!(
                "<polygon points=\"{}\" fill=\"{paint}\" stroke=\"{paint}\" opacity=\"{opacity}\" stroke-width=\"4\" stroke-linejoin=\"round\"/>",
                self.outline(HALF - 4.0)
            ),
        );
    }

    /// A space that touches tiles, and what is known of it.
    pub fn space(&self, drawing: &mut SvgDrawing, pointed: &Annotations) {
        let (is_forced, is_controlled) = (pointed.forced.contains(&self.at), pointed.controlled.contains(&self.at));
        let (id, stroke, width, dashes) = match is_forced {
            true => ("forced", FORCED, "2.6", " stroke-dasharray=\"6 4\""),
            false => ("space", "#a8a08c", "1", " stroke-dasharray=\"1 4\" stroke-linecap=\"round\""),
        };
        let id = drawing.id(id);
        let outline = points(&self.plot.corners([0.0, 0.0], HALF - 3.0));
        drawing.define(&id, || {
            format!(
                "<polygon id=\"{id}\" points=\"{outline}\" fill=\"#b9ae94\" fill-opacity=\"0.1\" stroke=\"{stroke}\" \
                 stroke-width=\"{width}\" stroke-linejoin=\"round\"{dashes}/>"
            )
        });
        drawing.stamp(SvgLayer::Board, 0, &id, self.middle());
        let [x, y] = self.middle();
        let has_label = pointed.labels.contains_key(&self.at);
        if is_forced && !has_label {
            drawing.put(SvgLayer::Labels, TextStyle::new(22.0, FORCED).bold().middle().at(x, y, "!"));
        }
        if is_controlled {
            let y = if has_label { y + 0.55 * HALF } else { y };
            let [left, right, y] = [x - 9.0, x + 9.0, y].map(number);
            drawing.put(
                SvgLayer::Labels,
                format!(
                    "<path class=\"faint-line\" d=\"M{left} {y}H{right}\" stroke=\"{FAINT}\" stroke-width=\"3\" stroke-linecap=\"round\"/>"
                ),
            );
        }
    }

    /// Threat, highlight and label, whatever lies there.
    pub fn pointers(&self, drawing: &mut SvgDrawing, pointed: &Annotations) {
        if pointed.threats.contains(&self.at) {
            self.threat(drawing);
        }
        if pointed.highlights.contains(&self.at) {
            self.highlight(drawing);
        }
        if let Some(label) = pointed.labels.get(&self.at) {
            let paint = if pointed.forced.contains(&self.at) { FORCED } else { "#4b473f" };
            self.label(drawing, label, paint);
        }
    }
}

/// Labels stand on grounds of their own, which pages in the dark leave as they are.
fn ink_on(paint: &str) -> &str {
    match paint {
        GROUND => "#fffefb",
        paint => paint,
    }
}
