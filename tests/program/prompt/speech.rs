//! The board in words: all of it once, then what has changed.

use crate::common::test_dir::TestDir;

/// Returns what the program prints for some lines.
fn speak(args: &[&str], lines: &str) -> String {
    TestDir::new().run_with([args, &["--speak"]].concat(), lines).success().stdout
}

#[test]
fn only_what_has_changed_is_said_after_a_move() {
    let spoken = speak(&["play", "tak"], "a1\nb1\nb2\na2\nb2<\n");
    assert_eq!(spoken.matches("The board is empty.").count(), 1, "{spoken}");
    assert!(!spoken.contains("Row 1"), "{spoken}");
    let (_, last) = spoken.split_once("White moves from b2 and drops 1 on a2.").expect("a move in words");
    let expected = "\na2: stack of 2, top first: white flat, black flat.\nb2: empty.\n\n";
    assert_eq!(last, expected, "a stack that has moved changes both cells");
    let placed = spoken.split_once("Black places a flat on a2.").expect("a move in words").1;
    assert!(placed.starts_with("\nWhite moves"), "a piece that was announced is not said again: {spoken}");
}

#[test]
fn the_whole_board_is_said_on_request_and_after_undo() {
    let spoken = speak(&["play", "tak"], "a1\nb1\nboard\nb2\nundo\n");
    let rows = "Row 2: empty.\nRow 1: a1 black flat; b1 white flat.\n";
    assert_eq!(spoken.matches(rows).count(), 2, "{spoken}");
}

#[test]
fn spaces_are_said_when_they_change_and_tiles_when_they_are_drawn() {
    let position = "1@0,0:0 | hands 2,3/4,5 | bag 6,7,8,9,10,11";
    let spoken = speak(&["play", "tantrix", "--position", position], "2@1,0:2\n");
    let (first, then) = spoken.split_once("Red plays tile 2").expect("a move in words");
    assert_eq!(first.matches("Space ").count(), 6, "{first}");
    assert!(!then.contains("at -1,0:"), "a space that has not changed: {then}");
    assert!(then.contains("Space i at 2,-1: "), "a new space: {then}");
    assert!(!then.contains("Tile 3,"), "a tile that was in hand before: {then}");
    assert!(then.contains("Tile 4,") && then.contains("Tile 5,"), "the hand of the next player: {then}");
}

#[test]
fn look_finds_a_tile_by_its_name() {
    let position = "1@0,0:0 | hands 2,3/4,5 | bag 6,7,8,9,10,11";
    let spoken = speak(&["play", "tantrix", "--position", position], "2@1,0:2\nlook 2\nlook 1,0\n");
    let found: Vec<&str> = spoken.lines().filter(|line| line.starts_with("1,0: tile 2")).collect();
    assert!(found.len() == 2 && found[0] == found[1], "{spoken}");
}

#[test]
fn choices_of_a_tile_say_where_each_colour_goes() {
    let position = "1@0,0:0 | hands 2,3/4,5 | bag 6,7,8,9,10,11";
    let spoken = speak(&["play", "tantrix", "--position", position], "2 a\n");
    let choice = spoken.lines().find(|line| line.starts_with("#1 ")).unwrap_or_else(|| panic!("{spoken}"));
    assert!(["blue", "red", "yellow"].iter().all(|colour| choice.contains(&format!("{colour} "))), "{choice}");
    assert!(choice.contains(" to "), "{choice}");
}

#[test]
fn lessons_say_their_labels_and_marks() {
    let lesson = r#"--- Marks.
return lesson "marks" {
  game    = "tak",
  options = { size = 3 },
  steps   = {
    { position = "x3/1,2,x/x3 1 3", labels = { A = "a2", B = "c3" }, marks = { "b2" }, ask = "Win.", accept = wins_in(1) },
  },
}
"#;
    let dir = TestDir::with("marks.lua", lesson);
    let spoken = dir.run_with(["lesson", "marks.lua", "--speak"], "").stdout;
    let expected = "Label A at a2: white flat.\nLabel B at c3: empty.\nMarked: b2.\n";
    assert!(spoken.contains(expected), "{spoken}");
}
