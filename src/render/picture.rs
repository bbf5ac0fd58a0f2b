//! A game in whatever form a file's ending asks for.

use std::path::Path;

use super::film::film;
use super::page::page;
use super::png::png;
use super::reel::Reel;
use super::screen::Screen;
use super::svg::{Sheet, svg};
use super::{Pointed, board_on};
use crate::files::Shown;
use crate::play::Session;

/// What a picture is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Text,
    Svg,
    /// A drawing that plays the game through.
    Film,
    Png,
    /// A page with every position.
    Page,
}

impl Format {
    /// What a file's name asks for.
    pub fn of(path: &Path, animate: bool) -> Result<Format, String> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let format = match ending.to_ascii_lowercase().as_str() {
            "txt" => Format::Text,
            "svg" if animate => Format::Film,
            "svg" => Format::Svg,
            "png" => Format::Png,
            "html" | "htm" => Format::Page,
            _ => {
                let says = "is no picture; name a file that ends with .svg, .png, .html or .txt";
                return Err(format!("`{}` {says}", path.shown()));
            }
        };
        match animate && format != Format::Film {
            true => Err(format!("`{}` cannot move; only .svg can, and .html has a slider", path.shown())),
            false => Ok(format),
        }
    }
}

/// A position, or the game that led to it, as a file.
pub fn picture(
    session: &mut Session,
    pointed: &Pointed,
    format: Format,
    sheet: &Sheet,
) -> Result<Vec<u8>, String> {
    Ok(match format {
        Format::Text => {
            let board = board_on(&session.game, pointed, sheet.hands, &Screen::plain());
            anstream::adapter::strip_str(&board).to_string().into_bytes()
        }
        Format::Svg => svg(&mut session.game, pointed, sheet).into_bytes(),
        Format::Png => png(&svg(&mut session.game, pointed, sheet))?,
        Format::Film => film(&Reel::of(session, sheet)?).into_bytes(),
        // The page says above the board what would stand in the drawing.
        Format::Page => page(&Reel::of(session, &Sheet { heading: false, ..*sheet })?).into_bytes(),
    })
}
