//! What the reader's screen can show: how many colours on which ground, which letters, how many columns and rows.

use std::sync::OnceLock;

use anstyle::{Ansi256Color, AnsiColor, Color, RgbColor, Style};

use super::palette::Palette;
use crate::terminal;

/// A screen, or whatever else text is written to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Screen {
    pub depth: ColourDepth,
    pub ground: TerminalBackground,
    pub palette: Palette,
    /// Whether letters beyond ASCII are shown.
    pub unicode: bool,
    /// Whether somebody looks at it now: then the last move, threats and what decided the game are marked on boards of all
    /// kinds.
    pub marks: bool,
    pub columns: usize,
    /// How many lines can be seen at once; none where text is kept.
    pub rows: Option<usize>,
}

/// How many colours there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColourDepth {
    Sixteen,
    Palette,
    True,
}

/// What text stands on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerminalBackground {
    Dark,
    Light,
}

/// What people said about their screen; what they did not say is found out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TermOptions {
    pub palette: Palette,
    pub ascii: bool,
    pub ground: Option<TerminalBackground>,
}

static WISHES: OnceLock<TermOptions> = OnceLock::new();

/// Where text is not shown on a terminal, lines are as long as on most of them.
const DEFAULT_COLUMNS: usize = 80;

/// Nothing can be drawn on less; such a terminal breaks the lines itself.
const MIN_COLUMNS: usize = 16;

impl Screen {
    /// What is said to hold for this run of the program; only the first word counts.
    pub fn wish(wishes: TermOptions) {
        let _ = WISHES.set(wishes);
    }

    /// Where text goes that is kept: files, pipes and tests. Whoever writes it there strips its colours.
    pub fn plain() -> Screen {
        Screen {
            depth: ColourDepth::Sixteen,
            ground: TerminalBackground::Dark,
            palette: Palette::Usual,
            unicode: false,
            marks: false,
            columns: DEFAULT_COLUMNS,
            rows: None,
        }
    }

    /// The screen that standard output is, as it is now: windows change their size.
    pub fn current() -> Screen {
        let wishes = WISHES.get().copied().unwrap_or_default();
        let plain = Screen { depth: depth(), palette: wishes.palette, ..Screen::plain() };
        if !terminal::is_stdout_terminal() {
            return plain;
        }
        let size = terminal_size::terminal_size();
        let columns = size.map_or(DEFAULT_COLUMNS, |(width, _)| width.0 as usize);
        Screen {
            ground: wishes.ground.or_else(ground).unwrap_or(TerminalBackground::Dark),
            unicode: !wishes.ascii && speaks_unicode(),
            marks: true,
            columns: columns.max(MIN_COLUMNS),
            rows: size.map(|(_, height)| height.0 as usize),
            ..plain
        }
    }

    /// The screen that messages go to, where they go to one: data may go elsewhere.
    pub(super) fn for_notes() -> Option<Screen> {
        let columns = terminal::columns_of_stderr()?.max(MIN_COLUMNS);
        Some(Screen { columns, ..Screen::plain() })
    }

    /// How a colour is shown as near as the screen can.
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

    /// Letters of a colour, on the dark ground of a tile where the screen's own would not do.
    pub fn letters(&self, rgb: [u8; 3], basic: AnsiColor) -> Style {
        let style = Style::new().fg_color(Some(self.colour(rgb, basic)));
        match (self.depth, self.ground) {
            (ColourDepth::Sixteen, TerminalBackground::Dark) => style,
            (ColourDepth::Sixteen, TerminalBackground::Light) => style.bg_color(Some(AnsiColor::Black.into())),
            _ => style.bg_color(Some(self.colour([0x1f, 0x1f, 0x22], AnsiColor::Black))),
        }
    }

    /// What a tile's letters stand on, where the screen's own ground would not do.
    pub fn tile(&self) -> Style {
        match (self.depth, self.ground) {
            (ColourDepth::Sixteen, TerminalBackground::Dark) => Style::new(),
            _ => self.letters([0xd5, 0xd5, 0xd5], AnsiColor::White),
        }
    }

    /// One of two signs, by the letters that can be shown.
    pub fn sign(&self, unicode: char, ascii: char) -> char {
        if self.unicode { unicode } else { ascii }
    }
}

fn depth() -> ColourDepth {
    let term = std::env::var("TERM").unwrap_or_default();
    match () {
        () if anstyle_query::truecolor() => ColourDepth::True,
        () if term.contains("256") => ColourDepth::Palette,
        () => ColourDepth::Sixteen,
    }
}

/// Some terminals tell their colours: the ground comes last, 7 and 15 are light.
fn ground() -> Option<TerminalBackground> {
    let told = std::env::var("COLORFGBG").ok()?;
    let ground: u8 = told.rsplit(';').next()?.parse().ok()?;
    Some(if matches!(ground, 7 | 9..=15) { TerminalBackground::Light } else { TerminalBackground::Dark })
}

/// Whether the reader's language is written in UTF-8.
fn speaks_unicode() -> bool {
    let said = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
    match said {
        Some(value) => value.to_ascii_uppercase().replace('-', "").contains("UTF8"),
        None => cfg!(windows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_as_near_as_the_screen_can_show() {
        let with = |depth| Screen { depth, ..Screen::plain() };
        let red = |screen: Screen| screen.colour([0xe0, 0x3a, 0x2f], AnsiColor::BrightRed);
        assert_eq!(red(with(ColourDepth::True)), RgbColor(0xe0, 0x3a, 0x2f).into());
        assert_eq!(red(with(ColourDepth::Palette)), Ansi256Color(16 + 36 * 4 + 6).into());
        assert_eq!(red(with(ColourDepth::Sixteen)), AnsiColor::BrightRed.into());
        let light = Screen { ground: TerminalBackground::Light, ..Screen::plain() };
        let letters = light.letters([0xf4, 0xcf, 0x1f], AnsiColor::BrightYellow);
        assert_eq!(letters, AnsiColor::BrightYellow.on(AnsiColor::Black), "yellow is not seen on white");
    }
}
