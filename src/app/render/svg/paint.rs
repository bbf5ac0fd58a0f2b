//! What colours look like on paper: those of tracks and of pieces, by their names.

use super::super::palette::Palette;

/// How a colour is painted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paint {
    pub face: String,
    /// What lies in the shadow, and the line around it.
    pub edge: String,
    pub line: String,
    /// What is written on it.
    pub ink: &'static str,
    /// Its name in ids.
    pub id: String,
}

impl Paint {
    /// A track's colour.
    pub fn of_track(palette: Palette, name: &str, index: usize) -> Paint {
        Paint::new(palette.rgb(name, index))
    }

    /// The colour of a seat's pieces: the one it is named after, or one of its own.
    pub fn of_seat(palette: Palette, name: &str, index: usize) -> Paint {
        match name {
            "white" => Paint::new([0xfb, 0xf8, 0xf0]),
            "black" => Paint::new([0x3d, 0x3d, 0x46]),
            name => Paint::new(palette.seat(name, index)),
        }
    }

    fn new(face: [u8; 3]) -> Paint {
        let light = 0.3 * f64::from(face[0]) + 0.59 * f64::from(face[1]) + 0.11 * f64::from(face[2]);
        Paint {
            face: hex(face),
            edge: hex(shade(face, 0.8)),
            line: hex(shade(face, 0.52)),
            ink: if light > 140.0 { "#26241f" } else { "#ffffff" },
            id: hex(face).trim_start_matches('#').to_string(),
        }
    }
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// A darker tone.
fn shade(colour: [u8; 3], by: f64) -> [u8; 3] {
    colour.map(|part| (f64::from(part) * by) as u8)
}

/// What marks are painted with; none of them is the colour of a track or a piece.
pub const LAST: &str = "#f2c230";
pub const SEEN: &str = "#0b8a8f";
pub const THREAT: &str = "#b3146b";
pub const FORCED: &str = "#c2410c";
pub const WON: &str = "#ffb300";
