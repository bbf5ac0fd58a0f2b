//! Boards as drawings in SVG, for paper and for screens.
//!
//! | module | contents |
//! |---|---|
//! | `drawing` | shapes on layers, and documents |
//! | `transform`, `paint` | coordinates of cells, and tones of colours |
//! | `tiles`, `tile_board` | tiles with their tracks, and boards of them |
//! | `pieces`, `stone_board` | pieces and piles, and boards of them |
//! | `marks` | annotations of cells |
//! | `targets` | what a page needs to make a drawing clickable |
//! | `ghost` | what a move would change, to be laid over the board |
//! | `legend` | heading and legend: whose turn it is, reserves, hands, what marks mean |

mod drawing;
mod ghost;
mod legend;
mod marks;
mod paint;
mod pieces;
mod stone_board;
mod targets;
mod tile_board;
mod tiles;
mod transform;

use super::palette::Palette;
use super::{Annotations, HandVisibility};
use houserule_core::geometry::Coord;
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{BoardView, Seat, TilesView};
use houserule_script::game::Game;
use paint::Paint;
use transform::CellTransform;

pub(super) use drawing::{
    Bounds, SvgDrawing, SvgItem, SvgLayer, TextAnchor, defs, document, document_head, document_of, number,
};
pub use ghost::svg_of_changes;
pub(super) use legend::describe_state;
pub use targets::{svg_of_piece, svg_of_tile, svg_with_targets};

/// Options of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SvgStyle {
    pub palette: Palette,
    /// Whether the title and the seat to move are shown above the board.
    pub heading: bool,
    /// Whether reserves, hands and the meaning of marks are shown below it.
    pub legend: bool,
    pub hands: HandVisibility,
    /// Whether texts are listed beside the drawing, for a screen that cannot draw letters.
    pub lists_texts: bool,
    /// Whether cells and pieces can be clicked, on a page that listens.
    pub has_targets: bool,
    /// Index among the drawings of one page, which must not share ids; none for a single drawing.
    pub page_index: Option<usize>,
}

impl Default for SvgStyle {
    fn default() -> SvgStyle {
        SvgStyle {
            palette: Palette::Usual,
            heading: true,
            legend: true,
            hands: HandVisibility::Visible,
            lists_texts: false,
            has_targets: false,
            page_index: None,
        }
    }
}

/// Renders an annotated position as an SVG document.
pub fn svg(game: &mut Game, annotations: &Annotations, style: &SvgStyle) -> String {
    draw_within(game, annotations, style, None, None).document()
}

/// Draws a position: within the bounds of the game's largest board and under a caption, where these are given.
pub(super) fn draw_within(
    game: &mut Game,
    annotations: &Annotations,
    style: &SvgStyle,
    bounds: Option<Bounds>,
    caption: Option<&str>,
) -> SvgDrawing {
    let state = describe_state(game);
    let mut drawing = draw_board(game, annotations, style);
    drawing.description = format!("{}: {state}", game.plan().title);
    if let Some(bounds) = bounds {
        drawing.bounds = drawing.bounds.union(bounds);
    }
    if style.heading {
        legend::heading(&mut drawing, &game.plan().title, caption.unwrap_or(&state));
    }
    if style.legend {
        legend::draw_legend(&mut drawing, game, annotations, style, &seat_paints(game, style));
    }
    drawing
}

/// Draws the board alone, with its coordinates.
pub(super) fn draw_board(game: &Game, annotations: &Annotations, style: &SvgStyle) -> SvgDrawing {
    let listed_texts = style.lists_texts.then(Vec::new);
    let mut drawing =
        SvgDrawing { page_index: style.page_index, listed_texts, has_targets: style.has_targets, ..SvgDrawing::new() };
    match game.board().view() {
        BoardView::Stones(board) => stone_board::draw(&mut drawing, board, annotations, &seat_paints(game, style)),
        BoardView::Tiles(board) => tile_board::draw(&mut drawing, board, annotations, style.palette),
    }
    if style.has_targets {
        targets::draw(&mut drawing, game, annotations);
    }
    drawing
}

/// Units from a cell to its neighbour.
pub(super) const UNITS_PER_CELL: f64 = 2.0 * transform::HALF;

/// Returns the centre of a cell, and the distances from it to the next cell and the next row.
pub(super) fn cell_centre(board: BoardView, at: Coord) -> ([f64; 2], [f64; 2]) {
    let transform = match board {
        BoardView::Stones(board) => CellTransform::of_grid(&board.game().grid),
        BoardView::Tiles(board) => CellTransform::of_tiles(board.set()),
    };
    let [_, down] = transform.centre(Coord { x: 0, y: 1 });
    (transform.centre(at), [UNITS_PER_CELL, down.abs()])
}

/// Returns the colours of the seats' pieces.
fn seat_paints(game: &Game, style: &SvgStyle) -> IndexVec<Seat, Paint> {
    let seats = game.plan().names.seats.iter().enumerate();
    seats.map(|(index, name)| Paint::of_seat(style.palette, name, index)).collect()
}

/// Renders tiles without a game.
pub fn svg_of_tiles(board: &dyn TilesView) -> String {
    let mut drawing = SvgDrawing::new();
    drawing.description = format!("{} tiles", board.tile_count());
    tile_board::draw_tiles(&mut drawing, board, Palette::Usual);
    drawing.document()
}
