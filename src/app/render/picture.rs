//! A game in whatever form a file's ending asks for.

use crate::error::UsageError;
use std::path::Path;

use super::film::film;
use super::page::page;
use super::png::png;
use super::reel::Reel;
use super::screen::Screen;
use super::svg::{SvgStyle, svg};
use super::{Annotations, board_on};
use houserule_script::files::DisplayPath;
use houserule_script::play::Session;

/// What a picture is written as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    Text,
    Svg,
    /// A drawing that plays the game through.
    Film,
    Png,
    /// A page with every position.
    Page,
}

impl PictureFormat {
    /// What a file's name asks for.
    pub fn of(path: &Path, animate: bool) -> Result<PictureFormat, UsageError> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let format = match ending.to_ascii_lowercase().as_str() {
            "txt" => PictureFormat::Text,
            "svg" if animate => PictureFormat::Film,
            "svg" => PictureFormat::Svg,
            "png" => PictureFormat::Png,
            "html" | "htm" => PictureFormat::Page,
            _ => {
                let says = "is no picture; name a file that ends with .svg, .png, .html or .txt";
                usage!("`{}` {says}", path.shown());
            }
        };
        match animate && format != PictureFormat::Film {
            true => usage!("`{}` cannot move; only .svg can, and .html has a slider", path.shown()),
            false => Ok(format),
        }
    }
}

/// A position, or the game that led to it, as a file.
pub fn picture(
    session: &mut Session,
    pointed: &Annotations,
    format: PictureFormat,
    sheet: &SvgStyle,
) -> anyhow::Result<Vec<u8>> {
    Ok(match format {
        PictureFormat::Text => {
            let board = board_on(&session.game, pointed, sheet.hands, &Screen::plain());
            anstream::adapter::strip_str(&board).to_string().into_bytes()
        }
        PictureFormat::Svg => svg(&mut session.game, pointed, sheet).into_bytes(),
        PictureFormat::Png => png(&svg(&mut session.game, pointed, sheet))?,
        PictureFormat::Film => film(&Reel::of(session, sheet)?).into_bytes(),
        // The page says above the board what would stand in the drawing.
        PictureFormat::Page => page(&Reel::of(session, &SvgStyle { heading: false, ..*sheet })?).into_bytes(),
    })
}
