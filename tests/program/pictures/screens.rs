//! Boards on screens: many colours or few, light or dark, wide or narrow.

use houserule_app::render::{
    Annotations, BoardStyle, ColourDepth, HandVisibility, Palette, Screen, TerminalBackground, board_on,
};
use houserule_core::geometry::Coord;
use houserule_script::play::{Rng, Session, playout};

use crate::common::test_dir::TestDir;
use crate::common::{one_line, open, strip_colours, workspace};

fn render(session: &mut Session, screen: &Screen) -> String {
    let annotations = Annotations::of(&mut session.game).with_threats(&session.game);
    board_on(&session.game, &annotations, HandVisibility::Visible, screen)
}

fn plain(session: &mut Session, screen: &Screen) -> String {
    strip_colours(&render(session, screen))
}

/// A terminal without colours.
fn terminal(columns: usize, rows: usize) -> Screen {
    Screen { marks: true, columns, rows: Some(rows), ..Screen::plain() }
}

#[test]
fn a_terminal_marks_the_last_move_and_where_it_came_from() {
    let mut session = open("tak", &[("size", "3")], None, "a1 c3 b2 b1 b2<");
    let expected = "\
3         .         .         w
2        [w]       (.)        .
1         b         b         .
          a         b         c
w white: 8 flats left
b black: 8 flats left
";
    assert_eq!(plain(&mut session, &terminal(80, 40)), expected);
}

#[test]
fn a_terminal_marks_the_decisive_cells() {
    let mut road = open("tak", &[("size", "3")], None, "c3 a3 a2 c2 a1");
    let expected = "\
3        <w>        .         b
2        <w>        .         b
1        <w>        .         .
";
    assert!(plain(&mut road, &terminal(80, 40)).starts_with(expected), "{}", plain(&mut road, &terminal(80, 40)));
    let mut ring = open("trax", &[], None, r"@0/ B1\ A2\");
    let expected = r"
          w     w
 1  .   w / R R \ w   .
          R     R
          R     R
 2  .   w[\]R R(/)w   .
          w     w
";
    assert!(plain(&mut ring, &terminal(80, 40)).contains(expected), "{}", plain(&mut ring, &terminal(80, 40)));
}

#[test]
fn lines_are_whole_where_text_is_stored_and_cropped_on_a_window() {
    let mut session = open("trax", &[], None, "@0+ @1+ @1+ @1+ @1+ @1+ @1+");
    let lines = |screen: Screen| Screen { boards: BoardStyle::Lines, unicode: true, ..screen };
    let stored = plain(&mut session, &lines(Screen::plain()));
    let widest = stored.lines().map(|line| line.chars().count()).max();
    assert!(widest.is_some_and(|width| width > 50) && !stored.contains("not shown"), "{stored}");
    let cropped = plain(&mut session, &lines(terminal(40, 24)));
    assert!(cropped.lines().all(|line| line.chars().count() <= 40) && cropped.contains("not shown"), "{cropped}");
}

#[test]
fn a_terminal_marks_threats() {
    let mut session = open("tak", &[("size", "4")], None, "d4 a4 a1 c4 b1 b4 c1");
    assert!(plain(&mut session, &terminal(80, 40)).contains("1         w         w        [w]        !\n"));
}

#[test]
fn plain_output_has_no_marks() {
    let mut session = open("tak", &[("size", "3")], None, "a1 c3 b2 b1 b2<");
    assert!(plain(&mut session, &Screen::plain()).starts_with("3   .  .  w\n2   w  .  .\n"));
}

#[test]
fn unicode_is_used_only_where_supported() {
    let unicode = Screen { unicode: true, ..terminal(80, 40) };
    for (game, moves, signs) in [("trax", "@0/ B1+", "╱┼·"), ("tak", "a1", "·")] {
        let mut session = open(game, &[], None, moves);
        let picture = plain(&mut session, &unicode);
        assert!(signs.chars().all(|sign| picture.contains(sign)), "{picture}");
        assert!(plain(&mut session, &terminal(80, 40)).is_ascii());
    }
}

#[test]
fn colours_follow_the_screen() {
    let mut session = open("tak", &[("size", "3")], None, "a1");
    let codes = |depth, session: &mut Session| render(session, &Screen { depth, ..Screen::plain() });
    assert!(codes(ColourDepth::True, &mut session).contains("\u{1b}[38;2;255;255;255m\u{1b}[48;2;61;61;70mb"));
    assert!(codes(ColourDepth::Palette, &mut session).contains("48;5;59m"));
    assert!(codes(ColourDepth::Sixteen, &mut session).contains("\u{1b}[97m\u{1b}[100mb"));
    let mut tiles = open("trax", &[], None, "@0/");
    let render_on = |background, palette, session: &mut Session| {
        render(session, &Screen { background, palette, ..Screen::plain() })
    };
    assert!(render_on(TerminalBackground::Dark, Palette::Usual, &mut tiles).contains("\u{1b}[97mw"));
    assert!(
        render_on(TerminalBackground::Light, Palette::Usual, &mut tiles).contains("\u{1b}[97m\u{1b}[40mw"),
        "white is visible on a white background"
    );
    let safe = Screen { palette: Palette::Safe, depth: ColourDepth::True, ..Screen::plain() };
    assert!(render(&mut tiles, &safe).contains("38;2;213;94;0"), "vermilion for red");
}

#[test]
fn large_boards_are_cropped_around_the_last_move() {
    let mut session = open("gomoku", &[], None, "h8 i9 h9 o1");
    let expected = "
 3  .  .  .  .  .
 2  .  .  .  .  .
 1  .  .  .  . [w]
    k  l  m  n  o
";
    let picture = plain(&mut session, &terminal(20, 11));
    assert!(picture.starts_with(expected.trim_start_matches('\n')), "{picture}");
    let words = one_line(&picture);
    assert!(words.contains("10 columns to the left and 12 rows above are not shown."), "{picture}");
    let picture = plain(&mut open("gomoku", &[], None, "h8"), &terminal(20, 16));
    assert!(picture.contains("[b]") && picture.lines().count() < 16, "the board fits:\n{picture}");
}

#[test]
fn every_game_fits_into_twenty_columns() {
    let workspace = workspace();
    for manifest in workspace.library.manifests().games() {
        let Ok(mut session) = workspace.open(&manifest.reference(), &[], None, &[]) else { continue };
        for seed in 0..3 {
            let picture = plain(&mut session, &terminal(20, 10));
            // Single words may be longer, such as a tile with its edges.
            for line in picture.lines().filter(|line| line.chars().count() > 20) {
                let words = line.split("  ").filter(|word| !word.trim().is_empty()).count();
                assert!(words <= 2, "{}: {line:?} in\n{picture}", manifest.name);
            }
            playout(&mut session.game, &mut Rng::new(seed), 9).expect("no script fails");
        }
    }
}

#[test]
fn text_boards_show_labels_and_highlights() {
    let text = |game: &str, moves: &str, taken: Coord, empty: Coord| {
        let session = open(game, &[], None, moves);
        let mut annotations = Annotations::default();
        annotations.label(taken, "Q");
        annotations.label(empty, "Z");
        annotations.highlights.extend([taken, empty]);
        let board = board_on(&session.game, &annotations, HandVisibility::Visible, &Screen::plain());
        strip_colours(&board)
    };
    let at = |x, y| Coord { x, y };
    let stones = text("tak", "a1 e5", at(0, 0), at(1, 0));
    assert!(stones.contains("1  *b=Q   *Z    .    .    .\n"), "{stones}");
    let squares = text("trax", "@0/ B1+", at(0, 0), at(0, 1));
    assert!(squares.contains("* w Q") && squares.contains("*Z") && squares.contains("  Q A1  Z A2\n"), "{squares}");
    let hexes = text("discovery-3", "1@0,0:0", at(0, 0), at(1, 0));
    assert!(hexes.contains(" *Q  r *Z") && hexes.contains("  Q 0,0  Z 1,0\n"), "{hexes}");
}

#[test]
fn screen_options_apply_to_every_command() {
    let dir = TestDir::new();
    let board = ["render", "trax", "--moves", "@0/"];
    assert!(!dir.run(board).stdout.contains('\u{1b}'), "colours are off on a pipe");
    assert!(dir.run([&["--colour", "always"][..], &board].concat()).stdout.contains('\u{1b}'));
    assert!(
        dir.run([&board[..], &["--color", "always"]].concat()).stdout.contains('\u{1b}'),
        "before or after the command"
    );

    dir.run([&board[..], &["--palette", "safe", "-o", "asked.svg"]].concat());
    dir.write("home/config/houserule/config.toml", "palette = \"safe\"\ncolour = \"always\"\n");
    dir.run([&board[..], &["-o", "kept.svg"]].concat());
    assert!(dir.read("asked.svg").contains("#d55e00"), "vermilion for red");
    assert_eq!(dir.read("asked.svg"), dir.read("kept.svg"));
    assert!(dir.run(board).stdout.contains('\u{1b}'));
    assert!(!dir.run([&board[..], &["--colour", "never"]].concat()).stdout.contains('\u{1b}'));
}
