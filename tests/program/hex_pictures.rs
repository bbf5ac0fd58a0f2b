//! Hexagonal tiles as text: boards built through the loader and the notation.

use crate::common::script_dir::ScriptDir;
use crate::common::strip_colours;
use houserule_app::render::{Annotations, Screen, hex_board};
use houserule_core::geometry::Coord;
use houserule_script::play::{Rng, Session, playout};

/// Tile set with letters and names that no other set has.
const WORD_TILES: &str = "\
sides   = 6
colours = [{ name = \"pink\", letter = \"P\" }, { name = \"ochre\", letter = \"O\" }, { name = \"teal\", letter = \"T\" }]
tile    = [{ name = \"corners\", edges = \"PPOOTT\" }, { name = \"x\", edges = \"POTPOT\" }, { name = 10, edges = \"POTPOT\" }]
";

/// Tile game that nobody wins, with additional rules.
fn game(name: &str, tiles: &str, more: &str) -> String {
    format!(
        "return game '{name}' {{ rules = {{ seats = {{ 'north', 'south' }}, board = open_hex {{}}, tiles = '{tiles}',
           moves = {{ lay {{}} }}, constraints = {{ touch {{}} }}, {more} }} }}"
    )
}

/// Scripts with a game for every tile set, and one with a bag.
fn scripts() -> ScriptDir {
    let (scripts, endless) = (ScriptDir::new(), "finish = { limit { plies = 99 } }");
    let filled = "after = { auto_fill { same_colour = 2 } }, finish = { limit { plies = 99 } }";
    let bag = "supply = { bag {}, hand { size = 6 } }, finish = { stuck {} }";
    scripts
        .tiles("words", WORD_TILES)
        .write("words", &game("words", "words", endless))
        .write("filled", &game("filled", "words", filled))
        .write("tantrix", &game("tantrix", "tantrix", endless))
        .write("bagged", &game("bagged", "tantrix", bag));
    scripts
}

/// A game after some placements.
fn open_with_tiles(game: &str, moves: &[impl AsRef<str>]) -> Session {
    let moves: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
    scripts().open_with(game, &[], None, &moves.join(" "))
}

fn picture(session: &Session, annotations: &Annotations) -> String {
    let board = session.game.board().view().tile_game().expect("a game of tiles");
    hex_board(board, &Annotations { last_move: board.last_laid(), ..annotations.clone() }, &Screen::plain()).text
}

/// Picture without colours; a bar before each line keeps the tests readable.
fn plain(session: &Session, annotations: &Annotations) -> String {
    let picture = strip_colours(&picture(session, annotations));
    picture.lines().fold("\n".into(), |out, line| format!("{out}|{line}\n"))
}

const SIX_TILES: [&str; 6] = ["37@0,0:0", "7@1,0:3", "56@0,1:0", "12@-1,1:4", "55@1,-1:3", "20@-1,0:1"];

/// Row of tiles from the origin to the east.
fn tile_row(name: &str, length: i32) -> Session {
    open_with_tiles("words", &(0..length).map(|x| format!("{name}@{x},0:0")).collect::<Vec<_>>())
}

#[test]
fn adjacent_edges_are_drawn_once() {
    let expected = "
|-1    .     .     .
|       r  b  y  r
| 0 .  g 37  b  7  y  .
|       r  g  b  r
| 1    .  y[56] b  .
|          g  y
| 2       .     .
";
    assert_eq!(plain(&open_with_tiles("tantrix", &SIX_TILES[..3]), &Annotations::default()), expected);
}

#[test]
fn empty_cells_show_their_marks() {
    let at = |(x, y): (i32, i32)| Coord { x, y };
    let named = [((0, -1), "a"), ((2, -1), "b"), ((-2, 2), "c"), ((0, 2), "longer"), ((3, 2), ".")];
    let annotations = Annotations {
        labels: named.into_iter().map(|(cell, label)| (at(cell), label.to_string())).collect(),
        forced: [(0, -1), (1, 1)].map(at).into(),
        controlled: [(2, -1), (-2, 1)].map(at).into(),
        ..Annotations::default()
    };
    let expected = "
|-2             .     .
|                g  y
|-1    .    !a  b 55  g -b
|       g  y  r  b  y  r
| 0 .  y[20] g 37  b  7  y  .
|       r  r  r  g  b  r
| 1    -  b 12  y 56  b  !
|          y  b  g  y
| 2       c     .   longe               .
";
    assert_eq!(plain(&open_with_tiles("tantrix", &SIX_TILES), &annotations), expected);
}

#[test]
fn long_tile_names_are_truncated() {
    let expected = "
|-1    .     .
|       t  p
| 0 .  t cor p  .
|       o  o  t
| 1    .  p [x] p  .
|          t  o
| 2       .     .
";
    assert_eq!(plain(&open_with_tiles("words", &["corners@0,0:0", "x@0,1:1"]), &Annotations::default()), expected);
}

#[test]
fn edge_letters_are_coloured() {
    let picture = picture(&open_with_tiles("tantrix", &SIX_TILES[..1]), &Annotations::default());
    assert!(picture.contains("\u{1b}[91mr\u{1b}[0m  \u{1b}[94mb\u{1b}[0m\n"), "{picture:?}");
    assert!(picture.contains("\u{1b}[92mg\u{1b}[0m[37] \u{1b}[94mb\u{1b}[0m"), "{picture:?}");
}

#[test]
fn forced_tiles_are_in_round_brackets() {
    let board = open_with_tiles("filled", &["corners@0,0:0", "corners@1,-1:2"]);
    let expected = "
|-2       .     .
|          o  t
|-1    .  o[cor]t  .
|       t  p  p  o
| 0 .  t cor p(cor)o  .
|       o  o  t  t
| 1    .     .     .
";
    assert_eq!(plain(&board, &Annotations::default()), expected);
}

#[test]
fn wide_boards_are_drawn_more_tightly() {
    let expected = "
|-1   .   .   .   .   .   .   .   .   .   .   .   .   .
|      t p t p t p t p t p t p t p t p t p t p t p t p
| 0 . o x o x o x o x o x o x o x o x o x o x o x o[x]o .
|      p t p t p t p t p t p t p t p t p t p t p t p t
| 1   .   .   .   .   .   .   .   .   .   .   .   .   .
";
    assert_eq!(plain(&tile_row("x", 12), &Annotations::default()), expected);
    let expected = "
|-1   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
|      t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p
| 0 . o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10*o .
|      p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t
| 1   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
";
    assert_eq!(plain(&tile_row("10", 18), &Annotations::default()), expected);
}

#[test]
fn very_wide_boards_are_cropped_to_whole_tiles() {
    let expected = "
|-1   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
|      t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p
| 0   o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10*o .
|      p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t
| 1   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
|22 columns to the left are not shown.
";
    assert_eq!(plain(&tile_row("10", 40), &Annotations::default()), expected);
    let mut ends: Vec<_> = (0..40).map(|x| format!("10@{x},0:0")).collect();
    ends.push("10@20,1:0".into());
    let picture = plain(&open_with_tiles("words", &ends), &Annotations::default());
    let note = picture.lines().last();
    assert_eq!(note, Some("|12 columns to the left and 10 to the right are not shown."));
    ends.push("10@-1,0:0".into());
    let picture = plain(&open_with_tiles("words", &ends), &Annotations::default());
    let note = picture.lines().last();
    assert_eq!(note, Some("|23 columns to the right are not shown."));
}

/// Length of the longest line without its bar.
fn max_line_len(picture: &str) -> usize {
    picture.lines().map(|line| line.trim_start_matches('|').len()).max().unwrap_or(0)
}

#[test]
fn fifty_six_tiles_fit_on_a_terminal() {
    let (scripts, mut cropped) = (scripts(), 0);
    for seed in 0..200 {
        let mut session = scripts.open_with("bagged", &[], None, "");
        playout(&mut session.game, &mut Rng::new(seed), 99).expect("no script fails");
        let picture = plain(&session, &Annotations::default());
        assert!(max_line_len(&picture) <= 80, "seed {seed}: {picture}");
        cropped += picture.contains("not shown") as u32;
    }
    // Random placement rarely makes such long arms.
    assert!(cropped <= 4, "{cropped} of 200 boards are not shown whole");
}

#[test]
fn no_line_is_longer_than_80_columns() {
    for length in 10..30 {
        let mut moves: Vec<String> = (0..length).map(|x| format!("10@{x},0:0")).collect();
        moves.extend((1..length).map(|y| format!("10@{},{y}:0", length - 1)));
        let picture = plain(&open_with_tiles("words", &moves), &Annotations::default());
        assert!(max_line_len(&picture) <= 80, "{length}: {picture}");
        assert!(picture.contains("[10]") || picture.contains("10*"), "the last tile is visible: {picture}");
    }
}

#[test]
fn boards_during_a_game_fit_into_80_columns() {
    for seed in 0..4 {
        let (mut session, mut rng) = (crate::common::start("tantrix", &[]), Rng::new(seed));
        loop {
            let picture = strip_colours(&houserule_app::render::board(&mut session.game));
            assert!(max_line_len(&picture) <= 80, "seed {seed}: {picture}");
            match session.game.random_move(|bound| rng.below(bound)).expect("no script fails") {
                Some(mv) => session.game.play(mv).expect("no script fails"),
                None => break,
            }
        }
    }
}
