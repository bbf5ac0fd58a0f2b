//! Pixels as quarter blocks: each character shows two by two pixels in two colours, and text is written over them.

use anstyle::{AnsiColor, Color, Style};
use resvg::tiny_skia::Pixmap;

use super::canvas::TextCanvas;
use super::screen::Screen;

/// Pixels across and down a character.
pub(super) const PIXELS_PER_CELL: [u32; 2] = [2, 2];

/// Characters by the pixels that have the foreground colour: 1 is the upper left, 2 the upper right, 4 and 8 below.
const BLOCKS: [char; 16] = [' ', '▘', '▝', '▀', '▖', '▌', '▞', '▛', '▗', '▚', '▐', '▜', '▄', '▙', '▟', '█'];

/// Distance between two colours that still look the same, squared.
const SAME_COLOUR: i32 = 14 * 14 * 3;

type Rgb = [u8; 3];

/// A picture in characters.
pub(super) struct BlockPicture {
    canvas: TextCanvas,
    /// Mean colour of each character's pixels by line and column; none if most are transparent.
    means: Vec<Vec<Option<Rgb>>>,
}

impl BlockPicture {
    pub fn new(pixmap: &Pixmap, screen: &Screen) -> BlockPicture {
        let [wide, high] = PIXELS_PER_CELL;
        let (columns, lines) = (pixmap.width() / wide, pixmap.height() / high);
        let mut canvas = TextCanvas::default();
        let colour = |rgb: Rgb| screen.colour(rgb, AnsiColor::White);
        let mut means = Vec::new();
        for line in 0..lines {
            let mut row = Vec::new();
            for column in 0..columns {
                let corners = [(0, 0), (1, 0), (0, 1), (1, 1)];
                let pixels = corners.map(|(x, y)| opaque(pixmap, wide * column + x, high * line + y));
                let block = Block::of(pixels);
                let style = Style::new().fg_color(block.front.map(colour)).bg_color(block.back.map(colour));
                canvas.put(line as i32, column as i32, block.symbol, style);
                row.push(mean(&pixels.into_iter().flatten().collect::<Vec<_>>()).filter(|_| block.back.is_some()));
            }
            means.push(row);
        }
        BlockPicture { canvas, means }
    }

    /// Writes a text over the picture, on the colour that is there.
    pub fn write(&mut self, line: i32, column: i32, text: &str, style: Style, screen: &Screen) {
        for (column, letter) in (column..).zip(text.chars()) {
            let mean = usize::try_from(line)
                .ok()
                .and_then(|line| self.means.get(line))
                .and_then(|row| row.get(usize::try_from(column).ok()?).copied().flatten());
            let style = match mean {
                Some(rgb) => {
                    let is_light = rgb.iter().map(|part| u32::from(*part)).sum::<u32>() > 420;
                    let ink = if is_light { ([0; 3], AnsiColor::Black) } else { ([0xff; 3], AnsiColor::BrightWhite) };
                    let ground: Color = screen.colour(rgb, AnsiColor::Black);
                    style.fg_color(Some(screen.colour(ink.0, ink.1))).bg_color(Some(ground))
                }
                None => style,
            };
            self.canvas.put(line, column, letter, style);
        }
    }

    pub fn to_text(&self) -> String {
        self.canvas.to_text(self.canvas.left(), 0, |_| None)
    }
}

/// Returns the colour of a pixel that is not mostly transparent.
fn opaque(pixmap: &Pixmap, x: u32, y: u32) -> Option<Rgb> {
    let pixel = pixmap.pixel(x, y)?;
    let colour = pixel.demultiply();
    (colour.alpha() >= 128).then(|| [colour.red(), colour.green(), colour.blue()])
}

/// Two by two pixels in at most two colours.
struct Block {
    symbol: char,
    front: Option<Rgb>,
    back: Option<Rgb>,
}

impl Block {
    fn of(pixels: [Option<Rgb>; 4]) -> Block {
        let opaque: Vec<Rgb> = pixels.into_iter().flatten().collect();
        let block = |is_front: &dyn Fn(Rgb) -> bool| {
            let in_front = |pixel: &Option<Rgb>| pixel.is_some_and(is_front);
            let mask: usize = (0..4).filter(|index| in_front(&pixels[*index])).map(|index| 1 << index).sum();
            let (front, back): (Vec<Rgb>, Vec<Rgb>) = opaque.iter().partition(|rgb| is_front(**rgb));
            Block { symbol: BLOCKS[mask], front: mean(&front), back: mean(&back) }
        };
        if opaque.len() < 4 {
            return block(&|_| true);
        }
        // The two colours that differ most, and the rest by which of them is nearer.
        let pairs = (0..4).flat_map(|one| (one + 1..4).map(move |other| (one, other)));
        let farthest = pairs.max_by_key(|(one, other)| distance(opaque[*one], opaque[*other]));
        match farthest.map(|(one, other)| (opaque[one], opaque[other])) {
            Some((back, front)) if distance(back, front) > SAME_COLOUR => {
                block(&|rgb| distance(rgb, front) < distance(rgb, back))
            }
            _ => block(&|_| false),
        }
    }
}

fn distance(one: Rgb, other: Rgb) -> i32 {
    (0..3).map(|part| (i32::from(one[part]) - i32::from(other[part])).pow(2)).sum()
}

fn mean(colours: &[Rgb]) -> Option<Rgb> {
    let count = colours.len() as u32;
    let part = |part: usize| colours.iter().map(|rgb| u32::from(rgb[part])).sum::<u32>().checked_div(count);
    Some([part(0)? as u8, part(1)? as u8, part(2)? as u8])
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgb = [200, 30, 20];
    const BLUE: Rgb = [20, 40, 210];

    #[test]
    fn blocks_have_the_colours_of_their_pixels() {
        let block = |pixels: [Option<Rgb>; 4]| {
            let Block { symbol, front, back } = Block::of(pixels);
            (symbol, front, back)
        };
        assert_eq!(block([None; 4]), (' ', None, None));
        assert_eq!(block([Some(RED); 4]), (' ', None, Some(RED)));
        assert_eq!(block([Some(RED), None, None, None]), ('▘', Some(RED), None));
        assert_eq!(block([Some(RED), Some(RED), Some(BLUE), Some(BLUE)]), ('▄', Some(BLUE), Some(RED)));
        assert_eq!(block([Some(RED), Some(BLUE), Some(RED), Some(RED)]), ('▙', Some(RED), Some(BLUE)));
        assert_eq!(block([Some(RED), Some(BLUE), Some([190, 30, 40]), Some(RED)]).1, Some([196, 30, 26]), "the mean");
    }
}
