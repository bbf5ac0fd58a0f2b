//! Line editing: cancelling, history, pasting, invalid input and a tiny window.

use crate::common::test_dir::TestDir;
use crate::pty_session::{Key, PtySession};

const TWO_PEOPLE: &str = "play tak --seats human,human";

#[test]
fn ctrl_c_cancels_the_line_and_ctrl_d_quits() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, TWO_PEOPLE);
    terminal.enter("a1").wait_for_line("black 1>");
    terminal.type_text("e5<").wait_for("black 1> e5<").cancel_line().wait_for_line("black 1>");
    terminal.enter("e5").wait_for_line("white 2>").press(Key::CtrlD);
    assert_eq!(terminal.wait_for_exit(), Some(0));
}

#[test]
fn arrow_up_recalls_lines_from_earlier_sessions_of_the_same_game() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, TWO_PEOPLE);
    terminal.enter("a1").enter("score").press(Key::CtrlD);
    terminal.wait_for_exit();
    let mut terminal = PtySession::open(&dir, "play hex --seats human,human");
    terminal.enter("look").wait_for_line("red 1>").press(Key::CtrlD);
    terminal.wait_for_exit();
    let mut terminal = PtySession::open(&dir, "play tak+late-walls --seats human,human");
    terminal.wait_for_prompt().press(Key::Up).wait_for("white 1> score").press(Key::Up).wait_for("white 1> a1");
    terminal.press(Key::Enter).wait_for_line("black 1>");
    // Another game has its own history.
    terminal.enter("play hex").wait_for_line("red 1>").press(Key::Up).wait_for("red 1> look");
}

#[test]
fn the_line_history_survives_a_kill() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, TWO_PEOPLE);
    terminal.enter("a1").wait_for_line("black 1>").kill();
    let mut terminal = PtySession::open(&dir, TWO_PEOPLE);
    terminal.wait_for_prompt().press(Key::Up).wait_for("> a1");
}

#[test]
fn a_paste_is_played_line_by_line() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, TWO_PEOPLE);
    terminal.wait_for_prompt().paste("a1\ne5\nc3\n").wait_for("c3").press(Key::Enter).wait_for_line("black 2>");
    terminal.enter("position").wait_for("x4,1/x5/x2,1,x2/x5/2,x4 2 2");
}

#[test]
fn a_long_paste_stops_at_the_first_rejected_line_and_loses_nothing() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, "play tak --seats human,human --set size=3");
    let lines: String = (0..500).map(|_| "a1\nundo\n").collect();
    terminal.wait_for_prompt().paste(&lines).enter("").wait_for_line("white 1>");
    terminal.enter("position").wait_for("x3/x3/x3 1 1");
    let lines = format!("a1\na1\n{}", "undo\n".repeat(998));
    terminal.paste(&lines).enter("").wait_for("Skipped 998 lines pasted after it").wait_for_line("black 1>");
    terminal.enter("position").wait_for("x3/x3/2,x2 2 1");
}

#[test]
fn invalid_utf8_is_reported_and_changes_nothing() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, TWO_PEOPLE);
    terminal.wait_for_prompt().send(b"\xff\xfe").wait_for("the line is not valid UTF-8");
    terminal.enter("a1").wait_for_line("black 1>");
}

#[test]
fn twenty_columns_are_enough_to_play() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open_with(&dir, TWO_PEOPLE, (40, 20), &[]);
    terminal.enter("a1").wait_for_line("black 1>").type_text("e5").wait_for_line("black 1> e5");
    terminal.press(Key::Enter).wait_for_line("white 2>").type_text("Sc").press(Key::Tab).wait_for("Sc1");
    terminal.type_text("3").press(Key::Enter).wait_for_line("black 2>");
    // Long lines wrap between words.
    terminal.enter("help").wait_for("KEY=VALUE,").wait_for("  completes.");
    terminal.press(Key::CtrlD);
    assert_eq!(terminal.wait_for_exit(), Some(0));
}

#[test]
fn tab_completes_the_arguments_of_commands() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, TWO_PEOPLE);
    for (typed, line) in [("goto e", "goto end"), ("watch o", "watch off"), ("position a", "position all")] {
        terminal
            .wait_for_prompt()
            .type_text(typed)
            .press(Key::Tab)
            .wait_for_line(&format!("white 1> {line}"))
            .cancel_line();
    }
    terminal.type_text("resume l").press(Key::Tab).wait_for("list      list all");
}

#[test]
fn lines_typed_ahead_run_in_order() {
    let dir = TestDir::new();
    let mut terminal = PtySession::open(&dir, TWO_PEOPLE);
    // A terminal without bracketed paste sends pasted text like typed text.
    let lines: String = (0..300).map(|_| "a1\rundo\r").collect();
    terminal.wait_for_prompt().type_text(&lines).type_text("note last\r").type_text("e5\r").wait_for_line("black 1>");
    terminal.enter("history").wait_for("{last}").wait_for("1. e5");
}
