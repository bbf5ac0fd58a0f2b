//! Boards as drawings in SVG, for paper and for screens.
//!
//! | room | what lives there |
//! |---|---|
//! | `drawing` | shapes on layers, and documents |
//! | `plot`, `paint` | where cells are, and what colours look like |
//! | `tiles`, `laid` | tiles with their tracks, boards of them |
//! | `pieces`, `stones` | pieces and piles, boards of them |
//! | `marks` | what is pointed out |
//! | `beside` | what stands above and below a board: whose turn it is, reserves, hands, what marks mean |

mod drawing;
mod legend;
mod marks;
mod paint;
mod pieces;
mod puzzles;
mod stones;
mod tiles;
mod transform;

use super::palette::Palette;
use super::{Annotations, HandVisibility};
use houserule_core::index::IndexVec;
use houserule_core::mechanics::{BoardView, Seat, TilesView};
use houserule_script::game::Game;
use paint::Paint;

pub(super) use drawing::{Bounds, SvgDrawing, SvgItem, TextAnchor, defs, document, document_of, head, number};
pub(super) use legend::state;

/// How a drawing is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SvgStyle {
    pub palette: Palette,
    /// Whether the game's name and whose turn it is stand above the board.
    pub heading: bool,
    /// Whether reserves, hands and what the marks mean stand below it.
    pub legend: bool,
    pub hands: HandVisibility,
    /// Its number among the pictures of one page, which must not share ids; none where it stands alone.
    pub number: Option<usize>,
}

impl Default for SvgStyle {
    fn default() -> SvgStyle {
        SvgStyle { palette: Palette::Usual, heading: true, legend: true, hands: HandVisibility::Seen, number: None }
    }
}

/// A position as an SVG document, with whatever is to be pointed out.
pub fn svg(game: &mut Game, pointed: &Annotations, sheet: &SvgStyle) -> String {
    draw_within(game, pointed, sheet, None, None).document()
}

/// A position as shapes: in the room that the largest board of a game takes, and under a caption, where there are such.
pub(super) fn draw_within(
    game: &mut Game,
    pointed: &Annotations,
    sheet: &SvgStyle,
    room: Option<Bounds>,
    caption: Option<&str>,
) -> SvgDrawing {
    let state = state(game);
    let mut drawing = board(game, pointed, sheet);
    drawing.text = format!("{}: {state}", game.plan().title);
    if let Some(room) = room {
        drawing.bounds = drawing.bounds.with(room);
    }
    if sheet.heading {
        legend::heading(&mut drawing, &game.plan().title, caption.unwrap_or(&state));
    }
    if sheet.legend {
        legend::legend(&mut drawing, game, pointed, sheet, &paints(game, sheet));
    }
    drawing
}

/// The board alone, with its coordinates.
pub(super) fn board(game: &Game, pointed: &Annotations, sheet: &SvgStyle) -> SvgDrawing {
    let mut drawing = SvgDrawing { number: sheet.number, ..SvgDrawing::new() };
    match game.board().view() {
        BoardView::Stones(board) => stones::draw(&mut drawing, board, pointed, &paints(game, sheet)),
        BoardView::Tiles(board) => puzzles::draw(&mut drawing, board, pointed, sheet.palette),
    }
    drawing
}

/// The colours of the seats' pieces.
fn paints(game: &Game, sheet: &SvgStyle) -> IndexVec<Seat, Paint> {
    let seats = game.plan().names.seats.iter().enumerate();
    seats.map(|(index, name)| Paint::of_seat(sheet.palette, name, index)).collect()
}

/// Tiles without a game around them.
pub fn svg_of_tiles(board: &dyn TilesView) -> String {
    let mut drawing = SvgDrawing::new();
    drawing.text = format!("{} tiles", board.tile_count());
    puzzles::bare(&mut drawing, board, Palette::Usual);
    drawing.document()
}
