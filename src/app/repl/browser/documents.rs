//! Saves for windows, and files dropped on them. Nothing is read from a disk or written to one.

use std::io::Write;

use crate::browser::{Refusal, RefusalKind, Viewer};
use crate::render::{self, Annotations, HandVisibility, PictureFormat, Screen, SvgStyle};
use crate::repl::mode::{Mode, Prompt};
use crate::repl::{CommandOutcome, CommandResult, NO_GAME, refuse};
use base64::Engine;
use houserule_core::text::one_line;
use houserule_script::lua::is_path;
use houserule_script::notation::record::{self, Record};
use houserule_script::play::SAVED_EXTENSION;
use serde_json::{Value, json};

/// Pictures of a game, by the extension of their files.
const PICTURES: [(&str, PictureFormat, &str); 3] = [
    ("svg", PictureFormat::Svg, "image/svg+xml"),
    ("png", PictureFormat::Png, "image/png"),
    ("html", PictureFormat::Page, "text/html"),
];

impl Prompt {
    /// Returns the extensions of the files that a window can save.
    pub fn save_formats(&self) -> Vec<&'static str> {
        let Some(game) = self.game() else { return Vec::new() };
        let own = game.session.notation().file_extension();
        let texts = [SAVED_EXTENSION].into_iter().chain((own != SAVED_EXTENSION).then_some(own));
        texts.chain(PICTURES.iter().map(|(extension, ..)| *extension)).collect()
    }

    /// Returns the game as a file: its name, its media type, and its text or, for a picture in bytes, their base64.
    pub fn document(&mut self, format: &str, viewer: &Viewer) -> Result<Value, Refusal> {
        let formats = self.save_formats();
        let (Some(game), context) = self.split() else { return Err(Refusal::impossible(NO_GAME)) };
        if !formats.contains(&format) {
            let message = format!("unknown format `{}`; use {}", one_line(format, 20), formats.join(", "));
            return Err(Refusal::new(RefusalKind::Malformed, message));
        }
        let hides_hands = render::hides_hands(&game.session.game);
        let stem: String = game.session.ruleset.base.chars().filter(|letter| letter.is_alphanumeric()).collect();
        let name = format!("{}.{format}", if stem.is_empty() { "game" } else { &stem });
        if let Some((_, picture, media_type)) = PICTURES.iter().find(|(extension, ..)| *extension == format) {
            let players = game.seating.seat_names();
            let session = &mut game.session;
            let hands = if hides_hands { HandVisibility::Hidden } else { HandVisibility::Visible };
            let style = SvgStyle { palette: Screen::current().palette, hands, ..SvgStyle::default() };
            let annotations = Annotations::public(&mut session.game).with_players(&session.game, &players);
            let bytes = render::render_picture(session, &annotations, *picture, &style);
            let bytes = bytes.map_err(|error| Refusal::impossible(format!("{error:#}")))?;
            return Ok(match String::from_utf8(bytes) {
                Ok(text) => json!({ "name": name, "type": media_type, "text": text }),
                Err(error) => {
                    let bytes = base64::engine::general_purpose::STANDARD.encode(error.into_bytes());
                    json!({ "name": name, "type": media_type, "base64": bytes })
                }
            });
        }
        if hides_hands && *viewer != Viewer::Table {
            // A record has the deal.
            return Err(Refusal::new(RefusalKind::Forbidden, "a saved game would show hidden hands; save a picture"));
        }
        let (text, ..) = game.format_save(context, &name).map_err(|error| Refusal::impossible(format!("{error:#}")))?;
        Ok(json!({ "name": name, "type": "text/plain", "text": text }))
    }

    /// Continues the game of a file that was dropped on the page.
    pub fn load_dropped(&mut self, name: &str, text: &str, out: &mut dyn Write) -> CommandResult {
        let name = one_line(name, 60);
        let records = match record::read(text) {
            Ok(records) => records,
            Err(error) => return refuse(format!("cannot read {name}: {}", one_line(&error.to_string(), 200))),
        };
        let Some((record, earlier)) = record::to_continue(records) else {
            return refuse(format!("{name} contains no game"));
        };
        let (record, earlier) = (by_name_only(record), earlier.into_iter().map(by_name_only).collect::<Vec<_>>());
        if let Some(path) = earlier.iter().chain([&record]).find_map(script_path) {
            let path = one_line(&path, 60);
            return refuse(format!("{name} names a script by its path, {path}; type `load` at the prompt to run it"));
        }
        match self.restore_game(&record, earlier, None, out)? {
            Err(error) => refuse(format!("cannot continue the game in {name}: {error:#}")),
            Ok(game) => {
                if let Some(lesson) = self.lesson() {
                    lesson.print_how_to_resume(&self.context, out)?;
                }
                Ok(CommandOutcome::Starts(Mode::Game(game)))
            }
        }
    }
}

/// Returns a record whose scripts are found by their names alone: a file from elsewhere does not choose which files of
/// this disk are run.
fn by_name_only(mut record: Record) -> Record {
    record.origin.scripts.iter_mut().for_each(|script| script.file = None);
    record
}

/// Returns a path of a script that a record would run.
fn script_path(record: &Record) -> Option<String> {
    let table = record.in_match.as_ref().and_then(|part| part.table.clone());
    let in_table = table.and_then(|table| path_within(&toml::Value::Table(table)));
    record.game.iter().chain(&record.seats).find_map(|text| path_in(text)).or(in_table)
}

fn path_in(reference: &str) -> Option<String> {
    reference.split('+').map(str::trim).find(|part| is_path(part)).map(str::to_string)
}

fn path_within(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => path_in(text),
        toml::Value::Array(values) => values.iter().find_map(path_within),
        toml::Value::Table(table) => table.values().find_map(path_within),
        _ => None,
    }
}
