//! A game in the format that the extension of a file selects.

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

/// Format of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    Text,
    Svg,
    /// A drawing that plays the whole game.
    Film,
    Png,
    /// A page with every position.
    Page,
}

impl PictureFormat {
    /// Returns the format that a file name selects.
    pub fn from_path(path: &Path) -> Result<PictureFormat, UsageError> {
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        Ok(match extension.to_ascii_lowercase().as_str() {
            "txt" => PictureFormat::Text,
            "svg" => PictureFormat::Svg,
            "png" => PictureFormat::Png,
            "html" | "htm" => PictureFormat::Page,
            _ => {
                let reason = "is not a picture file; use a name that ends in .svg, .png, .html or .txt";
                usage!("`{}` {reason}", path.printable());
            }
        })
    }

    /// Returns the format that a file name selects for a film.
    pub fn film_from_path(path: &Path) -> Result<PictureFormat, UsageError> {
        match PictureFormat::from_path(path)? {
            PictureFormat::Svg => Ok(PictureFormat::Film),
            _ => usage!("`{}` cannot be animated; use .svg, or .html for a page with a slider", path.printable()),
        }
    }
}

/// Renders a position, or the game that led to it, as a file.
pub fn render_picture(
    session: &mut Session,
    annotations: &Annotations,
    format: PictureFormat,
    style: &SvgStyle,
) -> anyhow::Result<Vec<u8>> {
    Ok(match format {
        PictureFormat::Text => {
            let board = board_on(&session.game, annotations, style.hands, &Screen::plain());
            anstream::adapter::strip_str(&board).to_string().into_bytes()
        }
        PictureFormat::Svg => svg(&mut session.game, annotations, style).into_bytes(),
        PictureFormat::Png => png(&svg(&mut session.game, annotations, style))?,
        PictureFormat::Film => film(&Reel::of(session, style, &annotations.players)?).into_bytes(),
        // The page itself shows the heading.
        PictureFormat::Page => {
            let style = SvgStyle { heading: false, ..*style };
            page(&Reel::of(session, &style, &annotations.players)?).into_bytes()
        }
    })
}
