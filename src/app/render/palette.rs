//! The colours that stand for names: the usual ones, and ones that colour-blind eyes tell apart.

use anstyle::AnsiColor;

/// Which colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Palette {
    #[default]
    Usual,
    /// Told apart by most colour-blind eyes; tracks carry their letters besides.
    Safe,
}

/// A name, its colour in either palette, and the one that a terminal of sixteen shows.
type NamedColour = (&'static str, [u8; 3], [u8; 3], AnsiColor);

/// Names with their colours; other names take the first of them in turn.
static NAMED: [NamedColour; 17] = [
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

/// So many of them are taken in turn: those that are told apart best.
const IN_TURN: usize = 8;

/// Seats whose names are no colours.
const SEATS: [&str; 6] = ["yellow", "cyan", "magenta", "green", "blue", "red"];

fn named(name: &str) -> Option<&'static NamedColour> {
    NAMED.iter().find(|(known, ..)| *known == name)
}

/// The colour for a name, or the one for an index where nobody knows the name.
fn track(name: &str, index: usize) -> &'static NamedColour {
    named(name).unwrap_or(&NAMED[index % IN_TURN])
}

/// The colour for a seat's pieces.
fn seat(name: &str, index: usize) -> &'static NamedColour {
    named(name).unwrap_or_else(|| track(SEATS[index % SEATS.len()], index))
}

/// The colour of a track on a terminal of sixteen.
pub(super) fn basic_track(name: &str, index: usize) -> AnsiColor {
    track(name, index).3
}

/// The colour of a seat's pieces on a terminal of sixteen.
pub(super) fn basic_seat(name: &str, index: usize) -> AnsiColor {
    seat(name, index).3
}

impl Palette {
    /// The colour of a track.
    pub fn rgb(self, name: &str, index: usize) -> [u8; 3] {
        self.of(track(name, index))
    }

    /// The colour of a seat's pieces.
    pub fn seat(self, name: &str, index: usize) -> [u8; 3] {
        self.of(seat(name, index))
    }

    fn of(self, (_, usual, safe, _): &NamedColour) -> [u8; 3] {
        match self {
            Palette::Usual => *usual,
            Palette::Safe => *safe,
        }
    }
}
