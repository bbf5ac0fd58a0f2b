//! Colours of tracks and pieces in drawings, by name.

use super::super::palette::Palette;

/// Tones of a colour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Paint {
    pub face: String,
    /// Tone of shaded sides, and of the outline.
    pub edge: String,
    pub line: String,
    /// Colour of text on it.
    pub ink: &'static str,
    /// Name in SVG ids.
    pub id: String,
}

impl Paint {
    /// Returns the tones of a track's colour.
    pub fn of_track(palette: Palette, name: &str, index: usize) -> Paint {
        Paint::new(palette.track_rgb(name, index))
    }

    /// Returns the tones of a seat's pieces: the colour it is named after, or one of its own.
    pub fn of_seat(palette: Palette, name: &str, index: usize) -> Paint {
        match name {
            "white" => Paint::new([0xfb, 0xf8, 0xf0]),
            "black" => Paint::new([0x3d, 0x3d, 0x46]),
            name => Paint::new(palette.seat_rgb(name, index)),
        }
    }

    fn new(face: [u8; 3]) -> Paint {
        let luminance = 0.3 * f64::from(face[0]) + 0.59 * f64::from(face[1]) + 0.11 * f64::from(face[2]);
        Paint {
            face: hex(face),
            edge: hex(shade(face, 0.8)),
            line: hex(shade(face, 0.52)),
            ink: if luminance > 140.0 { "#26241f" } else { "#ffffff" },
            id: hex(face).trim_start_matches('#').to_string(),
        }
    }
}

fn hex([red, green, blue]: [u8; 3]) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns a darker tone.
fn shade(colour: [u8; 3], factor: f64) -> [u8; 3] {
    colour.map(|part| (f64::from(part) * factor) as u8)
}

/// Colours of marks; no track and no piece has them.
pub const LAST_MOVE: &str = "#f2c230";
pub const HIGHLIGHT: &str = "#0b8a8f";
pub const THREAT: &str = "#b3146b";
pub const FORCED: &str = "#c2410c";
pub const DECISIVE: &str = "#ffb300";
