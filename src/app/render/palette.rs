//! Colours by name: the usual ones, and ones that colour-blind readers can tell apart.

use anstyle::AnsiColor;

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Palette {
    #[default]
    Usual,
    /// Distinguishable with most forms of colour blindness; tracks also carry their letters.
    Safe,
}

/// A name, its colour in either palette, and its colour on a terminal with sixteen colours.
type NamedColour = (&'static str, [u8; 3], [u8; 3], AnsiColor);

/// Colours by name; other names take the first [`CYCLE_LEN`] of them in turn.
static NAMED_COLOURS: [NamedColour; 17] = [
    ("white", [0xf5, 0xf5, 0xf0], [0xf5, 0xf5, 0xf0], AnsiColor::BrightWhite),
    ("red", [0xe0, 0x3a, 0x2f], [0xd5, 0x5e, 0x00], AnsiColor::BrightRed),
    ("black", [0x5a, 0x5a, 0x60], [0x7d, 0x7d, 0x84], AnsiColor::BrightBlack),
    ("yellow", [0xf4, 0xcf, 0x1f], [0xf0, 0xe4, 0x42], AnsiColor::BrightYellow),
    ("blue", [0x2f, 0x7d, 0xe1], [0x4d, 0x9f, 0xe8], AnsiColor::BrightBlue),
    ("green", [0x2c, 0xa6, 0x4b], [0x00, 0x9e, 0x73], AnsiColor::BrightGreen),
    ("cyan", [0x2f, 0xc4, 0xc9], [0x8f, 0xd6, 0xf4], AnsiColor::BrightCyan),
    ("magenta", [0xc9, 0x4f, 0xc0], [0xcc, 0x79, 0xa7], AnsiColor::BrightMagenta),
    ("grey", [0x9c, 0x9c, 0xa4], [0xa8, 0xa8, 0xb0], AnsiColor::White),
    ("gray", [0x9c, 0x9c, 0xa4], [0xa8, 0xa8, 0xb0], AnsiColor::White),
    ("silver", [0xc2, 0xc6, 0xcc], [0xc2, 0xc6, 0xcc], AnsiColor::White),
    ("orange", [0xf0, 0x8a, 0x24], [0xe6, 0x9f, 0x00], AnsiColor::Red),
    ("gold", [0xd4, 0xa0, 0x17], [0xd4, 0xa0, 0x17], AnsiColor::Yellow),
    ("brown", [0x94, 0x5f, 0x38], [0x8a, 0x5a, 0x2b], AnsiColor::Yellow),
    ("pink", [0xf2, 0x8c, 0xb4], [0xf2, 0xa6, 0xc8], AnsiColor::BrightMagenta),
    ("purple", [0x8e, 0x5b, 0xd6], [0x8a, 0x6f, 0xd0], AnsiColor::Magenta),
    ("violet", [0x8e, 0x5b, 0xd6], [0x8a, 0x6f, 0xd0], AnsiColor::Magenta),
];

/// Number of colours that are taken in turn: the most distinct ones.
const CYCLE_LEN: usize = 8;

/// Colours of seats whose names are not colours.
const SEAT_COLOURS: [&str; 6] = ["yellow", "cyan", "magenta", "green", "blue", "red"];

fn find_colour(name: &str) -> Option<&'static NamedColour> {
    NAMED_COLOURS.iter().find(|(known, ..)| *known == name)
}

/// Returns the colour of a name, or that of an index if the name is unknown.
fn track_colour(name: &str, index: usize) -> &'static NamedColour {
    find_colour(name).unwrap_or(&NAMED_COLOURS[index % CYCLE_LEN])
}

/// Returns the colour of a seat's pieces.
fn seat_colour(name: &str, index: usize) -> &'static NamedColour {
    find_colour(name).unwrap_or_else(|| track_colour(SEAT_COLOURS[index % SEAT_COLOURS.len()], index))
}

/// Returns the colour of a track on a terminal with sixteen colours.
pub(super) fn basic_track(name: &str, index: usize) -> AnsiColor {
    track_colour(name, index).3
}

/// Returns the colour of a seat's pieces on a terminal with sixteen colours.
pub(super) fn basic_seat(name: &str, index: usize) -> AnsiColor {
    seat_colour(name, index).3
}

impl Palette {
    /// Returns the colour of a track.
    pub fn track_rgb(self, name: &str, index: usize) -> [u8; 3] {
        self.select(track_colour(name, index))
    }

    /// Returns the colour of a seat's pieces.
    pub fn seat_rgb(self, name: &str, index: usize) -> [u8; 3] {
        self.select(seat_colour(name, index))
    }

    fn select(self, (_, usual, safe, _): &NamedColour) -> [u8; 3] {
        match self {
            Palette::Usual => *usual,
            Palette::Safe => *safe,
        }
    }
}
