//! Boards on terminals of all kinds: pictures where they are confirmed, else blocks, lines or letters.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use resvg::tiny_skia::Pixmap;
use vt100::Color;

use super::pty_session::{Key, PtySession};
use crate::common::test_dir::TestDir;

/// A terminal with a UTF-8 locale.
const UTF8: (&str, &str) = ("LANG", "C.UTF-8");
const TRUE_COLOUR: (&str, &str) = ("COLORTERM", "truecolor");

/// The yellow and the red of tracks.
const YELLOW: [u8; 3] = [0xf4, 0xcf, 0x1f];
const RED: [u8; 3] = [0xe0, 0x3a, 0x2f];

/// What terminals answer to the questions of the program.
const ATTRIBUTES: (&str, &str) = ("\x1b[c", "\x1b[?62;22c");
const SIXEL_ATTRIBUTES: (&str, &str) = ("\x1b[c", "\x1b[?62;4;22c");
const CELL_SIZE: (&str, &str) = ("\x1b[16t", "\x1b[6;20;10t");
const KITTY: (&str, &str) = ("\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\", "\x1b_Gi=31;OK\x1b\\");
const ITERM: (&str, &str) = ("\x1b[>q", "\x1bP>|iTerm2 3.5.0\x1b\\");

/// A loop of three yellow links, and red and blue ones around it.
const GAME: &str = "play discovery-3 --moves \"1@0,0:0 2@-1,0:2\"";

/// Starts a game in a terminal.
fn open(dir: &TestDir, options: &str, env: &[(&str, &str)], answers: &[(&str, &str)]) -> PtySession {
    let mut terminal = PtySession::open_answering(dir, &format!("{GAME} {options}"), (40, 100), env, answers);
    terminal.wait_for_prompt();
    terminal
}

/// Returns the data of a sequence between two marks, and fails if there is none.
fn between<'a>(output: &'a str, start: &str, end: &str) -> &'a str {
    let (_, rest) = output.split_once(start).unwrap_or_else(|| panic!("no {start:?} in {output:?}"));
    rest.split_once(end).expect("an end").0
}

/// Whether a picture has a pixel of a colour.
fn has_colour(picture: &Pixmap, [red, green, blue]: [u8; 3]) -> bool {
    picture.pixels().iter().any(|pixel| [pixel.red(), pixel.green(), pixel.blue()] == [red, green, blue])
}

fn decode(base64: &str) -> Pixmap {
    let bytes = BASE64_STANDARD.decode(base64).expect("base64");
    Pixmap::decode_png(&bytes).expect("a PNG file")
}

#[test]
fn kitty_shows_the_drawing() {
    let dir = TestDir::new();
    let env = [UTF8, TRUE_COLOUR, ("TERM", "xterm-kitty")];
    let terminal = open(&dir, "", &env, &[KITTY, CELL_SIZE, ATTRIBUTES]);
    let output = terminal.output();
    let control = between(&output, "\x1b_Ga=T,f=100,q=2,", ",m=");
    let size: Vec<u32> = control.split(',').filter_map(|pair| pair.split('=').nth(1)?.parse().ok()).collect();
    let data: String = output
        .split("\x1b_G")
        .skip(2)
        .filter_map(|part| part.split_once("m=")?.1.get(2..)?.split('\x1b').next())
        .collect();
    let picture = decode(&data);
    assert_eq!(
        [picture.width(), picture.height()],
        [10 * size[0], 20 * size[1]],
        "as many pixels as its characters have"
    );
    assert!(has_colour(&picture, YELLOW) && has_colour(&picture, RED));
    assert!(size[1] < 36, "it leaves room for the prompt");
}

#[test]
fn iterm_and_sixel_show_it_too() {
    let dir = TestDir::new();
    let env = [UTF8, TRUE_COLOUR];
    let output = open(&dir, "", &env, &[ITERM, ATTRIBUTES]).output();
    let data = between(&output, "preserveAspectRatio=0:", "\x07");
    assert!(has_colour(&decode(data), YELLOW));
    let output = open(&dir, "", &env, &[CELL_SIZE, SIXEL_ATTRIBUTES]).output();
    let data = between(&output, "\x1bP", "\x1b\\");
    assert!(data.contains("q\"1;1;") && data.contains(";2;"), "a picture with a palette: {data:.60}");
}

#[test]
fn unconfirmed_pictures_become_blocks() {
    let dir = TestDir::new();
    // The name of a terminal is not enough: this one answers as if it knew no pictures.
    let env = [UTF8, TRUE_COLOUR, ("TERM", "xterm-kitty"), ("TERM_PROGRAM", "iTerm.app")];
    for (options, answers) in [("", &[ATTRIBUTES][..]), ("--board picture", &[ATTRIBUTES]), ("", &[])] {
        let mut terminal = open(&dir, options, &env, answers);
        assert_blocks(&terminal);
        assert!(!terminal.output().contains("\x1b_Ga=T"));
        if !options.is_empty() {
            terminal.wait_for("did not confirm that it shows pictures");
        }
    }
}

/// Asserts that the board is drawn in blocks in the colours of the drawing.
fn assert_blocks(terminal: &PtySession) {
    let cells = terminal.cells();
    let blocks: Vec<_> = cells
        .iter()
        .filter(|cell| cell.text.chars().all(|letter| ('\u{2580}'..='\u{259f}').contains(&letter)))
        .collect();
    assert!(blocks.len() > 20, "{} blocks", blocks.len());
    let is_near = |colour: Color, rgb: [u8; 3]| match colour {
        Color::Rgb(red, green, blue) => {
            [red, green, blue].iter().zip(rgb).all(|(part, wanted)| part.abs_diff(wanted) <= 2)
        }
        _ => false,
    };
    for rgb in [YELLOW, RED] {
        let count = blocks.iter().filter(|cell| is_near(cell.ink, rgb) || is_near(cell.ground, rgb)).count();
        assert!(count > 2, "{count} characters have the colour {rgb:?}");
    }
}

#[test]
fn lines_are_drawn_where_there_are_fewer_colours() {
    let dir = TestDir::new();
    let terminal = open(&dir, "", &[UTF8], &[ATTRIBUTES]);
    let screen = terminal.screen().join("\n");
    assert!(screen.contains('╰') && screen.contains('─'), "{screen}");
    let cells = terminal.cells();
    let strokes = cells.iter().filter(|cell| ["─", "╭", "╮", "╯", "╰", "╱", "╲", "│"].contains(&cell.text.as_str()));
    let mut colours: Vec<_> = strokes.map(|cell| format!("{:?}", cell.ink)).collect();
    colours.sort();
    colours.dedup();
    assert_eq!(colours.len(), 3, "one colour for each kind of track: {colours:?}");
}

#[test]
fn letters_are_for_everybody_else() {
    let dir = TestDir::new();
    for (options, env) in [
        ("--board letters", &[UTF8, TRUE_COLOUR][..]),
        ("--ascii", &[UTF8, TRUE_COLOUR]),
        ("", &[UTF8, TRUE_COLOUR, ("NO_COLOR", "1")]),
        ("", &[TRUE_COLOUR]),
    ] {
        let terminal = open(&dir, options, env, &[ATTRIBUTES]);
        let screen = terminal.screen().join("\n");
        assert!(!screen.contains(['─', '▀', '▌', '╱']), "{options} {env:?}:\n{screen}");
        assert!(screen.contains('y') && screen.contains('r'), "{screen}");
    }
}

#[test]
fn on_a_small_window_the_own_move_and_the_prompt_stay() {
    let dir = TestDir::new();
    for board in ["letters", "lines", "blocks"] {
        let typed = format!("play tantrix --seed 3 --seats human,random --board {board}");
        let env = [UTF8, TRUE_COLOUR];
        let mut terminal = PtySession::open_answering(&dir, &typed, (24, 80), &env, &[ATTRIBUTES]);
        terminal.wait_for_prompt();
        for _ in 0..6 {
            // Whose turn it is follows from the seed; the first legal move will do.
            terminal.wait_for_turn().enter("hint").wait_for("hard suggests").wait_for_turn();
            let screen = terminal.screen();
            let hint = screen.iter().rev().find(|line| line.contains("hard suggests")).expect("a hint");
            let mv = hint.trim_start_matches("hard suggests ").to_string();
            terminal.enter(&mv).wait_for_turn();
            let screen = terminal.screen();
            let prompt = screen.iter().rposition(|line| line.ends_with('>')).expect("a prompt");
            assert!(
                screen[..prompt].iter().any(|line| line.ends_with(&format!("> {mv}"))),
                "{board}: {mv}\n{}",
                screen.join("\n")
            );
        }
        terminal.press(Key::CtrlD);
    }
}
