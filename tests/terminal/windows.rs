//! Boards on windows that are too small for all of them: what a command names is shown, and hands leave room.

use crate::common::test_dir::TestDir;
use crate::pty_session::{Key, PtySession};

/// Opens a game of people on a window of a given number of rows.
fn open(dir: &TestDir, typed: &str, rows: u16) -> PtySession {
    let mut terminal = PtySession::open_with(dir, typed, (rows, 80), &[]);
    terminal.wait_for_prompt();
    terminal
}

/// Returns the rows of a board of stones on the screen, by their numbers.
fn board_rows(terminal: &PtySession) -> Vec<(usize, String)> {
    let row = |line: String| Some((line.split_whitespace().next()?.parse().ok()?, line));
    terminal.screen().into_iter().filter_map(row).collect()
}

/// Black wins on e1 or lost; white has just moved in the opposite corner.
const FAR_WIN: &str = "play gomoku --seats human,human --moves \"a1 o15 b1 o13 c1 n14 d1 m15\"";

#[test]
fn the_place_of_a_hint_is_shown() {
    let dir = TestDir::new();
    let mut terminal = open(&dir, FAR_WIN, 16);
    assert!(board_rows(&terminal).iter().all(|(number, _)| *number > 1), "{:?}", terminal.screen());
    terminal.enter("hint").wait_for("hard suggests e1").wait_for_turn();
    let rows = board_rows(&terminal);
    let first = rows.iter().find(|(number, _)| *number == 1).unwrap_or_else(|| panic!("{:?}", terminal.screen()));
    assert!(first.1.contains("b  b  b  b  *"), "{rows:?}");
}

#[test]
fn a_cell_that_is_looked_at_is_shown_unless_it_is_on_the_screen() {
    let dir = TestDir::new();
    let mut terminal = open(&dir, FAR_WIN, 16);
    terminal.enter("look b1").wait_for("b1: black stone");
    assert!(board_rows(&terminal).iter().any(|(number, _)| *number == 1), "{:?}", terminal.screen());
    let mut terminal = open(&dir, FAR_WIN, 50);
    let boards = |terminal: &PtySession| terminal.output().matches("white: ").count();
    let before = boards(&terminal);
    terminal.enter("look b1").wait_for("b1: black stone");
    assert_eq!(boards(&terminal), before, "the board is not drawn again: {:?}", terminal.screen());
}

#[test]
fn the_long_hands_of_others_are_counted() {
    let dir = TestDir::new();
    for (seats, tiles) in [("2", 27), ("3", 18), ("4", 13)] {
        let mut terminal = open(&dir, &format!("play gobble --set players={seats} --seed 1"), 24);
        let screen = terminal.screen();
        let bag = screen.iter().find(|line| line.starts_with("  bag ")).unwrap_or_else(|| panic!("{screen:?}"));
        assert!(bag.contains(&format!("two {tiles} tiles")), "{screen:?}");
        let hands = screen.iter().position(|line| line.starts_with("> one")).expect("the own hand");
        let is_wrapped = |line: &&String| line.starts_with("      ");
        let own = 1 + screen.iter().skip(hands + 1).take_while(is_wrapped).count();
        assert!(own <= 3, "{own} lines: {screen:?}");
        assert!(!screen.iter().any(|line| line.starts_with("> two")), "{screen:?}");
        terminal.enter("hand");
        let screen = terminal.screen();
        assert!(screen.iter().any(|line| line.starts_with("> two")), "`hand` shows the tiles of all: {screen:?}");
    }
}

#[test]
fn the_hand_of_the_person_is_the_long_one() {
    let dir = TestDir::new();
    let terminal = open(&dir, "play gobble --set players=3 --seats easy,human,easy --seed 1", 24);
    let screen = terminal.screen();
    assert!(screen.iter().any(|line| line.starts_with("> two")), "{screen:?}");
    assert!(!screen.iter().any(|line| line.starts_with("> one")), "{screen:?}");
}

#[test]
fn columns_stay_while_stacks_grow() {
    let dir = TestDir::new();
    let mut terminal = open(&dir, "play tak --seats human,human", 50);
    let names = |terminal: &PtySession| {
        let screen = terminal.screen();
        screen.into_iter().rev().find(|line| line.split_whitespace().eq(["a", "b", "c", "d", "e"])).expect("names")
    };
    let before = names(&terminal);
    let moves = "a1 b1 b2 a2 b2< a1+ b2 c1 b2< a1 c3 a1+ b2 d1 b2< a1 e3 a1+";
    for text in moves.split(' ') {
        terminal.enter(text);
        assert_eq!(names(&terminal), before, "{text}: {:?}", terminal.screen());
    }
    let row = |terminal: &PtySession| board_rows(terminal).into_iter().rev().find(|(number, _)| *number == 2);
    assert!(row(&terminal).expect("row 2").1.contains("bwbwbwb"), "{:?}", terminal.screen());
    // On a narrow window a stack shows its height and its top; a cell that is looked at, all of it.
    let saved = format!("play tak --seats human,human --moves \"{moves}\"");
    let mut narrow = PtySession::open_with(&dir, &saved, (50, 40), &[]);
    narrow.wait_for_prompt();
    assert!(row(&narrow).expect("row 2").1.contains("7:bwb]"), "{:?}", narrow.screen());
    narrow.enter("look a2").wait_for("stack of 7");
    terminal.press(Key::CtrlD).wait_for_exit();
}

#[test]
fn single_pieces_keep_narrow_columns() {
    let dir = TestDir::new();
    for game in ["gomoku", "hex"] {
        let terminal = open(&dir, &format!("play {game} --seats human,human"), 50);
        let screen = terminal.screen();
        let names = screen.iter().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
        let (line, _) = screen.iter().zip(names).find(|(_, names)| names.starts_with("a b c d e")).expect("names");
        let between = line.find('b').zip(line.find('a')).map(|(second, first)| second - first);
        assert!(between.is_some_and(|columns| columns <= 4), "{game}: {screen:?}");
    }
}
