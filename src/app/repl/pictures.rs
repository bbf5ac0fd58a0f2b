//! `svg FILE` and `png FILE`: the board as a picture, or the whole game as an HTML page.

use std::io::{Read, Write};
use std::path::Path;

use super::active_game::ActiveGame;
use super::names::file_name;
use super::{CommandResult, done};
use crate::render::{self, Annotations, HandVisibility, PictureFormat, Screen, SvgStyle};
use anyhow::{Context, bail};
use houserule_script::files::{DisplayPath, Target, replace};
use houserule_script::play::Session;

/// Draws the board to a file and prints its name.
pub fn draw(game: &mut ActiveGame, word: &str, name: &str, out: &mut dyn Write) -> CommandResult {
    let players = game.seating.seat_names();
    let message = or_refuse!(write_picture(&mut game.session, &players, word, name));
    done(writeln!(out, "{message}"))
}

/// Draws the board without hidden hands and returns a message. A name without an extension gets the command's.
fn write_picture(session: &mut Session, players: &[String], word: &str, name: &str) -> anyhow::Result<String> {
    if name.is_empty() {
        bail!("`{word}` needs a file, for example {word} board.{word}");
    }
    let name = &file_name(name);
    let mut path = Path::new(name).to_path_buf();
    if path.extension().is_none() {
        path.set_extension(word);
    }
    let format = PictureFormat::from_path(&path)?;
    if format == PictureFormat::Text {
        let picture = path.with_extension(word);
        bail!("`{name}` is not a picture file; write {word} {}", picture.printable());
    }
    let hands = if render::hides_hands(&session.game) { HandVisibility::Hidden } else { HandVisibility::Visible };
    let style = SvgStyle { palette: Screen::current().palette, hands, ..SvgStyle::default() };
    let annotations = Annotations::public(&mut session.game).with_players(&session.game, players);
    let bytes = render::render_picture(session, &annotations, format, &style)?;
    if !may_replace(&path, format, &bytes) {
        bail!("{} exists and was not drawn by this program; choose another name", path.printable());
    }
    replace(&path, bytes).with_context(|| format!("cannot write {}", path.printable()))?;
    Ok(format!("wrote {}", path.printable()))
}

/// Returns whether a file may be overwritten: it does not exist, or starts like a picture of the same format. Devices
/// may always be written.
fn may_replace(path: &Path, format: PictureFormat, bytes: &[u8]) -> bool {
    let Ok(Target::File(target)) = Target::of(path) else { return true };
    let Ok(file) = std::fs::File::open(&target) else { return !target.exists() };
    // Length of the prefix that all files of the format share.
    let prefix_len = match format {
        PictureFormat::Page => 64,
        _ => 16,
    };
    let mut existing = Vec::new();
    let is_read = file.take(prefix_len as u64).read_to_end(&mut existing).is_ok();
    is_read && (existing.is_empty() || existing.len() == prefix_len && bytes.starts_with(&existing))
}
