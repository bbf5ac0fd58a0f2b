//! A canvas that grows downwards, panel by panel, and is written as SVG.

use std::fmt::Write;

use houserule_core::text::{decimal, escaped, one_line};
use houserule_lab::simulation::statistics::Interval;
use textwrap::{Options, WordSplitter, wrap};

use crate::render::svg::{TextAnchor, document_of};

/// Size of the canvas, and the space for panels between their labels and notes.
pub const WIDTH: f64 = 790.0;
pub const LEFT: f64 = 200.0;
pub const RIGHT: f64 = 590.0;

/// Maximum length of a line of a title, in characters of any width.
const MAX_TITLE_LINE_LEN: usize = 76;

/// Maximum length of any other text, in characters.
const MAX_TEXT_LEN: usize = 110;

const INK: &str = "#26262b";
const PALE: &str = "#d9d9de";
pub const BLUE: &str = "#2f6db5";
pub const RED: &str = "#c8442f";

/// A plot in progress.
pub struct PlotCanvas {
    body: String,
    /// Lower end of what is drawn.
    pub bottom: f64,
}

impl PlotCanvas {
    pub fn new(title: &str) -> PlotCanvas {
        let mut canvas = PlotCanvas { body: String::new(), bottom: 34.0 };
        for (index, line) in title_lines(title).iter().enumerate() {
            if index > 0 {
                canvas.bottom += 20.0;
            }
            canvas.styled(16.0, canvas.bottom - 10.0, TextAnchor::Start, line, "font-size=\"16\" font-weight=\"bold\"");
        }
        canvas
    }

    /// Heading of a panel.
    pub fn heading(&mut self, title: &str) {
        self.bottom += 26.0;
        self.styled(16.0, self.bottom, TextAnchor::Start, title, "font-weight=\"bold\"");
        self.bottom += 10.0;
    }

    pub fn text(&mut self, x: f64, y: f64, anchor: TextAnchor, text: &str) {
        self.styled(x, y, anchor, text, "");
    }

    fn styled(&mut self, x: f64, y: f64, anchor: TextAnchor, text: &str, style: &str) {
        let (anchor, text) = (anchor.attribute(), escaped(&one_line(text, MAX_TEXT_LEN)));
        let style = if style.is_empty() { String::new() } else { format!(" {style}") };
        let _ = writeln!(self.body, "<text x=\"{x:.1}\" y=\"{y:.1}\" {anchor}{style}>{text}</text>");
    }

    pub fn line(&mut self, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2], colour: &str, width: f64) {
        let _ = writeln!(
            self.body,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        );
    }

    pub fn rect(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], colour: &str) {
        let (width, height) = (width.max(0.0), height.max(0.0));
        let _ = writeln!(
            self.body,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"{colour}\"/>"
        );
    }

    pub fn dot(&mut self, [x, y]: [f64; 2], colour: &str) {
        let _ = writeln!(self.body, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{colour}\"/>");
    }

    /// Filled band through these points.
    pub fn band(&mut self, points: &[[f64; 2]]) {
        let points: Vec<String> = points.iter().map(|[x, y]| format!("{x:.1},{y:.1}")).collect();
        let _ = writeln!(self.body, "<polygon points=\"{}\" fill=\"{BLUE}\" fill-opacity=\"0.15\"/>", points.join(" "));
    }

    /// Axis below a panel that extends from `top` down to here.
    pub fn axis(&mut self, axis: &Axis, top: f64) {
        for tick in &axis.ticks {
            let x = axis.at(*tick);
            self.line([x, top], [x, self.bottom], PALE, 1.0);
            self.text(x, self.bottom + 16.0, TextAnchor::Middle, &format_number(*tick));
        }
        self.line([LEFT, self.bottom], [RIGHT, self.bottom], INK, 1.0);
        self.text(RIGHT + 26.0, self.bottom + 16.0, TextAnchor::Start, &axis.label);
    }

    /// Numbers on the left of a panel that extends from `top` down to here.
    pub fn side_axis(&mut self, axis: &Axis) {
        for tick in &axis.ticks {
            let y = axis.at(*tick);
            self.line([LEFT, y], [RIGHT, y], PALE, 1.0);
            self.text(LEFT - 8.0, y + 4.0, TextAnchor::End, &format_number(*tick));
        }
    }

    pub fn finish(self) -> String {
        let (height, body) = (self.bottom + 30.0, self.body);
        let size = format!("width=\"{WIDTH:.0}\" height=\"{height:.0}\"");
        let view = format!("viewBox=\"0 0 {WIDTH:.0} {height:.0}\"");
        document_of(
            &format!("{view} {size} font-family=\"sans-serif\" font-size=\"13\" fill=\"{INK}\""),
            &format!("<rect {size} fill=\"#ffffff\"/>\n{body}"),
        )
    }
}

/// Axis with numbers.
pub struct Axis {
    range: Interval,
    /// Start and end of the range on the canvas.
    ends: [f64; 2],
    ticks: Vec<f64>,
    label: String,
}

impl Axis {
    /// Horizontal axis that covers all of these numbers.
    pub fn over(numbers: impl IntoIterator<Item = f64>, label: &str) -> Axis {
        Axis::between(numbers, [LEFT, RIGHT], label)
    }

    /// Axis for counts: with whole numbers only.
    pub fn over_integers(numbers: impl IntoIterator<Item = f64>, label: &str) -> Axis {
        Axis::with_min_step(numbers, [LEFT, RIGHT], label, 1.0)
    }

    pub fn between(numbers: impl IntoIterator<Item = f64>, ends: [f64; 2], label: &str) -> Axis {
        Axis::with_min_step(numbers, ends, label, 0.0)
    }

    fn with_min_step(numbers: impl IntoIterator<Item = f64>, ends: [f64; 2], label: &str, min_step: f64) -> Axis {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers.into_iter().filter(|number| number.is_finite()) {
            (low, high) = (low.min(number), high.max(number));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            (low, high) = (low - 1.0, high + 1.0);
        }
        // About six numbers, in steps of ones, twos or fives.
        let rough = (high - low) / 6.0;
        let unit = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * unit).find(|step| *step >= rough * 0.999);
        let step = step.unwrap_or(10.0 * unit).max(min_step);
        let (first, last) = ((low / step).floor() as i64, (high / step).ceil() as i64);
        let ticks: Vec<f64> = (first..=last).map(|tick| tick as f64 * step).collect();
        let range = Interval { low: first as f64 * step, high: last as f64 * step };
        Axis { range, ends, ticks, label: label.to_string() }
    }

    /// Coordinate of a number; outliers are clamped to the edge.
    pub fn at(&self, number: f64) -> f64 {
        let Interval { low, high } = self.range;
        let share = ((number - low) / (high - low)).clamp(0.0, 1.0);
        self.ends[0] + share * (self.ends[1] - self.ends[0])
    }
}

/// Formats a number for an axis.
pub fn format_number(number: f64) -> String {
    decimal(number, 4)
}

/// Title in at most three lines that fit on the canvas.
fn title_lines(title: &str) -> Vec<String> {
    const FULL_LINES: usize = 2;
    let options = Options::new(MAX_TITLE_LINE_LEN).break_words(false).word_splitter(WordSplitter::NoHyphenation);
    let mut lines = wrap(title, options);
    if lines.len() > FULL_LINES {
        let rest = lines.split_off(FULL_LINES).join(" ");
        lines.push(rest.into());
    }
    lines.iter().map(|line| one_line(line, MAX_TITLE_LINE_LEN + 10)).collect()
}
