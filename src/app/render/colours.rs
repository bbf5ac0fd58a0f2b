//! The colours of tracks and pieces as letters, and as a terminal shows them.

use anstyle::{AnsiColor, Style};

use super::palette::{basic_seat, basic_track};
use super::screen::{ColourDepth, Screen, TerminalBackground};
use houserule_core::mechanics::TilesView;

/// What a colour is called.
pub(super) fn name(board: &dyn TilesView, colour: u8) -> &str {
    &board.set().colours[colour as usize].name
}

/// What is drawn for a colour.
pub(super) fn letter(board: &dyn TilesView, colour: u8) -> char {
    board.set().colours[colour as usize].letter.to_ascii_lowercase()
}

pub(super) fn style(board: &dyn TilesView, colour: u8, screen: &Screen) -> Style {
    let (name, index) = (name(board, colour), colour as usize);
    screen.letters(screen.palette.rgb(name, index), basic_track(name, index))
}

/// A seat's pieces: letters on the colour that the seat is named after, or on one of its own.
pub(super) fn piece(name: &str, index: usize, screen: &Screen) -> Style {
    let face = basic_seat(name, index);
    let rgb = match name {
        "black" => [0x3d, 0x3d, 0x46],
        name => screen.palette.seat(name, index),
    };
    // Dark letters on light pieces, light ones on dark.
    let light = 3 * u32::from(rgb[0]) + 6 * u32::from(rgb[1]) + u32::from(rgb[2]) > 1400;
    let ink = if light { ([0x16, 0x16, 0x1a], AnsiColor::Black) } else { ([0xff; 3], AnsiColor::BrightWhite) };
    let ink = match screen.depth {
        // The sixteen are what the terminal makes of them; only one of them is sure to be dark enough for white.
        ColourDepth::Sixteen if name != "black" => ([0; 3], AnsiColor::Black),
        _ => ink,
    };
    Style::new().fg_color(Some(screen.colour(ink.0, ink.1))).bg_color(Some(screen.colour(rgb, face)))
}

/// The last move, and what decided a game.
pub(super) fn mark(screen: &Screen) -> Style {
    let (rgb, basic) = match screen.ground {
        TerminalBackground::Dark => (BRIGHT, AnsiColor::BrightYellow),
        TerminalBackground::Light => ([0xa0, 0x52, 0x00], AnsiColor::Red),
    };
    Style::new().bold().fg_color(Some(screen.colour(rgb, basic)))
}

/// The same on a tile.
pub(super) fn mark_on_tile(screen: &Screen) -> Style {
    match screen.tile().get_bg_color() {
        Some(ground) => {
            let ink = screen.colour(BRIGHT, AnsiColor::BrightYellow);
            Style::new().bold().fg_color(Some(ink)).bg_color(Some(ground))
        }
        None => mark(screen),
    }
}

const BRIGHT: [u8; 3] = [0xf2, 0xc2, 0x30];
