//! Annotations, drawn on cells of any shape.

use super::super::{Annotations, Screen};
use super::drawing::{BACKGROUND, FAINT, INK, SvgDrawing, SvgLayer, TextStyle, number, points};
use super::paint::{FORCED, HIGHLIGHT, THREAT};
use super::transform::{CellTransform, HALF};
use houserule_core::geometry::Coord;

/// A cell to be marked.
#[derive(Clone, Copy)]
pub struct CellMark {
    pub transform: CellTransform,
    pub at: Coord,
    pub is_empty: bool,
}

impl CellMark {
    fn centre(&self) -> [f64; 2] {
        self.transform.centre(self.at)
    }

    fn outline(&self, half: f64) -> String {
        points(&self.transform.corners(self.centre(), half))
    }

    /// Draws a label in the centre of an empty cell, else on a badge at its upper right.
    pub fn label(&self, drawing: &mut SvgDrawing, text: &str, paint: &str) {
        let [x, y] = self.centre();
        if drawing.listed_texts.is_some() {
            return drawing.list_text(SvgLayer::Labels, [x, y], text);
        }
        let ([x, y], size): ([f64; 2], f64) = match self.is_empty {
            true => ([x, y], 17.0),
            false => ([x + 0.62 * HALF, y - 0.62 * HALF], 14.0),
        };
        let letters = text.chars().count().max(1) as f64;
        let (half_height, half_width) = (0.82 * size, (0.82 * size).max(0.34 * size * letters + 0.35 * size));
        let (fill, ink) = if self.is_empty { (BACKGROUND, paint) } else { (INK, BACKGROUND) };
        let [left, top, width, height, radius] =
            [x - half_width, y - half_height, 2.0 * half_width, 2.0 * half_height, half_height].map(number);
        drawing.put(
            SvgLayer::Labels,
            format!(
                "<rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" rx=\"{radius}\" fill=\"{fill}\" \
                 stroke=\"{ink}\" stroke-width=\"1.6\"/>{}",
                TextStyle::new(size, label_ink(ink)).bold().middle().render_at(x, y, text)
            ),
        );
    }

    /// Outlines and tints a cell; its pieces keep their colours.
    pub fn highlight(&self, drawing: &mut SvgDrawing) {
        let outline = self.outline(HALF - 4.5);
        drawing.put_at(
            SvgLayer::Tint,
            1,
            format!("<polygon points=\"{outline}\" fill=\"{HIGHLIGHT}\" fill-opacity=\"0.16\"/>"),
        );
        drawing.put(
            SvgLayer::Marks,
            format!(
                "<polygon points=\"{outline}\" fill=\"none\" stroke=\"{HIGHLIGHT}\" stroke-width=\"4.5\" stroke-linejoin=\"round\"/>"
            ),
        );
    }

    /// Marks the corners of a cell where a win threatens.
    pub fn threat(&self, drawing: &mut SvgDrawing) {
        let corners = self.transform.corners(self.centre(), HALF - 6.0);
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

    /// Outlines the tile of the last move.
    pub fn last_move(&self, drawing: &mut SvgDrawing, colour: &str) {
        self.outline_move(drawing, colour, "");
    }

    /// Outlines a tile that followed from the last move.
    pub fn last_consequence(&self, drawing: &mut SvgDrawing, colour: &str) {
        self.outline_move(drawing, colour, " stroke-dasharray=\"7 5\"");
    }

    fn outline_move(&self, drawing: &mut SvgDrawing, colour: &str, dashes: &str) {
        drawing.put(
            SvgLayer::Marks,
            format!(
                "<polygon points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"3.6\" stroke-linejoin=\"round\"{dashes}/>",
                self.outline(HALF - 2.0)
            ),
        );
    }

    /// Draws the background of a cell, under its pieces.
    pub fn background(&self, drawing: &mut SvgDrawing, paint: &str, opacity: &str) {
        drawing.put(
            SvgLayer::Tint,
            format!(
                "<polygon points=\"{}\" fill=\"{paint}\" stroke=\"{paint}\" opacity=\"{opacity}\" stroke-width=\"4\" stroke-linejoin=\"round\"/>",
                self.outline(HALF - 4.0)
            ),
        );
    }

    /// Draws an empty space next to tiles, forced or controlled if it is.
    pub fn space(&self, drawing: &mut SvgDrawing, annotations: &Annotations) {
        if drawing.listed_texts.is_some() {
            // Thin outlines vanish where letters cannot be drawn.
            let text = annotations.text_on(self.at, &Screen { unicode: true, ..Screen::plain() });
            return drawing.list_text(SvgLayer::Labels, self.centre(), &text);
        }
        let (is_forced, is_controlled) =
            (annotations.forced.contains(&self.at), annotations.controlled.contains(&self.at));
        let (id, stroke, width, dashes) = match is_forced {
            true => ("forced", FORCED, "2.6", " stroke-dasharray=\"6 4\""),
            false => ("space", "#a8a08c", "1", " stroke-dasharray=\"1 4\" stroke-linecap=\"round\""),
        };
        let id = drawing.id(id);
        let outline = points(&self.transform.corners([0.0, 0.0], HALF - 3.0));
        drawing.define(&id, || {
            format!(
                "<polygon id=\"{id}\" points=\"{outline}\" fill=\"#b9ae94\" fill-opacity=\"0.1\" stroke=\"{stroke}\" \
                 stroke-width=\"{width}\" stroke-linejoin=\"round\"{dashes}/>"
            )
        });
        drawing.stamp(SvgLayer::Board, 0, &id, self.centre());
        let [x, y] = self.centre();
        let has_label = annotations.labels.contains_key(&self.at);
        if is_forced && !has_label {
            drawing.write(SvgLayer::Labels, TextStyle::new(22.0, FORCED).bold().middle(), [x, y], "!");
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

    /// Draws threat, highlight and label of a cell.
    pub fn draw_annotations(&self, drawing: &mut SvgDrawing, annotations: &Annotations) {
        if annotations.threats.contains(&self.at) {
            self.threat(drawing);
        }
        if annotations.highlights.contains(&self.at) {
            self.highlight(drawing);
        }
        let is_listed = self.is_empty && drawing.listed_texts.is_some();
        if let Some(label) = annotations.labels.get(&self.at).filter(|_| !is_listed) {
            let paint = if annotations.forced.contains(&self.at) { FORCED } else { "#4b473f" };
            self.label(drawing, label, paint);
        }
    }
}

/// Returns the colour of a label's text. Labels have their own background, which pages in dark mode do not change.
fn label_ink(paint: &str) -> &str {
    match paint {
        BACKGROUND => "#fffefb",
        paint => paint,
    }
}
