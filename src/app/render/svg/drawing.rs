//! A drawing in the making: shapes on layers, and how far they reach. The only place that writes whole SVG
//! documents, those of plots as well.

use houserule_core::text::{decimal, escaped};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What lies above what.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SvgLayer {
    /// The frame of a board and its cells.
    Board,
    /// What shines through under pieces.
    Tint,
    Pieces,
    /// Tracks and roads that are traced again.
    Over,
    Marks,
    Labels,
    /// Coordinates, and what stands above and below the board.
    Margin,
}

/// One shape: where it belongs and how it is written. Shapes that are alike in two pictures of a game are one in its film.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SvgItem {
    pub layer: SvgLayer,
    /// What is nearer covers what is farther.
    pub depth: i32,
    pub svg: String,
}

/// How far something reaches.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Bounds {
    pub const NONE: Bounds =
        Bounds { left: f64::INFINITY, top: f64::INFINITY, right: f64::NEG_INFINITY, bottom: f64::NEG_INFINITY };

    /// Takes in a rectangle.
    pub fn reach(&mut self, [left, top]: [f64; 2], [right, bottom]: [f64; 2]) {
        self.left = self.left.min(left);
        self.top = self.top.min(top);
        self.right = self.right.max(right);
        self.bottom = self.bottom.max(bottom);
    }

    /// What takes in both.
    pub fn with(mut self, other: Bounds) -> Bounds {
        self.reach([other.left, other.top], [other.right, other.bottom]);
        self
    }

    pub fn width(&self) -> f64 {
        self.right - self.left
    }
}

/// A picture as shapes.
#[derive(Clone, Debug)]
pub struct SvgDrawing {
    pub items: Vec<SvgItem>,
    /// Shapes that are drawn more than once, and gradients, by their ids.
    pub defs: BTreeMap<String, String>,
    pub bounds: Bounds,
    /// What the picture shows, in a sentence for those who cannot see it.
    pub text: String,
    /// The number that ids begin with, where several drawings are on one page.
    pub number: Option<usize>,
}

/// Where a text stands beside its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TextAnchor {
    Start,
    Middle,
    End,
}

impl TextAnchor {
    pub fn attribute(self) -> &'static str {
        match self {
            TextAnchor::Start => "text-anchor=\"start\"",
            TextAnchor::Middle => "text-anchor=\"middle\"",
            TextAnchor::End => "text-anchor=\"end\"",
        }
    }
}

/// How a text looks.
#[derive(Clone, Copy, Debug)]
pub struct TextStyle<'a> {
    pub size: f64,
    pub bold: bool,
    pub anchor: TextAnchor,
    pub paint: &'a str,
}

impl<'a> TextStyle<'a> {
    pub fn new(size: f64, paint: &'a str) -> TextStyle<'a> {
        TextStyle { size, bold: false, anchor: TextAnchor::Start, paint }
    }

    pub fn bold(self) -> TextStyle<'a> {
        TextStyle { bold: true, ..self }
    }

    pub fn middle(self) -> TextStyle<'a> {
        TextStyle { anchor: TextAnchor::Middle, ..self }
    }

    pub fn end(self) -> TextStyle<'a> {
        TextStyle { anchor: TextAnchor::End, ..self }
    }

    /// About how wide a text will be.
    pub fn width(&self, text: &str) -> f64 {
        let wide = |letter: char| match letter {
            'i' | 'j' | 'l' | 't' | 'f' | 'I' | '.' | ',' | ':' | '\'' | '!' | '(' | ')' | '·' | ' ' => 0.34,
            'm' | 'w' | 'M' | 'W' | '@' => 0.93,
            'A'..='Z' => 0.7,
            _ => 0.61,
        };
        let bold = if self.bold { 1.12 } else { 1.0 };
        text.chars().map(wide).sum::<f64>() * self.size * bold
    }

    /// A text with its middle line at `y`.
    pub fn at(&self, x: f64, y: f64, text: &str) -> String {
        let anchor = match self.anchor {
            TextAnchor::Start => String::new(),
            anchor => format!(" {}", anchor.attribute()),
        };
        let weight = if self.bold { " font-weight=\"bold\"" } else { "" };
        let (x, y, size) = (number(x), number(y + 0.36 * self.size), number(self.size));
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight}{anchor} {}>{}</text>",
            filled(self.paint),
            escaped(text)
        )
    }
}

/// The colour of a ground, and of what is written on it: pages in the dark exchange them by these classes.
pub const GROUND: &str = "#fbfaf6";
pub const INK: &str = "#2b2a27";
pub const FAINT: &str = "#7a756a";

/// A fill, with the class by which a page may change it.
fn filled(paint: &str) -> String {
    match paint {
        INK => format!("class=\"ink\" fill=\"{INK}\""),
        FAINT => format!("class=\"faint\" fill=\"{FAINT}\""),
        paint => format!("fill=\"{paint}\""),
    }
}

const FONT: &str = "DejaVu Sans, Verdana, sans-serif";

/// How much room is left around a picture.
const AROUND: f64 = 18.0;

impl SvgDrawing {
    pub fn new() -> SvgDrawing {
        SvgDrawing { items: Vec::new(), defs: BTreeMap::new(), bounds: Bounds::NONE, text: String::new(), number: None }
    }

    /// The id of a shape on the page.
    pub fn id(&self, name: &str) -> String {
        self.number.map_or_else(|| name.to_string(), |number| format!("p{number}-{name}"))
    }

    pub fn put(&mut self, layer: SvgLayer, svg: impl Into<String>) {
        self.put_at(layer, 0, svg);
    }

    /// The same, nearer than what has a smaller depth.
    pub fn put_at(&mut self, layer: SvgLayer, depth: i32, svg: impl Into<String>) {
        self.items.push(SvgItem { layer, depth, svg: svg.into() });
    }

    /// A text that the picture makes room for.
    pub fn write(&mut self, layer: SvgLayer, kind: TextStyle, [x, y]: [f64; 2], text: &str) {
        let width = kind.width(text);
        let left = match kind.anchor {
            TextAnchor::Start => x,
            TextAnchor::Middle => x - width / 2.0,
            TextAnchor::End => x - width,
        };
        self.bounds.reach([left, y - 0.6 * kind.size], [left + width, y + 0.6 * kind.size]);
        self.put(layer, kind.at(x, y, text));
    }

    /// A shape to be used by its id.
    pub fn define(&mut self, id: &str, svg: impl FnOnce() -> String) {
        if !self.defs.contains_key(id) {
            self.defs.insert(id.to_string(), svg());
        }
    }

    /// A shape that was defined, drawn somewhere.
    pub fn stamp(&mut self, layer: SvgLayer, depth: i32, id: &str, middle: [f64; 2]) {
        let [x, y] = middle.map(number);
        self.put_at(layer, depth, format!("<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>"));
    }

    /// The shapes from the lowest to the topmost.
    pub fn sorted(&self) -> Vec<&SvgItem> {
        let mut items: Vec<&SvgItem> = self.items.iter().collect();
        items.sort_by_key(|item| (item.layer, item.depth));
        items
    }

    /// A whole document.
    pub fn document(&self) -> String {
        let mut body = String::new();
        for item in self.sorted() {
            let _ = writeln!(body, "{}", item.svg);
        }
        document(self.bounds, &self.text, &(defs([self]) + &body))
    }
}

/// What drawings define, as it stands in a document.
pub fn defs<'d>(drawings: impl IntoIterator<Item = &'d SvgDrawing>) -> String {
    let all: BTreeMap<&String, &String> = drawings.into_iter().flat_map(|drawing| &drawing.defs).collect();
    if all.is_empty() {
        return String::new();
    }
    let shapes: String = all.values().map(|shape| format!("{shape}\n")).collect();
    format!("<defs>\n{shapes}</defs>\n")
}

/// A document around shapes that reach so far.
pub fn document(bounds: Bounds, says: &str, body: &str) -> String {
    let (head, ground) = head(bounds);
    document_of(&head, &format!("<title>{}</title>\n{ground}{body}", escaped(says)))
}

/// A document with these attributes.
pub fn document_of(attributes: &str, body: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}>\n{body}</svg>\n")
}

/// The attributes of a picture that reaches so far, and the ground it stands on.
pub fn head(bounds: Bounds) -> (String, String) {
    let bounds = if bounds.left.is_finite() { bounds } else { Bounds { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 } };
    let (left, top) = ((bounds.left - AROUND).floor(), (bounds.top - AROUND).floor());
    let width = (bounds.right + AROUND - left).ceil();
    let height = (bounds.bottom + AROUND - top).ceil();
    let head = format!(
        "viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"{FONT}\" role=\"img\""
    );
    let ground = format!(
        "<rect class=\"ground\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{GROUND}\"/>\n"
    );
    (head, ground)
}

/// A number without needless digits.
pub fn number(value: f64) -> String {
    decimal(value, 2)
}

/// Points as attributes list them.
pub fn points(points: &[[f64; 2]]) -> String {
    let each: Vec<String> = points.iter().map(|[x, y]| format!("{},{}", number(*x), number(*y))).collect();
    each.join(" ")
}
