//! Capabilities of the user's screen: colours, background, characters, columns and rows.

use std::sync::OnceLock;

use anstyle::{Ansi256Color, AnsiColor, Color, RgbColor, Style};
use clap::ValueEnum;
use serde::Deserialize;

use super::palette::Palette;
use crate::terminal::{self, Graphics};

/// A screen, or another destination of text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Screen {
    /// How boards of tiles are drawn.
    pub boards: BoardStyle,
    pub depth: ColourDepth,
    pub background: TerminalBackground,
    pub palette: Palette,
    /// Whether characters beyond ASCII are shown.
    pub unicode: bool,
    /// Whether boards mark the last move, threats and what decided the game: at a terminal.
    pub marks: bool,
    pub columns: usize,
    /// Number of visible lines; none where the text is stored.
    pub rows: Option<usize>,
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BoardStyle {
    /// Letters for colours: readable anywhere.
    Letters,
    /// Sentences, for screen readers.
    Words,
    /// Tracks as strokes of box-drawing characters.
    Lines,
    /// The drawing in quarter blocks.
    Blocks,
    /// The drawing itself.
    Picture(Graphics),
}

/// Lines that a board leaves free on the screen, by the way it is rendered: what was typed and played, what is hidden,
/// and the prompt.
pub(super) mod lines_below {
    /// Pictures and blocks.
    pub const DRAWING: usize = 8;
    /// Tiles drawn with strokes.
    pub const STROKES: usize = 9;
    /// Hexagonal tiles in letters.
    pub const HEXES: usize = 6;
    /// Square tiles in letters, with the names of the columns.
    pub const SQUARES: usize = 6;
    /// Pieces, at least; besides one per seat.
    pub const STONES: usize = 4;
}

/// How the user wants boards to be drawn.
#[derive(Deserialize, ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum BoardChoice {
    Letters,
    Lines,
    Blocks,
    Picture,
}

/// Number of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourDepth {
    Sixteen,
    Palette,
    True,
}

/// Background of a terminal.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
pub enum TerminalBackground {
    Dark,
    Light,
}

/// Options that the user set; the others are detected.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TermOptions {
    /// Whether boards and moves are described in words.
    pub speaks: bool,
    /// How boards are drawn, if the user chose.
    pub boards: Option<BoardChoice>,
    pub palette: Palette,
    pub ascii: bool,
    pub background: Option<TerminalBackground>,
}

static TERM_OPTIONS: OnceLock<TermOptions> = OnceLock::new();

/// How the terminal shows pictures, once it was asked.
static GRAPHICS: OnceLock<Option<Graphics>> = OnceLock::new();

/// Width of lines that do not go to a terminal.
const DEFAULT_COLUMNS: usize = 80;

/// Minimum width; narrower terminals wrap the lines themselves.
const MIN_COLUMNS: usize = 16;

impl Screen {
    /// Sets the options for this run of the program; only the first call counts.
    pub fn set_options(options: TermOptions) {
        let _ = TERM_OPTIONS.set(options);
    }

    /// The screen of files, pipes and tests; the writer strips its colours.
    pub fn plain() -> Screen {
        Screen {
            boards: BoardStyle::Letters,
            depth: ColourDepth::Sixteen,
            background: TerminalBackground::Dark,
            palette: Palette::Usual,
            unicode: false,
            marks: false,
            columns: DEFAULT_COLUMNS,
            rows: None,
        }
    }

    /// Detects the screen of standard output; not cached, since windows change their size.
    pub fn current() -> Screen {
        let options = TERM_OPTIONS.get().copied().unwrap_or_default();
        let plain = Screen { depth: detect_depth(), palette: options.palette, ..Screen::plain() };
        if !terminal::is_stdout_terminal() {
            // Where nobody said otherwise, text that is stored or piped has letters.
            let boards = match options.boards {
                _ if options.speaks => BoardStyle::Words,
                Some(BoardChoice::Lines) if !options.ascii => BoardStyle::Lines,
                _ => BoardStyle::Letters,
            };
            return Screen { boards, ..plain };
        }
        let unicode = !options.ascii && is_utf8_locale();
        let size = terminal_size::terminal_size();
        let columns = size.map_or(DEFAULT_COLUMNS, |(width, _)| width.0 as usize);
        Screen {
            background: options.background.or_else(detect_background).unwrap_or(TerminalBackground::Dark),
            boards: match () {
                () if options.speaks => BoardStyle::Words,
                () if unicode => BoardStyle::detect(options.boards, plain.depth),
                () => BoardStyle::Letters,
            },
            unicode,
            marks: true,
            columns: columns.max(MIN_COLUMNS),
            rows: size.map(|(_, height)| height.0 as usize),
            ..plain
        }
    }

    /// Asks the terminal how it shows pictures, where they could be wanted; returns what was typed meanwhile. Nothing
    /// else may read from the terminal at the same time.
    pub fn probe() -> String {
        let options = TERM_OPTIONS.get().copied().unwrap_or_default();
        let is_wanted =
            matches!(options.boards, None | Some(BoardChoice::Picture)) && !options.speaks && !options.ascii;
        let can_ask = terminal::is_stdin_terminal() && terminal::is_stdout_terminal() && terminal::has_colours();
        if GRAPHICS.get().is_some() || !is_wanted || !can_ask || !is_utf8_locale() {
            return String::new();
        }
        let reply = terminal::probe();
        let _ = GRAPHICS.set(reply.graphics);
        reply.typed
    }

    /// Explains why boards are not drawn as the user chose, if the terminal cannot do it.
    pub fn explain_fallback() -> Option<String> {
        let (choice, drawn) = (TERM_OPTIONS.get()?.boards?, Screen::current().boards);
        let missing = match (choice, drawn) {
            (BoardChoice::Picture, BoardStyle::Picture(_)) | (BoardChoice::Letters, _) => return None,
            (BoardChoice::Picture, _) => "the terminal did not confirm that it shows pictures",
            (BoardChoice::Blocks, BoardStyle::Lines) => "blocks need 256 colours",
            (BoardChoice::Blocks | BoardChoice::Lines, BoardStyle::Letters) => "tracks need colours and UTF-8",
            _ => return None,
        };
        let instead = drawn.choice()?.to_possible_value()?;
        Some(format!("{missing}; boards are drawn with {}", instead.get_name()))
    }

    /// The screen of standard error, if it is a terminal.
    pub(super) fn of_messages() -> Option<Screen> {
        let columns = terminal::columns_of_stderr()?.max(MIN_COLUMNS);
        Some(Screen { columns, ..Screen::plain() })
    }

    /// Returns the nearest colour that the screen can show.
    pub fn colour(&self, rgb: [u8; 3], basic: AnsiColor) -> Color {
        let [red, green, blue] = rgb;
        match self.depth {
            ColourDepth::True => RgbColor(red, green, blue).into(),
            ColourDepth::Palette => {
                // Six steps of each part: 0, then from 95 on by 40.
                let step = |part: u8| if part < 48 { 0 } else { (part.max(75) - 35) / 40 };
                Ansi256Color(16 + 36 * step(red) + 6 * step(green) + step(blue)).into()
            }
            ColourDepth::Sixteen => basic.into(),
        }
    }

    /// Style of coloured text on a tile; with a dark background where the screen's own would not do.
    pub fn tile_text_style(&self, rgb: [u8; 3], basic: AnsiColor) -> Style {
        let style = Style::new().fg_color(Some(self.colour(rgb, basic)));
        match (self.depth, self.background) {
            (ColourDepth::Sixteen, TerminalBackground::Dark) => style,
            (ColourDepth::Sixteen, TerminalBackground::Light) => style.bg_color(Some(AnsiColor::Black.into())),
            _ => style.bg_color(Some(self.colour([0x1f, 0x1f, 0x22], AnsiColor::Black))),
        }
    }

    /// Style of a tile's other text, where the screen's own would not do.
    pub fn tile_style(&self) -> Style {
        match (self.depth, self.background) {
            (ColourDepth::Sixteen, TerminalBackground::Dark) => Style::new(),
            _ => self.tile_text_style([0xd5, 0xd5, 0xd5], AnsiColor::White),
        }
    }

    /// Chooses between two symbols by the characters that the screen shows.
    pub fn symbol(&self, unicode: char, ascii: char) -> char {
        if self.unicode { unicode } else { ascii }
    }
}

impl BoardStyle {
    /// The choice that draws boards in this way; none for words.
    fn choice(self) -> Option<BoardChoice> {
        match self {
            BoardStyle::Letters => Some(BoardChoice::Letters),
            BoardStyle::Words => None,
            BoardStyle::Lines => Some(BoardChoice::Lines),
            BoardStyle::Blocks => Some(BoardChoice::Blocks),
            BoardStyle::Picture(_) => Some(BoardChoice::Picture),
        }
    }

    /// Whether tracks are shown as lines.
    pub fn shows_tracks(self) -> bool {
        !matches!(self, BoardStyle::Letters | BoardStyle::Words)
    }

    /// Returns the best way that the terminal can do, or the one that the user chose if it can.
    fn detect(choice: Option<BoardChoice>, depth: ColourDepth) -> BoardStyle {
        let picture = || GRAPHICS.get().copied().flatten().map(BoardStyle::Picture);
        let drawn = if depth == ColourDepth::True { BoardStyle::Blocks } else { BoardStyle::Lines };
        match choice {
            Some(BoardChoice::Letters) => BoardStyle::Letters,
            // Without colours tracks cannot be told apart.
            _ if !terminal::has_colours() => BoardStyle::Letters,
            Some(BoardChoice::Lines) => BoardStyle::Lines,
            Some(BoardChoice::Blocks) if depth != ColourDepth::Sixteen => BoardStyle::Blocks,
            Some(BoardChoice::Blocks) => BoardStyle::Lines,
            Some(BoardChoice::Picture) | None => picture().unwrap_or(drawn),
        }
    }
}

fn detect_depth() -> ColourDepth {
    let term = std::env::var("TERM").unwrap_or_default();
    match () {
        () if anstyle_query::truecolor() => ColourDepth::True,
        () if term.contains("256") => ColourDepth::Palette,
        () => ColourDepth::Sixteen,
    }
}

/// Reads `COLORFGBG`, which some terminals set: its last number is the background; 7 and 9 to 15 are light.
fn detect_background() -> Option<TerminalBackground> {
    let value = std::env::var("COLORFGBG").ok()?;
    let colour: u8 = value.rsplit(';').next()?.parse().ok()?;
    Some(if matches!(colour, 7 | 9..=15) { TerminalBackground::Light } else { TerminalBackground::Dark })
}

/// Whether the locale uses UTF-8.
fn is_utf8_locale() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    match locale {
        Some(value) => value.to_ascii_uppercase().replace('-', "").contains("UTF8"),
        None => cfg!(windows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_approximated_by_the_screen_palette() {
        let with = |depth| Screen { depth, ..Screen::plain() };
        let red = |screen: Screen| screen.colour([0xe0, 0x3a, 0x2f], AnsiColor::BrightRed);
        assert_eq!(red(with(ColourDepth::True)), RgbColor(0xe0, 0x3a, 0x2f).into());
        assert_eq!(red(with(ColourDepth::Palette)), Ansi256Color(16 + 36 * 4 + 6).into());
        assert_eq!(red(with(ColourDepth::Sixteen)), AnsiColor::BrightRed.into());
        let light = Screen { background: TerminalBackground::Light, ..Screen::plain() };
        let style = light.tile_text_style([0xf4, 0xcf, 0x1f], AnsiColor::BrightYellow);
        assert_eq!(style, AnsiColor::BrightYellow.on(AnsiColor::Black), "yellow is not seen on white");
    }
}
