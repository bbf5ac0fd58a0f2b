//! The colours that stand for names: the usual ones, and ones that colour-blind eyes tell apart.

/// Which colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Palette {
    #[default]
    Usual,
    /// Told apart by most colour-blind eyes; tracks carry their letters besides.
    Safe,
}

/// Names with the colour of either palette; other names take the first of them in turn.
const NAMED: [(&str, [u8; 3], [u8; 3]); 17] = [
    ("white", [0xf5, 0xf5, 0xf0], [0xf5, 0xf5, 0xf0]),
    ("red", [0xe0, 0x3a, 0x2f], [0xd5, 0x5e, 0x00]),
    ("black", [0x5a, 0x5a, 0x60], [0x7d, 0x7d, 0x84]),
    ("yellow", [0xf4, 0xcf, 0x1f], [0xf0, 0xe4, 0x42]),
    ("blue", [0x2f, 0x7d, 0xe1], [0x4d, 0x9f, 0xe8]),
    ("green", [0x2c, 0xa6, 0x4b], [0x00, 0x9e, 0x73]),
    ("cyan", [0x2f, 0xc4, 0xc9], [0x8f, 0xd6, 0xf4]),
    ("magenta", [0xc9, 0x4f, 0xc0], [0xcc, 0x79, 0xa7]),
    ("grey", [0x9c, 0x9c, 0xa4], [0xa8, 0xa8, 0xb0]),
    ("gray", [0x9c, 0x9c, 0xa4], [0xa8, 0xa8, 0xb0]),
    ("silver", [0xc2, 0xc6, 0xcc], [0xc2, 0xc6, 0xcc]),
    ("orange", [0xf0, 0x8a, 0x24], [0xe6, 0x9f, 0x00]),
    ("gold", [0xd4, 0xa0, 0x17], [0xd4, 0xa0, 0x17]),
    ("brown", [0x94, 0x5f, 0x38], [0x8a, 0x5a, 0x2b]),
    ("pink", [0xf2, 0x8c, 0xb4], [0xf2, 0xa6, 0xc8]),
    ("purple", [0x8e, 0x5b, 0xd6], [0x8a, 0x6f, 0xd0]),
    ("violet", [0x8e, 0x5b, 0xd6], [0x8a, 0x6f, 0xd0]),
];

/// So many of them are taken in turn: those that are told apart best.
const IN_TURN: usize = 8;

/// Seats whose names are no colours.
const SEATS: [&str; 6] = ["yellow", "cyan", "magenta", "green", "blue", "red"];

impl Palette {
    /// The colour for a name, or the one for an index where nobody knows the name.
    pub fn rgb(self, name: &str, index: usize) -> [u8; 3] {
        let known = NAMED.iter().find(|(known, ..)| *known == name);
        let (_, usual, safe) = known.unwrap_or(&NAMED[index % IN_TURN]);
        match self {
            Palette::Usual => *usual,
            Palette::Safe => *safe,
        }
    }

    /// The colour for a seat's pieces.
    pub fn seat(self, name: &str, index: usize) -> [u8; 3] {
        match NAMED.iter().any(|(known, ..)| *known == name) {
            true => self.rgb(name, index),
            false => self.rgb(SEATS[index % SEATS.len()], index),
        }
    }
}
