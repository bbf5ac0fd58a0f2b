//! Hexagonal tiles drawn as text: boards laid tile by tile through the loader and the notation.

use crate::common::shelf::Shelf;
use houserule_app::render::{Annotations, Screen, hex_board};
use houserule_core::geometry::Coord;
use houserule_script::play::{Rng, Session, playout};

/// Letters and names that no other set has.
const WORDS: &str = "\
sides   = 6
colours = [{ name = \"pink\", letter = \"P\" }, { name = \"ochre\", letter = \"O\" }, { name = \"teal\", letter = \"T\" }]
tile    = [{ name = \"corners\", edges = \"PPOOTT\" }, { name = \"x\", edges = \"POTPOT\" }, { name = 10, edges = \"POTPOT\" }]
";

/// A game of tiles that nobody wins, with more of its rules.
fn game(name: &str, tiles: &str, more: &str) -> String {
    format!(
        "return game '{name}' {{ rules = {{ seats = {{ 'north', 'south' }}, board = open_hex {{}}, tiles = '{tiles}',
           moves = {{ lay {{}} }}, constraints = {{ touch {{}} }}, {more} }} }}"
    )
}

/// A table with a game on every set, and one with a bag.
fn shelf() -> Shelf {
    let (shelf, endless) = (Shelf::new(), "finish = { limit { plies = 99 } }");
    let filled = "after = { auto_fill { same_colour = 2 } }, finish = { limit { plies = 99 } }";
    let bag = "supply = { bag {}, hand { size = 6 } }, finish = { stuck {} }";
    shelf
        .tiles("words", WORDS)
        .write("words", &game("words", "words", endless))
        .write("filled", &game("filled", "words", filled))
        .write("tantrix", &game("tantrix", "tantrix", endless))
        .write("bagged", &game("bagged", "tantrix", bag));
    shelf
}

/// A game after some placements.
fn laid(game: &str, moves: &[impl AsRef<str>]) -> Session {
    let moves: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
    shelf().open_with(game, &[], None, &moves.join(" "))
}

fn picture(session: &Session, pointed: &Annotations) -> String {
    let board = session.game.board().view().tile_game().expect("a game of tiles");
    hex_board(board, &Annotations { last_move: board.last_laid(), ..pointed.clone() }, &Screen::plain())
}

/// A picture without its colours, its lines with a bar before them so that the test can be read.
fn plain(session: &Session, pointed: &Annotations) -> String {
    let picture = anstream::adapter::strip_str(&picture(session, pointed)).to_string();
    picture.lines().fold("\n".into(), |out, line| format!("{out}|{line}\n"))
}

const SIX: [&str; 6] = ["37@0,0:0", "7@1,0:3", "56@0,1:0", "12@-1,1:4", "55@1,-1:3", "20@-1,0:1"];

/// Tiles side by side from the origin to the east, the last laid last.
fn row(name: &str, length: i32) -> Session {
    laid("words", &(0..length).map(|x| format!("{name}@{x},0:0")).collect::<Vec<_>>())
}

#[test]
fn touching_sides_are_drawn_once() {
    let expected = "
|-1    .     .     .
|       r  b  y  r
| 0 .  g 37  b  7  y  .
|       r  g  b  r
| 1    .  y[56] b  .
|          g  y
| 2       .     .
";
    assert_eq!(plain(&laid("tantrix", &SIX[..3]), &Annotations::default()), expected);
}

#[test]
fn empty_cells_show_their_marks() {
    let at = |(x, y): (i32, i32)| Coord { x, y };
    let named = [((0, -1), "a"), ((2, -1), "b"), ((-2, 2), "c"), ((0, 2), "longer"), ((3, 2), ".")];
    let pointed = Annotations {
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
    assert_eq!(plain(&laid("tantrix", &SIX), &pointed), expected);
}

#[test]
fn names_that_are_words_are_cut() {
    let expected = "
|-1    .     .
|       t  p
| 0 .  t cor p  .
|       o  o  t
| 1    .  p [x] p  .
|          t  o
| 2       .     .
";
    assert_eq!(plain(&laid("words", &["corners@0,0:0", "x@0,1:1"]), &Annotations::default()), expected);
}

#[test]
fn letters_have_the_colour_they_stand_for() {
    let picture = picture(&laid("tantrix", &SIX[..1]), &Annotations::default());
    assert!(picture.contains("\u{1b}[91mr\u{1b}[0m  \u{1b}[94mb\u{1b}[0m\n"), "{picture:?}");
    assert!(picture.contains("\u{1b}[92mg\u{1b}[0m[37] \u{1b}[94mb\u{1b}[0m"), "{picture:?}");
}

#[test]
fn tiles_that_were_forced_stand_in_round_brackets() {
    let board = laid("filled", &["corners@0,0:0", "corners@1,-1:2"]);
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
fn a_wide_board_is_drawn_closer() {
    let expected = "
|-1   .   .   .   .   .   .   .   .   .   .   .   .   .
|      t p t p t p t p t p t p t p t p t p t p t p t p
| 0 . o x o x o x o x o x o x o x o x o x o x o x o[x]o .
|      p t p t p t p t p t p t p t p t p t p t p t p t
| 1   .   .   .   .   .   .   .   .   .   .   .   .   .
";
    assert_eq!(plain(&row("x", 12), &Annotations::default()), expected);
    let expected = "
|-1   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
|      t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p
| 0 . o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10*o .
|      p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t
| 1   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
";
    assert_eq!(plain(&row("10", 18), &Annotations::default()), expected);
}

#[test]
fn a_board_that_is_wider_still_is_cropped_to_whole_tiles() {
    let expected = "
|-1   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
|      t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p
| 0   o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10*o .
|      p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t
| 1   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
|22 columns to the left are not shown.
";
    assert_eq!(plain(&row("10", 40), &Annotations::default()), expected);
    let mut ends: Vec<_> = (0..40).map(|x| format!("10@{x},0:0")).collect();
    ends.push("10@20,1:0".into());
    let picture = plain(&laid("words", &ends), &Annotations::default());
    let said = picture.lines().last();
    assert_eq!(said, Some("|12 columns to the left and 10 to the right are not shown."));
    ends.push("10@-1,0:0".into());
    let picture = plain(&laid("words", &ends), &Annotations::default());
    let said = picture.lines().last();
    assert_eq!(said, Some("|23 columns to the right are not shown."));
}

/// The longest line, the bar before it not counted.
fn longest(picture: &str) -> usize {
    picture.lines().map(|line| line.trim_start_matches('|').len()).max().unwrap_or(0)
}

#[test]
fn fifty_six_tiles_fit_on_a_terminal() {
    let (shelf, mut cropped) = (shelf(), 0);
    for seed in 0..200 {
        let mut session = shelf.open_with("bagged", &[], None, "");
        playout(&mut session.game, &mut Rng::new(seed), 99).expect("no script fails");
        let picture = plain(&session, &Annotations::default());
        assert!(longest(&picture) <= 80, "seed {seed}: {picture}");
        cropped += picture.contains("not shown") as u32;
    }
    // Tiles that are laid anywhere rarely make so long an arm.
    assert!(cropped <= 4, "{cropped} of 200 boards are not shown whole");
}

#[test]
fn no_line_is_longer_than_80_columns_however_far_the_tiles_reach() {
    for length in 10..30 {
        let mut moves: Vec<String> = (0..length).map(|x| format!("10@{x},0:0")).collect();
        moves.extend((1..length).map(|y| format!("10@{},{y}:0", length - 1)));
        let picture = plain(&laid("words", &moves), &Annotations::default());
        assert!(longest(&picture) <= 80, "{length}: {picture}");
        assert!(picture.contains("[10]") || picture.contains("10*"), "the last tile is seen: {picture}");
    }
}

#[test]
fn what_people_see_in_the_course_of_a_game_is_no_wider() {
    for seed in 0..4 {
        let (mut session, mut rng) = (crate::common::start("tantrix", &[]), Rng::new(seed));
        loop {
            let picture = anstream::adapter::strip_str(&houserule_app::render::board(&mut session.game)).to_string();
            assert!(longest(&picture) <= 80, "seed {seed}: {picture}");
            match session.game.random_move(|bound| rng.below(bound)).expect("no script fails") {
                Some(mv) => session.game.play(mv).expect("no script fails"),
                None => break,
            }
        }
    }
}
