//! Pictures in the terminals that can show them: the protocols of kitty and iTerm2, and Sixel.

use std::collections::VecDeque;
use std::sync::Mutex;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use icy_sixel::EncodeOptions;
use icy_sixel::encoder::sixel_encode;
use resvg::tiny_skia::Pixmap;

/// How a terminal takes pictures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GraphicsProtocol {
    Kitty,
    Iterm,
    Sixel,
}

/// What a terminal has confirmed: its protocol, and the size of a character in pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Graphics {
    pub protocol: GraphicsProtocol,
    pub cell: [u32; 2],
}

/// Pictures that were not written yet, with their numbers; the sequences in the text stand for them.
static PICTURES: Mutex<Pictures> = Mutex::new(Pictures { next: 0, waiting: VecDeque::new() });

struct Pictures {
    next: u64,
    waiting: VecDeque<(u64, String)>,
}

/// Maximum number of pictures kept for text that has not been written.
const MAX_WAITING: usize = 64;

/// Start of a sequence that stands for a picture in text. Other text cannot bring pictures of its own, because only
/// registered ones are replaced.
pub(super) const PICTURE_START: &[u8] = b"\x1b_picture ";

/// Ends of control strings.
pub(super) const STRING_END: &[u8] = b"\x1b\\";

/// Registers a picture that takes this many columns and lines, and returns the text that stands for it.
pub fn picture(pixmap: &Pixmap, size: [u32; 2], protocol: GraphicsProtocol) -> anyhow::Result<String> {
    let sequence = encode(pixmap, size, protocol)?;
    let mut pictures = PICTURES.lock().map_err(|_| anyhow::anyhow!("a picture failed"))?;
    let number = pictures.next;
    pictures.next += 1;
    pictures.waiting.push_back((number, sequence));
    if pictures.waiting.len() > MAX_WAITING {
        pictures.waiting.pop_front();
    }
    Ok(format!("\x1b_picture {number}\x1b\\"))
}

/// Returns the bytes that show the picture which a sequence stands for, once.
pub(super) fn take_picture(sequence: &[u8]) -> Option<String> {
    let number = sequence.strip_prefix(PICTURE_START)?.strip_suffix(STRING_END)?;
    let number: u64 = std::str::from_utf8(number).ok()?.parse().ok()?;
    let waiting = &mut PICTURES.lock().ok()?.waiting;
    let index = waiting.iter().position(|(waiting, _)| *waiting == number)?;
    waiting.remove(index).map(|(_, sequence)| sequence)
}

/// Encodes a picture as the sequence that makes a terminal show it.
fn encode(pixmap: &Pixmap, [columns, lines]: [u32; 2], protocol: GraphicsProtocol) -> anyhow::Result<String> {
    Ok(match protocol {
        GraphicsProtocol::Kitty => kitty(&BASE64_STANDARD.encode(pixmap.encode_png()?), columns, lines),
        GraphicsProtocol::Iterm => {
            let data = BASE64_STANDARD.encode(pixmap.encode_png()?);
            format!("\x1b]1337;File=inline=1;width={columns};height={lines};preserveAspectRatio=0:{data}\x07")
        }
        GraphicsProtocol::Sixel => {
            let (width, height) = (pixmap.width() as usize, pixmap.height() as usize);
            let data = pixmap.clone().take_demultiplied();
            // Dithering would blur the edges of tracks.
            let options = EncodeOptions { diffusion: 0.0, ..EncodeOptions::default() };
            sixel_encode(&data, width, height, &options)?
        }
    })
}

/// Maximum length of the data in one sequence of kitty's protocol.
const CHUNK_LEN: usize = 4096;

/// Writes PNG data in chunks; `q=2` asks the terminal not to answer.
fn kitty(data: &str, columns: u32, lines: u32) -> String {
    let mut out = String::new();
    let mut rest = data;
    loop {
        let (chunk, next) = rest.split_at(rest.len().min(CHUNK_LEN));
        let control = if out.is_empty() { format!("a=T,f=100,q=2,c={columns},r={lines},") } else { String::new() };
        let has_more = !next.is_empty() as u8;
        out.push_str(&format!("\x1b_G{control}m={has_more};{chunk}\x1b\\"));
        rest = next;
        if rest.is_empty() {
            return out;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use icy_sixel::SixelImage;
    use resvg::tiny_skia::Color;

    /// Stripes of colours that no rounding changes.
    fn stripes() -> Pixmap {
        let mut pixmap = Pixmap::new(60, 40).expect("a small picture");
        for (index, pixel) in pixmap.pixels_mut().iter_mut().enumerate() {
            let colours = [[255, 0, 0], [0, 255, 0], [0, 0, 255]];
            let [red, green, blue] = colours[index % 60 / 20];
            *pixel = Color::from_rgba8(red, green, blue, 255).premultiply().to_color_u8();
        }
        pixmap
    }

    /// Decodes base64 of a PNG file.
    fn decoded(data: &str) -> Pixmap {
        Pixmap::decode_png(&BASE64_STANDARD.decode(data).expect("base64")).expect("a PNG file")
    }

    #[test]
    fn kitty_gets_the_pixels_in_chunks() {
        let mut pixmap = Pixmap::new(400, 300).expect("a picture");
        for (index, pixel) in pixmap.pixels_mut().iter_mut().enumerate() {
            let noise = (index as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
            *pixel = Color::from_rgba8(noise as u8, (noise >> 8) as u8, (noise >> 16) as u8, 255)
                .premultiply()
                .to_color_u8();
        }
        let sequence = encode(&pixmap, [40, 15], GraphicsProtocol::Kitty).expect("a sequence");
        let chunks: Vec<&str> = sequence.split("\x1b\\").filter(|chunk| !chunk.is_empty()).collect();
        assert!(chunks.len() > 2 && chunks[0].starts_with("\x1b_Ga=T,f=100,q=2,c=40,r=15,m=1;"), "{}", chunks.len());
        assert!(chunks[1..].iter().all(|chunk| chunk.starts_with("\x1b_Gm=")));
        assert!(chunks.last().is_some_and(|last| last.starts_with("\x1b_Gm=0;")), "only the last ends the picture");
        let data: String = chunks.iter().filter_map(|chunk| chunk.split(';').nth(1)).collect();
        assert_eq!(decoded(&data), pixmap);
    }

    #[test]
    fn iterm_and_sixel_get_the_pixels() {
        let sequence = encode(&stripes(), [6, 2], GraphicsProtocol::Iterm).expect("a sequence");
        let (head, data) = sequence.split_once(':').expect("data");
        assert_eq!(head, "\x1b]1337;File=inline=1;width=6;height=2;preserveAspectRatio=0");
        assert_eq!(decoded(data.trim_end_matches('\x07')), stripes());
        let sequence = encode(&stripes(), [6, 2], GraphicsProtocol::Sixel).expect("a sequence");
        let image = SixelImage::decode(sequence.as_bytes()).expect("a Sixel picture");
        // Sixel has six lines at a time.
        assert_eq!((image.width, image.height), (60, 42));
        assert_eq!(image.pixels[..60 * 40 * 4], stripes().take_demultiplied());
    }

    #[test]
    fn only_registered_pictures_pass_and_only_once() {
        let text = picture(&stripes(), [6, 2], GraphicsProtocol::Iterm).expect("a picture");
        let shown = super::super::sanitize(&format!("a{text}b"));
        assert!(shown.starts_with("a\x1b]1337;") && shown.ends_with("\x07b"), "{shown:.40}");
        assert_eq!(super::super::sanitize(&format!("a{text}b")), "ab", "shown before");
        assert_eq!(super::super::sanitize("a\x1b_picture 99999\x1b\\b"), "ab", "never registered");
        assert_eq!(super::super::sanitize("a\x1b_Ga=T;AAAA\x1b\\b"), "a _Ga=T;AAAA \\b");
    }
}
