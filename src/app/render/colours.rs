//! Colours of tracks and pieces as letters and as styles of a terminal.

use anstyle::{AnsiColor, Style};

use super::palette::{basic_seat, basic_track};
use super::screen::{ColourDepth, Screen, TerminalBackground};
use houserule_core::mechanics::TilesView;
use houserule_core::tiles::ColourIndex;

/// Returns the name of a colour.
pub(super) fn colour_name(board: &dyn TilesView, colour: ColourIndex) -> &str {
    &board.set().colours[colour].name
}

/// Returns the letter of a colour.
pub(super) fn colour_letter(board: &dyn TilesView, colour: ColourIndex) -> char {
    board.set().colours[colour].letter.to_ascii_lowercase()
}

pub(super) fn track_style(board: &dyn TilesView, colour: ColourIndex, screen: &Screen) -> Style {
    let (name, index) = (colour_name(board, colour), colour.index());
    screen.tile_text_style(screen.palette.track_rgb(name, index), basic_track(name, index))
}

/// Style of a seat's pieces: text on the colour that the seat is named after, or on one of its own.
pub(super) fn piece_style(name: &str, index: usize, screen: &Screen) -> Style {
    let basic = basic_seat(name, index);
    let rgb = match name {
        "black" => [0x3d, 0x3d, 0x46],
        name => screen.palette.seat_rgb(name, index),
    };
    // Dark letters on light pieces, light ones on dark.
    let is_light = 3 * u32::from(rgb[0]) + 6 * u32::from(rgb[1]) + u32::from(rgb[2]) > 1400;
    let ink = if is_light { ([0x16, 0x16, 0x1a], AnsiColor::Black) } else { ([0xff; 3], AnsiColor::BrightWhite) };
    let ink = match screen.depth {
        // Terminals choose the sixteen colours; only black is certain to be dark enough for white text.
        ColourDepth::Sixteen if name != "black" => ([0; 3], AnsiColor::Black),
        _ => ink,
    };
    Style::new().fg_color(Some(screen.colour(ink.0, ink.1))).bg_color(Some(screen.colour(rgb, basic)))
}

/// Style of the last move and of what decided the game.
pub(super) fn mark_style(screen: &Screen) -> Style {
    let (rgb, basic) = match screen.background {
        TerminalBackground::Dark => (MARK_RGB, AnsiColor::BrightYellow),
        TerminalBackground::Light => ([0xa0, 0x52, 0x00], AnsiColor::Red),
    };
    Style::new().bold().fg_color(Some(screen.colour(rgb, basic)))
}

/// Like [`mark_style`], on a tile.
pub(super) fn tile_mark_style(screen: &Screen) -> Style {
    match screen.tile_style().get_bg_color() {
        Some(background) => {
            let ink = screen.colour(MARK_RGB, AnsiColor::BrightYellow);
            Style::new().bold().fg_color(Some(ink)).bg_color(Some(background))
        }
        None => mark_style(screen),
    }
}

const MARK_RGB: [u8; 3] = [0xf2, 0xc2, 0x30];
