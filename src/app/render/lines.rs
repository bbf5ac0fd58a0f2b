//! Tiles whose tracks are drawn with strokes, in colour. Hexagons have a gap between them that only tracks cross;
//! squares touch, and every other one is a little lighter.

use std::collections::BTreeSet;

use anstyle::{AnsiColor, Style};

use super::annotations::{Annotations, decisive_sides};
use super::canvas::TextCanvas;
use super::cells::{all_cells, clashes, column_label, crop_rows, focus_cells, hidden_cells, row_label};
use super::colours::{colour_name, mark_style};
use super::palette::basic_track;
use super::screen::{ColourDepth, Screen, TerminalBackground, lines_below};
use super::strokes::{INNER, strokes};
use super::window::{self, DrawnBoard};
use houserule_core::geometry::Coord;
use houserule_core::mechanics::TilesView;
use houserule_core::tiles::{ColourIndex, OrientationIndex};

/// Renders the tiles, their empty neighbours and annotated cells, with the names of rows and columns.
pub(super) fn board(board: &dyn TilesView, annotations: &Annotations, screen: &Screen) -> DrawnBoard {
    let all = all_cells(board, annotations);
    let mut cells = all.clone();
    let drawing = LineDrawing::new(board, annotations, screen);
    let [pitch, row_lines] = drawing.pitch;
    let focus = focus_cells(board, annotations);
    let heading = !drawing.is_hex() as usize;
    let (above, below) = crop_rows(&mut cells, &focus, row_lines as usize, lines_below::STROKES + heading, screen);
    let label = cells.iter().map(|at| row_label(board, at.y).len()).max().unwrap_or(1);

    // Columns that do not fit are hidden, around the focus.
    let half = pitch / 2;
    let columns = || cells.iter().map(|at| drawing.column(*at));
    let (first, last) = (columns().min().unwrap_or(0) - half, columns().max().unwrap_or(0) + half);
    // Text that is stored is whole.
    let room = screen.rows.map_or(i32::MAX, |_| (screen.columns - label - 1) as i32);
    let left = match last - first < room {
        true => first,
        false => {
            let points: Vec<f64> = focus.iter().map(|at| drawing.column(*at).into()).collect();
            let centre = window::centre(&points, (half + 1).into(), room.into()) as i32;
            (centre - room / 2).clamp(first, last - room + 1)
        }
    };
    let right = left.saturating_add(room.max(pitch));
    let is_shown = |at: &Coord| drawing.column(*at) - half >= left && drawing.column(*at) + half < right;
    let count = |beyond: i32| (beyond.max(0) + pitch - 1) / pitch;
    let hidden = (count(left - first) as usize, count(last.saturating_sub(right - 1)) as usize);
    cells.retain(is_shown);

    let canvas = drawing.render(&cells);
    let row = |line: i32| (line % row_lines == 0).then(|| row_label(board, line / row_lines));
    let mut out = String::new();
    let mut left = canvas.left();
    // Columns of hexagons are slanted and have no names.
    if !drawing.is_hex() {
        let mut names = TextCanvas::default();
        let xs: BTreeSet<i32> = cells.iter().map(|at| at.x).collect();
        for x in xs {
            let name = column_label(board, x);
            names.write(0, pitch * x - name.len() as i32 / 2, &name, Style::new());
        }
        left = left.min(names.left());
        out += &names.to_text(left, label, |_| None);
    }
    out += &canvas.to_text(left, label, row);
    out += &screen.wrap_lines(&window::describe_hidden(hidden, (above, below)), 2);
    DrawnBoard { text: out, hidden: hidden_cells(&all, &cells) }
}

/// Renders tiles side by side, each after a text, in lines that fit the screen.
pub(super) fn row_of_tiles(board: &dyn TilesView, tiles: &[(String, OrientationIndex)], screen: &Screen) -> String {
    let annotations = Annotations::default();
    let drawing = LineDrawing::new(board, &annotations, screen);
    let [width, height] = INNER;
    let mut canvas = TextCanvas::default();
    let (mut column, mut line) = (0, 0);
    for (text, orientation) in tiles {
        let wide = text.chars().count() as i32 + 2 * width + 4;
        if column > 0 && column + wide > screen.columns as i32 {
            (column, line) = (0, line + 2 * height + 2);
        }
        canvas.write(line, column, text, Style::new());
        let centre = [column + text.chars().count() as i32 + 1 + width, line];
        drawing.paint_tile(&mut canvas, centre, *orientation, TileMarks::default());
        column += wide;
    }
    canvas.to_text(0, 0, |_| None)
}

/// What is particular about a tile on the board.
#[derive(Default)]
struct TileMarks {
    at: Option<Coord>,
    /// Index among the cells that changed last.
    changed: Option<usize>,
    is_lighter: bool,
}

struct LineDrawing<'a> {
    board: &'a dyn TilesView,
    annotations: &'a Annotations,
    screen: &'a Screen,
    decisive: BTreeSet<(Coord, usize)>,
    /// Columns and lines from a tile to the next.
    pitch: [i32; 2],
}

impl LineDrawing<'_> {
    fn new<'a>(board: &'a dyn TilesView, annotations: &'a Annotations, screen: &'a Screen) -> LineDrawing<'a> {
        let [width, height] = INNER;
        // Hexagons share the characters between them.
        let gap = if board.lattice().sides() == 6 { 1 } else { 0 };
        let pitch = [2 * width + 1 + gap, 2 * height + 1 + gap];
        LineDrawing { board, annotations, screen, decisive: decisive_sides(board, annotations, screen), pitch }
    }

    fn is_hex(&self) -> bool {
        self.board.lattice().sides() == 6
    }

    /// Returns the column of a cell's centre. The next row of hexagons is half a cell to the right.
    fn column(&self, at: Coord) -> i32 {
        self.pitch[0] * at.x + if self.is_hex() { self.pitch[0] / 2 * at.y } else { 0 }
    }

    fn render(&self, cells: &[Coord]) -> TextCanvas {
        let mut canvas = TextCanvas::default();
        for &at in cells {
            let centre = [self.column(at), self.pitch[1] * at.y];
            match self.board.orientation_at(at) {
                Some(orientation) => {
                    let changed = self.annotations.changed(at);
                    let is_lighter = !self.is_hex() && (at.x + at.y) % 2 != 0;
                    self.paint_tile(&mut canvas, centre, orientation, TileMarks { at: Some(at), changed, is_lighter });
                }
                None => self.paint_space(&mut canvas, centre, at),
            }
        }
        canvas
    }

    fn paint_space(&self, canvas: &mut TextCanvas, [column, line]: [i32; 2], at: Coord) {
        let text = self.annotations.text_on(at, self.screen);
        let style = if self.annotations.labels.contains_key(&at) { Style::new().bold() } else { Style::new() };
        canvas.write(line, column - text.chars().count() as i32 / 2, &text, style);
    }

    fn paint_tile(&self, canvas: &mut TextCanvas, centre: [i32; 2], orientation: OrientationIndex, marks: TileMarks) {
        let [column, line] = centre;
        let orientation = &self.board.set().orientations[orientation];
        let background = self.background(&marks);
        let [width, height] = INNER;
        for down in -height..=height {
            (-width..=width).for_each(|right| canvas.fill_background(line + down, column + right, background));
        }
        let is_inside = |right: i32, down: i32| right.abs() <= width && down.abs() <= height;
        let has_ends = self.is_hex() && marks.at.is_some();
        for stroke in
            strokes(orientation).into_iter().filter(|stroke| has_ends || is_inside(stroke.column, stroke.line))
        {
            let is_decisive = marks.at.is_some_and(|at| self.decisive.contains(&(at, stroke.side)));
            let style = self.track_style(orientation.colours[stroke.side], background, is_decisive);
            let clashes = !is_inside(stroke.column, stroke.line)
                && marks.at.is_some_and(|at| clashes(self.board, at, stroke.side));
            let (symbol, style) = if clashes { ('#', Style::new().bold()) } else { (stroke.symbol, style) };
            canvas.put(line + stroke.line, column + stroke.column, symbol, style);
        }
        let mark = mark_style(self.screen).bg_color(background.get_bg_color());
        match marks.changed {
            Some(0) => canvas.put(line - height, column - width, '◆', mark),
            Some(_) => canvas.put(line - height, column - width, '◇', mark),
            None => {}
        }
        let Some(at) = marks.at else { return };
        if self.annotations.highlights.contains(&at) {
            canvas.put(line + height, column - width, '*', mark);
        }
        if let Some(label) = self.annotations.labels.get(&at) {
            let first = column + width + 1 - label.chars().count() as i32;
            canvas.write(line - height, first, label, Style::new().bold().invert());
        }
    }

    /// Style of a tile's background: warmer where the tile has changed.
    fn background(&self, marks: &TileMarks) -> Style {
        if self.screen.depth == ColourDepth::Sixteen {
            return self.screen.tile_style();
        }
        let rgb = match (marks.changed, marks.is_lighter) {
            (Some(0), _) => [0x5c, 0x49, 0x10],
            (Some(_), _) => [0x41, 0x38, 0x1c],
            (None, true) => [0x30, 0x30, 0x36],
            (None, false) => [0x1f, 0x1f, 0x22],
        };
        let ink = self.screen.colour([0xd5; 3], AnsiColor::White);
        Style::new().fg_color(Some(ink)).bg_color(Some(self.screen.colour(rgb, AnsiColor::Black)))
    }

    /// Style of a track. Once tracks have decided the game, the others fade.
    fn track_style(&self, colour: ColourIndex, background: Style, is_decisive: bool) -> Style {
        let (name, index) = (colour_name(self.board, colour), colour.index());
        let rgb = self.screen.palette.track_rgb(name, index);
        let fades = !self.decisive.is_empty() && !is_decisive;
        let rgb = if fades { rgb.map(|part| part / 5 * 2) } else { rgb };
        let ink = self.screen.colour(rgb, basic_track(name, index));
        let style = Style::new().fg_color(Some(ink)).bg_color(background.get_bg_color()).bold();
        match (fades, self.screen.depth, self.screen.background) {
            (true, ColourDepth::Sixteen, _) => Style::new().fg_color(Some(AnsiColor::BrightBlack.into())),
            (_, ColourDepth::Sixteen, TerminalBackground::Light) => style.bg_color(Some(AnsiColor::Black.into())),
            _ => style,
        }
    }
}
