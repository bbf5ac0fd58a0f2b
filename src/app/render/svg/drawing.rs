//! A drawing in progress: shapes on layers, and their bounds. The only module that writes whole SVG documents, those of
//! plots too.

use houserule_core::geometry::Coord;
use houserule_core::text::{decimal, escaped};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Layers, from the lowest to the topmost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum SvgLayer {
    /// The frame of a board and its cells.
    Board,
    /// Backgrounds that show under pieces.
    Tint,
    Pieces,
    /// Decisive tracks and roads, traced over the pieces.
    Traces,
    Marks,
    Labels,
    /// Coordinates, heading and legend.
    Margin,
    /// Invisible shapes that take clicks, on a page.
    Targets,
}

/// One shape with its layer. Equal shapes in several pictures of a game are drawn once in its animation.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SvgItem {
    pub layer: SvgLayer,
    /// Order within the layer; higher shapes cover lower ones.
    pub depth: i32,
    pub svg: String,
}

/// A bounding box.
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

    /// Extends the box by a rectangle.
    pub fn include(&mut self, [left, top]: [f64; 2], [right, bottom]: [f64; 2]) {
        self.left = self.left.min(left);
        self.top = self.top.min(top);
        self.right = self.right.max(right);
        self.bottom = self.bottom.max(bottom);
    }

    /// Returns the box around both.
    pub fn union(mut self, other: Bounds) -> Bounds {
        self.include([other.left, other.top], [other.right, other.bottom]);
        self
    }

    pub fn contains(&self, [x, y]: [f64; 2]) -> bool {
        (self.left..=self.right).contains(&x) && (self.top..=self.bottom).contains(&y)
    }

    pub fn width(&self) -> f64 {
        self.right - self.left
    }

    pub fn height(&self) -> f64 {
        self.bottom - self.top
    }
}

/// A picture as shapes.
#[derive(Clone, Debug)]
pub struct SvgDrawing {
    pub items: Vec<SvgItem>,
    /// Shapes that are drawn more than once, and gradients, by id.
    pub defs: BTreeMap<String, String>,
    pub bounds: Bounds,
    /// Description of the picture for screen readers.
    pub description: String,
    /// Number that ids begin with, where several drawings share a page.
    pub page_index: Option<usize>,
    /// Texts to be written over the picture by whoever shows it; none if they are part of the drawing.
    pub listed_texts: Option<Vec<ListedText>>,
    /// Whether shapes name their cells, for a page that moves them.
    pub has_targets: bool,
}

/// Text that is not part of a drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedText {
    pub layer: SvgLayer,
    /// Centre of the text.
    pub at: [f64; 2],
    pub text: String,
}

/// Alignment of a text at its point.
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

/// Size, weight, alignment and colour of a text.
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

    /// Estimates the width of a text.
    pub fn width(&self, text: &str) -> f64 {
        let char_width = |letter: char| match letter {
            'i' | 'j' | 'l' | 't' | 'f' | 'I' | '.' | ',' | ':' | '\'' | '!' | '(' | ')' | '·' | ' ' => 0.34,
            'm' | 'w' | 'M' | 'W' | '@' => 0.93,
            'A'..='Z' => 0.7,
            _ => 0.61,
        };
        let bold = if self.bold { 1.12 } else { 1.0 };
        text.chars().map(char_width).sum::<f64>() * self.size * bold
    }

    /// Writes a text element, centred vertically on `y`.
    pub fn render_at(&self, x: f64, y: f64, text: &str) -> String {
        let anchor = match self.anchor {
            TextAnchor::Start => String::new(),
            anchor => format!(" {}", anchor.attribute()),
        };
        let weight = if self.bold { " font-weight=\"bold\"" } else { "" };
        let (x, y, size) = (number(x), number(y + 0.36 * self.size), number(self.size));
        format!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{weight}{anchor} {}>{}</text>",
            fill_attributes(self.paint),
            escaped(text)
        )
    }
}

/// Colours of the background and of text; pages in dark mode replace them by class.
pub const BACKGROUND: &str = "#fbfaf6";
pub const INK: &str = "#2b2a27";
pub const FAINT: &str = "#7a756a";

/// Returns the fill attribute, with the class by which a page may change it.
fn fill_attributes(paint: &str) -> String {
    match paint {
        INK => format!("class=\"ink\" fill=\"{INK}\""),
        FAINT => format!("class=\"faint\" fill=\"{FAINT}\""),
        paint => format!("fill=\"{paint}\""),
    }
}

/// Colours for a dark background, as in pages.
const DARK_STYLE: &str =
    "<style>.ink { fill: #f1ede2 } .faint { fill: #b5ae9e } .faint-line { stroke: #b5ae9e }</style>\n";

const FONT: &str = "DejaVu Sans, Verdana, sans-serif";

/// Padding around a picture.
const PADDING: f64 = 18.0;

impl SvgDrawing {
    pub fn new() -> SvgDrawing {
        SvgDrawing {
            items: Vec::new(),
            defs: BTreeMap::new(),
            bounds: Bounds::NONE,
            description: String::new(),
            page_index: None,
            listed_texts: None,
            has_targets: false,
        }
    }

    /// Returns the id of a shape on its page.
    pub fn id(&self, name: &str) -> String {
        self.page_index.map_or_else(|| name.to_string(), |number| format!("p{number}-{name}"))
    }

    pub fn put(&mut self, layer: SvgLayer, svg: impl Into<String>) {
        self.put_at(layer, 0, svg);
    }

    /// Like [`put`](SvgDrawing::put), above shapes of smaller depth.
    pub fn put_at(&mut self, layer: SvgLayer, depth: i32, svg: impl Into<String>) {
        self.items.push(SvgItem { layer, depth, svg: svg.into() });
    }

    /// Writes a text and extends the bounds by it.
    pub fn write(&mut self, layer: SvgLayer, style: TextStyle, [x, y]: [f64; 2], text: &str) {
        let width = style.width(text);
        let left = match style.anchor {
            TextAnchor::Start => x,
            TextAnchor::Middle => x - width / 2.0,
            TextAnchor::End => x - width,
        };
        self.bounds.include([left, y - 0.6 * style.size], [left + width, y + 0.6 * style.size]);
        match self.listed_texts {
            Some(_) => self.list_text(layer, [left + width / 2.0, y], text),
            None => self.put(layer, style.render_at(x, y, text)),
        }
    }

    /// Lists a text if this drawing has none in it.
    pub fn list_text(&mut self, layer: SvgLayer, at: [f64; 2], text: &str) {
        if let Some(texts) = &mut self.listed_texts {
            texts.push(ListedText { layer, at, text: text.to_string() });
        }
    }

    /// Defines a shape for use by its id.
    pub fn define(&mut self, id: &str, svg: impl FnOnce() -> String) {
        if !self.defs.contains_key(id) {
            self.defs.insert(id.to_string(), svg());
        }
    }

    /// Draws a defined shape at a point.
    pub fn stamp(&mut self, layer: SvgLayer, depth: i32, id: &str, centre: [f64; 2]) {
        let [x, y] = centre.map(number);
        self.put_at(layer, depth, format!("<use href=\"#{id}\" x=\"{x}\" y=\"{y}\"/>"));
    }

    /// Draws what is on a cell: like [`stamp`](SvgDrawing::stamp), but a page can find it.
    pub fn stamp_on(&mut self, layer: SvgLayer, depth: i32, id: &str, centre: [f64; 2], at: Coord) {
        if !self.has_targets {
            return self.stamp(layer, depth, id, centre);
        }
        let [x, y] = centre.map(number);
        let name = format!("data-on=\"{},{}\"", at.x, at.y);
        self.put_at(layer, depth, format!("<use href=\"#{id}\" x=\"{x}\" y=\"{y}\" {name}/>"));
    }

    /// Returns the shapes from the lowest to the topmost.
    pub fn sorted(&self) -> Vec<&SvgItem> {
        let mut items: Vec<&SvgItem> = self.items.iter().collect();
        items.sort_by_key(|item| (item.layer, item.depth));
        items
    }

    /// Writes the whole document.
    pub fn document(&self) -> String {
        document(self.bounds, &self.description, &self.shapes())
    }

    /// Writes the drawing for a page that makes its targets work, without a background.
    pub fn interactive_document(&self) -> String {
        let (head, _) = document_head(self.bounds);
        // The contents of a picture would be hidden from screen readers.
        let head = head.replace(" role=\"img\"", " class=\"board\" role=\"application\"");
        document_of(&format!("{head} aria-label=\"{}\"", escaped(&self.description)), &self.shapes())
    }

    /// Writes a document with the part of the drawing within these bounds, without a background, and with text and
    /// faint lines in colours for a dark background if `is_dark`.
    pub fn excerpt(&self, view: Bounds, is_dark: bool) -> String {
        let Bounds { left, top, .. } = view;
        let [width, height] = [view.width(), view.height()].map(number);
        let head = format!(
            "viewBox=\"{} {} {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"{FONT}\"",
            number(left),
            number(top)
        );
        let style = if is_dark { DARK_STYLE } else { "" };
        document_of(&head, &format!("{style}{}", self.shapes()))
    }

    fn shapes(&self) -> String {
        let mut out = defs([self]);
        for item in self.sorted() {
            let _ = writeln!(out, "{}", item.svg);
        }
        out
    }
}

/// Writes the definitions of drawings.
pub fn defs<'d>(drawings: impl IntoIterator<Item = &'d SvgDrawing>) -> String {
    let all: BTreeMap<&String, &String> = drawings.into_iter().flat_map(|drawing| &drawing.defs).collect();
    if all.is_empty() {
        return String::new();
    }
    let shapes: String = all.values().map(|shape| format!("{shape}\n")).collect();
    format!("<defs>\n{shapes}</defs>\n")
}

/// Writes a document around shapes within these bounds.
pub fn document(bounds: Bounds, title: &str, body: &str) -> String {
    let (head, ground) = document_head(bounds);
    document_of(&head, &format!("<title>{}</title>\n{ground}{body}", escaped(title)))
}

/// Writes a document with these attributes.
pub fn document_of(attributes: &str, body: &str) -> String {
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {attributes}>\n{body}</svg>\n")
}

/// Returns the attributes of a picture with these bounds, and its background.
pub fn document_head(bounds: Bounds) -> (String, String) {
    let bounds = if bounds.left.is_finite() { bounds } else { Bounds { left: 0.0, top: 0.0, right: 0.0, bottom: 0.0 } };
    let (left, top) = ((bounds.left - PADDING).floor(), (bounds.top - PADDING).floor());
    let width = (bounds.right + PADDING - left).ceil();
    let height = (bounds.bottom + PADDING - top).ceil();
    let head = format!(
        "viewBox=\"{left} {top} {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"{FONT}\" role=\"img\""
    );
    let ground = format!(
        "<rect class=\"ground\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\" fill=\"{BACKGROUND}\"/>\n"
    );
    (head, ground)
}

/// Formats a number without needless digits.
pub fn number(value: f64) -> String {
    decimal(value, 2)
}

/// Formats points for an attribute.
pub fn points(points: &[[f64; 2]]) -> String {
    let pairs: Vec<String> = points.iter().map(|[x, y]| format!("{},{}", number(*x), number(*y))).collect();
    pairs.join(" ")
}
