//! The colours of tracks as letters, and as a terminal shows them.

use anstyle::{AnsiColor, Style};

use crate::mechanics::Laid;

/// The colour a terminal shows for a colour's name; others are taken in turn.
const NAMED: [(&str, AnsiColor); 8] = [
    ("white", AnsiColor::BrightWhite),
    ("red", AnsiColor::BrightRed),
    ("black", AnsiColor::BrightBlack),
    ("yellow", AnsiColor::BrightYellow),
    ("blue", AnsiColor::BrightBlue),
    ("green", AnsiColor::BrightGreen),
    ("cyan", AnsiColor::BrightCyan),
    ("magenta", AnsiColor::BrightMagenta),
];

/// What a colour is called.
pub(super) fn name(board: &dyn Laid, colour: u8) -> &str {
    &board.set().colours[colour as usize].name
}

/// What is drawn for a colour.
pub(super) fn letter(board: &dyn Laid, colour: u8) -> char {
    board.set().colours[colour as usize].letter.to_ascii_lowercase()
}

pub(super) fn style(board: &dyn Laid, colour: u8) -> Style {
    let name = &board.set().colours[colour as usize].name;
    let known = NAMED.iter().find(|(known, _)| known == name);
    known.unwrap_or(&NAMED[colour as usize % NAMED.len()]).1.on_default()
}
