//! `render`: a position as text or a picture, a game as a film or a page.

use std::io::Write;

use super::args::RenderArgs;
use super::{CliResult, open, resume, workspace};
use crate::error::UsageError;
use crate::render::{self, Annotations, HandVisibility, PictureFormat, Screen, SvgStyle};
use anyhow::Context;
use houserule_core::geometry::Coord;
use houserule_core::text::one_line;
use houserule_script::files::DisplayPath;
use houserule_script::files::replace;
use houserule_script::play::Session;

/// Maximum length of a label, which fits into a cell in every format.
const MAX_LABEL_LEN: usize = 3;

pub fn render(args: &RenderArgs, out: &mut dyn Write) -> CliResult {
    let to_format = if args.animate { PictureFormat::film_from_path } else { PictureFormat::from_path };
    let format = args.output.as_deref().map(to_format).transpose();
    let format = format.map_err(UsageError::new)?;
    let (mut session, players) = match &args.load {
        Some(path) => {
            let (session, (record, _)) = resume(&workspace(&args.rules.with)?, path, &args.rules, &args.at)?;
            (session, record.seats)
        }
        None => (open(&args.rules, &args.at)?, Vec::new()),
    };
    let mut annotations = Annotations::of(&mut session.game).with_players(&session.game, &players);
    if args.threats {
        annotations = annotations.with_threats(&session.game);
    }
    for label in &args.labels {
        let Some((cell, text)) = label.split_once('=') else {
            usage!("--label {label}: write CELL=TEXT, such as c3=A");
        };
        let text = text.trim();
        if text.chars().count() > MAX_LABEL_LEN || !text.chars().all(|letter| letter.is_alphanumeric()) {
            usage!("--label {label}: a label has at most {MAX_LABEL_LEN} letters or digits, such as c3=A");
        }
        annotations.label(parse_cell(&session, cell)?, text.to_string());
    }
    for cell in &args.highlights {
        annotations.highlights.insert(parse_cell(&session, cell)?);
    }
    let (Some(path), Some(format)) = (&args.output, format) else {
        // What is typed meanwhile is for the shell, which cannot be given it back.
        let _ = Screen::probe();
        return Ok(write!(out, "{}", render::board_with(&session.game, &annotations, HandVisibility::Visible))?);
    };
    let style =
        SvgStyle { heading: !args.bare, legend: !args.bare, palette: Screen::current().palette, ..SvgStyle::default() };
    let bytes = render::render_picture(&mut session, &annotations, format, &style)?;
    replace(path, bytes).with_context(|| format!("cannot write {}", path.printable()))
}

/// Parses a cell as this game writes it.
fn parse_cell(session: &Session, typed: &str) -> Result<Coord, UsageError> {
    let cell = session.game.board().view().cell_named(typed.trim());
    cell.ok_or_else(|| format!("this board has no cell `{}`", one_line(typed, 40)).into())
}
