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

mod beside;
mod drawing;
mod laid;
mod marks;
mod paint;
mod pieces;
mod plot;
mod stones;
mod tiles;

use super::palette::Palette;
use super::{Hands, Pointed};
use crate::game::Game;
use crate::mechanics::{Laid, Look};
use drawing::Drawing;
use paint::Paint;

/// How a drawing is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sheet {
    pub palette: Palette,
    /// Whether the game's name and whose turn it is stand above the board.
    pub heading: bool,
    /// Whether reserves, hands and what the marks mean stand below it.
    pub legend: bool,
    pub hands: Hands,
}

impl Default for Sheet {
    fn default() -> Sheet {
        Sheet { palette: Palette::Usual, heading: true, legend: true, hands: Hands::Seen }
    }
}

/// A position as an SVG document, with whatever is to be pointed out.
pub fn svg(game: &mut Game, pointed: &Pointed, sheet: &Sheet) -> String {
    draw(game, pointed, sheet).document()
}

/// A position as shapes.
pub(super) fn draw(game: &mut Game, pointed: &Pointed, sheet: &Sheet) -> Drawing {
    let state = beside::state(game);
    let mut drawing = Drawing::new();
    drawing.says = format!("{}: {state}", game.plan().title);
    let game = &*game;
    let names = &game.plan().names;
    let paints: Vec<Paint> = names
        .seats
        .iter()
        .enumerate()
        .map(|(index, name)| Paint::of_seat(sheet.palette, name, index))
        .collect();
    match game.board().look() {
        Look::Stones(board) => stones::draw(&mut drawing, board, pointed, &paints),
        Look::Tiles(board) => laid::draw(&mut drawing, board, pointed, sheet.palette),
        Look::Layout(board) => laid::draw(&mut drawing, board, pointed, sheet.palette),
    }
    if sheet.heading {
        beside::heading(&mut drawing, &game.plan().title, &state);
    }
    if sheet.legend {
        beside::legend(&mut drawing, game, pointed, sheet, &paints);
    }
    drawing
}

/// Tiles without a game around them.
pub fn svg_of_tiles(board: &dyn Laid) -> String {
    let mut drawing = Drawing::new();
    drawing.says = format!("{} tiles", board.tile_count());
    laid::bare(&mut drawing, board, Palette::Usual);
    drawing.document()
}
