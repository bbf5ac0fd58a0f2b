//! `svg FILE` and `png FILE`: the board as a picture, or with the ending of a page the whole game.

use std::io::{Read, Write};
use std::path::Path;

use super::names::file_named;
use super::{CommandOutcome, CommandResult, refused};
use crate::render::{self, Annotations, HandVisibility, PictureFormat, Screen, SvgStyle};
use anyhow::{Context, bail};
use houserule_script::files::{DisplayPath, Target, replace};
use houserule_script::play::Session;

/// Draws the board to a file and says so.
pub fn draw(session: &mut Session, word: &str, name: &str, out: &mut dyn Write) -> CommandResult {
    match drawn(session, word, name) {
        Ok(says) => writeln!(out, "{says}").map(|()| CommandOutcome::Done),
        Err(says) => refused(says),
    }
}

/// Draws the board for all to see, and gives what is said about it. A name without an ending gets the one of the command.
fn drawn(session: &mut Session, word: &str, name: &str) -> anyhow::Result<String> {
    if name.is_empty() {
        bail!("draw to which file? {word} board.{word}");
    }
    let name = &file_named(name);
    let mut path = Path::new(name).to_path_buf();
    if path.extension().is_none() {
        path.set_extension(word);
    }
    let format = PictureFormat::of(&path, false)?;
    if format == PictureFormat::Text {
        let picture = path.with_extension(word);
        bail!("`{name}` is no picture; write {word} {}", picture.shown());
    }
    let hands = if render::hides_hands(&session.game) { HandVisibility::Covered } else { HandVisibility::Seen };
    let sheet = SvgStyle { palette: Screen::current().palette, hands, ..SvgStyle::default() };
    let pointed = Annotations::public(&mut session.game);
    let bytes = render::picture(session, &pointed, format, &sheet)?;
    if !may_replace(&path, format, &bytes) {
        bail!("{} exists and was not drawn here; choose another name", path.shown());
    }
    replace(&path, bytes).with_context(|| format!("cannot write {}", path.shown()))?;
    Ok(format!("drawn to {}", path.shown()))
}

/// Whether a file may take the place of what is there: nothing, or something that begins as what is drawn does. A device
/// has nothing to lose.
fn may_replace(path: &Path, format: PictureFormat, drawn: &[u8]) -> bool {
    let Ok(Target::File(target)) = Target::of(path) else { return true };
    let Ok(file) = std::fs::File::open(&target) else { return !target.exists() };
    // As far as every file of the kind is the same, whatever it shows.
    let alike = match format {
        PictureFormat::Page => 64,
        _ => 16,
    };
    let mut there = Vec::new();
    let is_read = file.take(alike as u64).read_to_end(&mut there).is_ok();
    is_read && (there.is_empty() || there.len() == alike && drawn.starts_with(&there))
}
