//! Pictures of boards that were laid tile by tile.

use std::sync::Arc;

use super::*;
use crate::mechanics::tracks::{AutoFill, Lay, OpenHex, Touch, TrackPlan, Tracks};
use crate::mechanics::{Deed, Mechanic, Move, Parts, Reserve, Rule, Ruled};
use crate::play::Dice;
use crate::tiles::TileSet;
use crate::vocabulary::Names;

const TILES: &str = include_str!("../../../scripts/tiles/tantrix.toml");

/// Named after no game: three letters that no other set has, and names that are words.
const WORDS: &str = "\
sides = 6
colours = [{ name = \"pink\", letter = \"P\" }, { name = \"ochre\", letter = \"O\" }, { name = \"teal\", letter = \"T\" }]
tile = [{ name = \"corners\", edges = \"PPOOTT\" }, { name = \"x\", edges = \"POTPOT\" }, { name = 10, edges = \"POTPOT\" }]
";

fn plan(set: &str, fill: Option<AutoFill>) -> Arc<TrackPlan> {
    let set = Arc::new(TileSet::read("test", set).expect("the set is well formed"));
    let rules = [Rule::OpenHex(OpenHex), Rule::Lay(Lay), Rule::Touch(Touch { min: 1 })];
    let rules = rules.into_iter().chain(fill.map(Rule::AutoFill));
    let rules = rules.map(|rule| Ruled { id: rule.spec().name.into(), rule }).collect();
    let parts = Parts {
        names: Names { seats: vec!["red".into(), "yellow".into()], pieces: Vec::new() },
        pieces: Vec::new(),
        reserve: Reserve::default(),
        tiles: Some(set.clone()),
        grows: false,
        rules,
    };
    Arc::new(TrackPlan::fold(&parts, &set).expect("the rules fit together"))
}

/// Lays tiles, each by its name, its place and its rotation.
fn laid(set: &str, tiles: &[(&str, i32, i32, u8)]) -> Tracks {
    let plan = plan(set, None);
    let mut board = Tracks::new(plan.clone());
    for &(name, x, y, rotation) in tiles {
        let is = |lie: &crate::tiles::Lie| {
            plan.set.tiles[lie.tile as usize].name == name && lie.rotation == rotation
        };
        let lie = plan.set.lies.iter().position(is).expect("a lie of the set") as u16;
        let (at, corner) = (At { x, y }, At { x: 0, y: 0 });
        let deed = Deed::Lay { sign: String::new(), lie: Some(lie), at, corner };
        assert_eq!(board.refusals(&deed), [], "{name} at {x},{y}");
        let mv = board.pack(&deed).expect("a legal deed");
        board.play(mv);
    }
    board
}

/// A picture without its colours, its lines indented so that the test can be read.
fn plain(board: &Tracks, marks: &Marks) -> String {
    let picture = anstream::adapter::strip_str(&super::board(board, marks)).to_string();
    picture.lines().fold("\n".into(), |out, line| format!("{out}|{line}\n"))
}

fn mark(label: &str, forced: bool, controlled: bool) -> Mark {
    let label = Some(label.to_string()).filter(|label| !label.is_empty());
    Mark { label, forced, controlled }
}

const SIX: [(&str, i32, i32, u8); 6] =
    [("37", 0, 0, 0), ("7", 1, 0, 3), ("56", 0, 1, 0), ("12", -1, 1, 4), ("55", 1, -1, 3), ("20", -1, 0, 1)];

/// Tiles side by side from the origin to the east, the last laid last.
fn row(name: &str, length: i32) -> Tracks {
    let tiles: Vec<_> = (0..length).map(|x| (name, x, 0, 0)).collect();
    laid(WORDS, &tiles)
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
    assert_eq!(plain(&laid(TILES, &SIX[..3]), &Marks::new()), expected);
}

#[test]
fn empty_cells_show_their_marks() {
    let marks = [
        ((0, -1), mark("a", true, false)),
        ((2, -1), mark("b", false, true)),
        ((-2, 1), mark("", false, true)),
        ((-2, 2), mark("c", false, false)),
        ((1, 1), mark("", true, false)),
        ((0, 2), mark("longer", false, false)),
        ((3, 2), mark("", false, false)),
    ];
    let marks = marks.into_iter().map(|((x, y), mark)| (At { x, y }, mark)).collect();
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
    assert_eq!(plain(&laid(TILES, &SIX), &marks), expected);
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
    assert_eq!(plain(&laid(WORDS, &[("corners", 0, 0, 0), ("x", 0, 1, 1)]), &Marks::new()), expected);
}

#[test]
fn letters_have_the_colour_they_stand_for() {
    let picture = super::board(&laid(TILES, &SIX[..1]), &Marks::new());
    assert!(picture.contains("\u{1b}[91mr\u{1b}[0m  \u{1b}[94mb\u{1b}[0m\n"), "{picture:?}");
    assert!(picture.contains("\u{1b}[92mg\u{1b}[0m[37] \u{1b}[94mb\u{1b}[0m"), "{picture:?}");
}

#[test]
fn tiles_that_were_forced_stand_in_round_brackets() {
    let mut board = Tracks::new(plan(WORDS, Some(AutoFill { same_colour: 2 })));
    let mut dice = Dice::new(1);
    while board.last_laid().len() < 2 {
        let moves = listed(&mut board);
        board.play(moves[dice.below(moves.len())]);
    }
    let expected = "
|-5                      .     .
|                         o  t
|-4                   .  p 10  p  .
|                         t  o  o
|-3                      .  p cor t  .
|                         t  p  t  p
|-2             .     .  o 10  o  x  o  .     .
|                t  p  t  p  t  p  t  p  t  p
|-1    .     .  o 10  o  x  o  x  o  x  o 10  o  .
|       o  o  p  p  t  p  t  p  t  p  t  p  t  t
| 0 .  p[cor]t cor o 10  o 10  o  x  o  .  o cor p  .
|       p  t  t  o  p  t  p  t  p  t        o  p
| 1    .  o(cor)p  .  t cor p  .     .     .     .
|          o  p        o  o
| 2       .     .     .     .
";
    assert_eq!(plain(&board, &Marks::new()), expected);
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
    assert_eq!(plain(&row("x", 12), &Marks::new()), expected);
    let expected = "
|-1   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
|      t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p
| 0 . o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10 o10*o .
|      p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t p t
| 1   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .
";
    assert_eq!(plain(&row("10", 18), &Marks::new()), expected);
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
    assert_eq!(plain(&row("10", 40), &Marks::new()), expected);
    let mut ends: Vec<_> = (0..40).map(|x| ("10", x, 0, 0)).collect();
    ends.push(("10", 20, 1, 0));
    let picture = plain(&laid(WORDS, &ends), &Marks::new());
    let said = picture.lines().last();
    assert_eq!(said, Some("|12 columns to the left and 10 to the right are not shown."));
    ends.push(("10", -1, 0, 0));
    let picture = plain(&laid(WORDS, &ends), &Marks::new());
    let said = picture.lines().last();
    assert_eq!(said, Some("|23 columns to the right are not shown."));
}

fn listed(board: &mut Tracks) -> Vec<Move> {
    let mut moves = Vec::new();
    board.list(&mut moves);
    moves
}

/// Lays all tiles of a set by chance, each beside some other that `near` accepts. Ends early where none fits.
fn grown(plan: &Arc<TrackPlan>, seed: u64, near: impl Fn(&Tracks, At) -> bool) -> Tracks {
    let (mut board, mut dice) = (Tracks::new(plan.clone()), Dice::new(seed));
    let mut left: Vec<bool> = vec![true; plan.set.tiles.len()];
    loop {
        let mut moves = listed(&mut board);
        moves.retain(|mv| match board.spell(*mv) {
            Deed::Lay { lie: Some(lie), at, .. } => {
                left[plan.set.lies[lie as usize].tile as usize] && near(&board, at)
            }
            _ => false,
        });
        if moves.is_empty() {
            return board;
        }
        board.play(moves[dice.below(moves.len())]);
        let lie = board.last_laid().first().and_then(|at| board.lie_at(*at)).expect("a tile was laid");
        left[plan.set.lies[lie as usize].tile as usize] = false;
    }
}

#[test]
fn fifty_six_tiles_fit_on_a_terminal_wherever_they_are_laid() {
    let plan = plan(TILES, None);
    for seed in 0..200 {
        let picture = plain(&grown(&plan, seed, |_, _| true), &Marks::new());
        assert!(!picture.contains("not shown"), "seed {seed}: {picture}");
        let longest = picture.lines().map(|line| line.len() - line.starts_with('|') as usize).max();
        assert!(longest <= Some(80), "seed {seed}: {picture}");
    }
}

#[test]
fn no_line_is_longer_than_80_columns_however_far_a_walk_leads() {
    let plan = plan(TILES, None);
    let mut cropped = 0;
    for seed in 0..200 {
        // A walk to the east: every tile touches the one before.
        let beside = |board: &Tracks, at: At| {
            let last = board.last_laid().first().copied();
            last.is_none_or(|last| [(1, 0), (0, 1), (1, -1)].contains(&(at.x - last.x, at.y - last.y)))
        };
        let board = grown(&plan, seed, beside);
        let picture = plain(&board, &Marks::new());
        let longest = picture.lines().map(|line| line.len() - line.starts_with('|') as usize).max();
        assert!(longest <= Some(80), "seed {seed}: {picture}");
        cropped += picture.contains("not shown") as u32;
    }
    assert!(cropped > 50, "only {cropped} walks led too far");
}
